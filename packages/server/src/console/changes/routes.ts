import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { askForDecision, proveDecision, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { checkChange, decideChange, proposeChange, type ChangeDeps } from './decide-change.ts';
import { describeChange, describeProposal } from './describe-change.ts';
import { showChanges } from './show-changes.ts';

export function consoleChangesRouter(deps: ConsoleAccessDeps & ChangeDeps) {
  const { clock } = deps;
  const os = implement(consoleContract.changes).$context<ConsoleContext>();
  return os.router({
    showChanges: os.showChanges.use(requireOperator).handler(() => showChanges(deps, { now: clock.now() })),
    askProposal: os.askProposal.use(requireOperator).handler(async ({ input: said, context: { session } }) => {
      await checkChange(deps, said.content);
      return askForDecision(deps, { session, decision: describeProposal(deps, said, session) });
    }),
    propose: os.propose.use(requireOperator).handler(async ({ input: { said, proof }, context: { session } }) => {
      await proveDecision(deps, { session, decision: describeProposal(deps, said, session), proof });
      return { id: await proposeChange(deps, { ...said, operatorId: session.operatorId }) };
    }),
    askChange: os.askChange
      .use(requireOperator)
      .handler(async ({ input: said, context: { session } }) =>
        askForDecision(deps, { session, decision: await describeChange(deps, said) }),
      ),
    decideChange: os.decideChange
      .use(requireOperator)
      .handler(async ({ input: { said, proof }, context: { session } }) => {
        await proveDecision(deps, { session, decision: await describeChange(deps, said), proof });
        await decideChange(deps, { said, operatorId: session.operatorId });
        return {};
      }),
  });
}
