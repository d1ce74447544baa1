import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { askForDecision, proveDecision, type ConsoleAccessDeps } from '../console-access/public.ts';
import type { ReturnDeps } from '../deposits/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import type { HotSettings } from '../treasury/public.ts';
import { showHouse, showQuarantine, showStep, showStuck } from './show-work.ts';
import { takeHouseStep, takePayoutStep } from './take-step.ts';

export function consoleWorkRouter(deps: ConsoleAccessDeps & Omit<ReturnDeps, 'db'> & { readonly hot: HotSettings }) {
  const { db } = deps;
  const os = implement(consoleContract.work).$context<ConsoleContext>();
  return os.router({
    listStuck: os.listStuck.use(requireOperator).handler(() => showStuck(db)),
    listQuarantine: os.listQuarantine.use(requireOperator).handler(() => showQuarantine(db)),
    showHouse: os.showHouse.use(requireOperator).handler(() => showHouse(db, deps.hot)),
    askPayoutStep: os.askPayoutStep
      .use(requireOperator)
      .handler(({ input: content, context: { session } }) =>
        askForDecision(deps, { session, decision: { action: 'work.takePayoutStep', content, shown: {} } }),
      ),
    takePayoutStep: os.takePayoutStep
      .use(requireOperator)
      .handler(async ({ input: { said, proof }, context: { session } }) => {
        const decision = { action: 'work.takePayoutStep', content: said };
        await proveDecision(deps, { session, decision, subject: said.id, proof });
        return { outcome: await takePayoutStep(db, said, session.operatorId) };
      }),
    askHouseStep: os.askHouseStep.use(requireOperator).handler(async ({ input: content, context: { session } }) => {
      const decision = { action: 'work.takeHouseStep', content, shown: await showStep(db, content) };
      return askForDecision(deps, { session, decision });
    }),
    takeHouseStep: os.takeHouseStep
      .use(requireOperator)
      .handler(async ({ input: { said, proof }, context: { session } }) => {
        const decision = { action: 'work.takeHouseStep', content: said };
        await proveDecision(deps, { session, decision, subject: said.id, proof });
        return { outcome: await takeHouseStep(deps, said, session.operatorId) };
      }),
  });
}
