import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { askForDecision, proveDecision, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { describeProposal } from './describe-proposal.ts';
import { proposeForHouse, type HouseDeps } from './propose-for-house.ts';

/** Orders of the house that an operator sets going and a second one approves. */
export function consoleHouseRouter(deps: ConsoleAccessDeps & HouseDeps) {
  const os = implement(consoleContract.house).$context<ConsoleContext>();
  return os.router({
    askProposal: os.askProposal
      .use(requireOperator)
      .handler(async ({ input: said, context: { session } }) =>
        askForDecision(deps, { session, decision: await describeProposal(deps, said, session) }),
      ),
    propose: os.propose.use(requireOperator).handler(async ({ input: { said, proof }, context: { session } }) => {
      await proveDecision(deps, { session, decision: await describeProposal(deps, said, session), proof });
      return proposeForHouse(deps, { said, operatorId: session.operatorId });
    }),
  });
}
