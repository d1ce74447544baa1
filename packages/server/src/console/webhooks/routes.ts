import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import type { ResendInput } from '@tern/contracts/routes/console-webhooks';
import { readPage } from '../../platform/read-page.ts';
import { signedAction, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { describeResend, resend } from './resend.ts';
import { deliveryRowView, showDelivery, showWebhooks } from './show-webhooks.ts';
import { selectDeliveries } from './webhooks-store.ts';

const pageRows = 50;

/** What other systems are told: where it goes, what became of it, and sending it again. */
export function consoleWebhooksRouter(deps: ConsoleAccessDeps & { readonly hosts: readonly string[] }) {
  const { db } = deps;
  const os = implement(consoleContract.webhooks).$context<ConsoleContext>();
  const resending = signedAction(deps, {
    describe: (said: ResendInput, session) => describeResend(db, said, session),
    act: async (said, { operatorId }) => ({ events: await resend(db, { said, operatorId }) }),
  });
  return os.router({
    showWebhooks: os.showWebhooks.use(requireOperator).handler(() => showWebhooks(deps)),
    listDeliveries: os.listDeliveries.use(requireOperator).handler(async ({ input }) => {
      const { page, last } = await readPage(pageRows, (limit) => selectDeliveries(db.kysely, { ...input, limit }));
      return { deliveries: page.map(deliveryRowView), next: last === null ? null : Number(last.id) };
    }),
    delivery: os.delivery.use(requireOperator).handler(async ({ input: { id } }) => {
      const found = await showDelivery(db, id);
      if (found === undefined) throw problem('NOT_FOUND');
      return found;
    }),
    askResend: os.askResend.use(requireOperator).handler(resending.ask),
    resend: os.resend.use(requireOperator).handler(resending.carryOut),
  });
}
