import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { listBreakGlass } from '../../people/operators/public.ts';
import { askForDecision, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { cancelBreakGlass } from './cancel-break-glass.ts';
import { decideOperatorChange } from './decide-operator-change.ts';
import { describeCancel, describeChange, describeProposal } from './describe-operator-decision.ts';
import { proposeOperatorChange } from './propose-operator-change.ts';
import { showOperators } from './show-operators.ts';

/** Operators deciding about operators: one proposes, another carries out, neither of them the one it is about. */
export function consoleOperatorsRouter(deps: ConsoleAccessDeps) {
  const { db, clock } = deps;
  const os = implement(consoleContract.operators).$context<ConsoleContext>();
  return os.router({
    showOperators: os.showOperators.use(requireOperator).handler(() => showOperators(deps)),
    askProposal: os.askProposal
      .use(requireOperator)
      .handler(({ input: said, context: { session } }) =>
        askForDecision(deps, { session, decision: describeProposal(said, session) }),
      ),
    propose: os.propose
      .use(requireOperator)
      .handler(({ input, context: { session } }) => proposeOperatorChange(deps, { ...input, session })),
    askChange: os.askChange
      .use(requireOperator)
      .handler(async ({ input: said, context: { session } }) =>
        askForDecision(deps, { session, decision: await describeChange(db, said) }),
      ),
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
    askCancel: os.askCancel
      .use(requireOperator)
      .handler(async ({ input: said, context: { session } }) =>
        askForDecision(deps, { session, decision: await describeCancel(db, said, session) }),
      ),
    cancelBreakGlass: os.cancelBreakGlass.use(requireOperator).handler(async ({ input, context: { session } }) => {
      await cancelBreakGlass(deps, { ...input, session });
      return {};
    }),
  });
}
