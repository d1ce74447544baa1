import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import type {
  BreakGlassCancel,
  KeyRemoval,
  NewKeyInput,
  OperatorChangeDecision,
  OperatorChangeInput,
  OperatorsView,
} from '@tern/contracts/routes/console-operators';
import { listBreakGlass } from '../../people/operators/public.ts';
import { beginNewKey, signedAction, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { addOperatorKey } from './add-operator-key.ts';
import { cancelBreakGlass } from './cancel-break-glass.ts';
import { decideOperatorChange } from './decide-operator-change.ts';
import { describeNewKey, describeRemoval } from './describe-key.ts';
import { describeCancel, describeChange, describeProposal } from './describe-operator-decision.ts';
import { proposeOperatorChange } from './propose-operator-change.ts';
import { removeOperatorKey } from './remove-operator-key.ts';
import { listOperatorHistory, showOperator } from './show-operator.ts';
import { showOperators } from './show-operators.ts';

/** Operators deciding about operators: one proposes, another carries out, neither of them the one it is about. */
export function consoleOperatorsRouter(deps: ConsoleAccessDeps & { readonly rights: OperatorsView['rights'] }) {
  const { db, clock } = deps;
  const os = implement(consoleContract.operators).$context<ConsoleContext>();
  const proposal = signedAction(deps, {
    describe: (said: OperatorChangeInput, session) => describeProposal(db, said, session),
    act: (said, session) => proposeOperatorChange(deps, said, session),
  });
  const change = signedAction(deps, {
    describe: (said: OperatorChangeDecision) => describeChange(db, said),
    act: (said, session) => decideOperatorChange(deps, said, session),
  });
  const cancel = signedAction(deps, {
    describe: (said: BreakGlassCancel, session) => describeCancel(db, said, session),
    act: async (said, session) => {
      await cancelBreakGlass(deps, said, session);
      return {};
    },
  });
  const newKey = signedAction(deps, {
    describe: (said: NewKeyInput, session) => describeNewKey(deps, said, session),
    act: async ({ ceremonyId }, session, { content }) => {
      await addOperatorKey(deps, { ceremonyId, content }, session);
      return {};
    },
  });
  const removal = signedAction(deps, {
    describe: (said: KeyRemoval, session) => describeRemoval(db, said, session),
    act: async (said, session) => {
      await removeOperatorKey(deps, said, session);
      return {};
    },
  });
  return os.router({
    showOperators: os.showOperators.use(requireOperator).handler(() => showOperators(deps)),
    operator: os.operator.use(requireOperator).handler(({ input: { name } }) => showOperator(deps, name)),
    listHistory: os.listHistory.use(requireOperator).handler(({ input }) => listOperatorHistory(deps, input)),
    askProposal: os.askProposal.use(requireOperator).handler(proposal.ask),
    propose: os.propose.use(requireOperator).handler(proposal.carryOut),
    askChange: os.askChange.use(requireOperator).handler(change.ask),
    decideChange: os.decideChange.use(requireOperator).handler(change.carryOut),
    beginKey: os.beginKey.use(requireOperator).handler(({ context: { session } }) => beginNewKey(deps, session)),
    askKey: os.askKey.use(requireOperator).handler(newKey.ask),
    addKey: os.addKey.use(requireOperator).handler(newKey.carryOut),
    askRemoval: os.askRemoval.use(requireOperator).handler(removal.ask),
    removeKey: os.removeKey.use(requireOperator).handler(removal.carryOut),
    showBreakGlass: os.showBreakGlass.use(requireOperator).handler(async () => {
      const all = await listBreakGlass(db.kysely);
      const nowMs = clock.nowMs();
      // Until whoever came in may decide about money, everybody goes on being told.
      const isNews = ({ state, moneyFrom }: (typeof all)[number]): boolean =>
        state === 'waiting' || state === 'open' || (moneyFrom !== null && nowMs < Date.parse(moneyFrom));
      return { requests: all.filter(isNews) };
    }),
    askCancel: os.askCancel.use(requireOperator).handler(cancel.ask),
    cancelBreakGlass: os.cancelBreakGlass.use(requireOperator).handler(cancel.carryOut),
  });
}
