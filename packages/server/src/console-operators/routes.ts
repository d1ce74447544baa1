import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import { listBreakGlass } from '../break-glass/public.ts';
import { askForDecision, type ConsoleAccessDeps } from '../console-access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { cancelAction, cancelBreakGlass } from './cancel-break-glass.ts';
import { decideAction, decideOperatorChange } from './decide-operator-change.ts';
import { findChange } from './operators-store.ts';
import { proposeAction, proposeOperatorChange } from './propose-operator-change.ts';
import { showOperators } from './show-operators.ts';

/** Operators deciding about operators: one proposes, another carries out, neither of them the one it is about. */
export function consoleOperatorsRouter(deps: ConsoleAccessDeps) {
  const { db, clock } = deps;
  const os = implement(consoleContract.operators).$context<ConsoleContext>();
  return os.router({
    showOperators: os.showOperators.use(requireOperator).handler(() => showOperators(deps)),
    askProposal: os.askProposal.use(requireOperator).handler(({ input: content, context: { session } }) => {
      const shown = { operator: content.name, change: content.kind, author: session.name, reason: content.note };
      return askForDecision(deps, { session, decision: { action: proposeAction, content, shown } });
    }),
    propose: os.propose
      .use(requireOperator)
      .handler(({ input, context: { session } }) => proposeOperatorChange(deps, { ...input, session })),
    askChange: os.askChange.use(requireOperator).handler(async ({ input: content, context: { session } }) => {
      const change = await findChange(db.kysely, content.id);
      if (change === undefined) throw problem('NOT_FOUND');
      const shown = {
        operator: change.name,
        change: change.kind,
        ...(change.role === null ? {} : { role: change.role }),
        author: change.proposedBy,
        reason: change.note,
        proposedAt: change.proposedAt.toISOString(),
      };
      return askForDecision(deps, { session, decision: { action: decideAction, content, shown } });
    }),
    decideChange: os.decideChange
      .use(requireOperator)
      .handler(({ input, context: { session } }) => decideOperatorChange(deps, { ...input, session })),
    showBreakGlass: os.showBreakGlass.use(requireOperator).handler(async () => {
      const all = await listBreakGlass(db.kysely);
      const nowMs = clock.nowMs();
      // Until whoever came in may decide about money, everybody goes on being told.
      const isNews = ({ state, moneyFrom }: (typeof all)[number]): boolean =>
        state === 'waiting' || state === 'open' || (moneyFrom !== null && nowMs < Date.parse(moneyFrom));
      return { requests: all.filter(isNews) };
    }),
    askCancel: os.askCancel.use(requireOperator).handler(async ({ input: content, context: { session } }) => {
      const request = (await listBreakGlass(db.kysely)).find(({ id }) => id === content.id);
      if (request === undefined) throw problem('NOT_FOUND');
      const shown = {
        operator: request.name,
        startedAt: request.startedAt,
        author: session.name,
        reason: content.note,
      };
      return askForDecision(deps, { session, decision: { action: cancelAction, content, shown } });
    }),
    cancelBreakGlass: os.cancelBreakGlass.use(requireOperator).handler(async ({ input, context: { session } }) => {
      await cancelBreakGlass(deps, { ...input, session });
      return {};
    }),
  });
}
