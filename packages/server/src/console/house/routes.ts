import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import type { HouseProposal } from '@tern/contracts/routes/console-house';
import { signedAction, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { describeProposal } from './describe-proposal.ts';
import { proposeForHouse, type HouseDeps } from './propose-for-house.ts';

/** Orders of the house that an operator sets going and a second one approves. */
export function consoleHouseRouter(deps: ConsoleAccessDeps & HouseDeps) {
  const os = implement(consoleContract.house).$context<ConsoleContext>();
  const proposal = signedAction(deps, {
    describe: (said: HouseProposal, session) => describeProposal(deps, said, session),
    act: (said, { operatorId }) => proposeForHouse(deps, { said, operatorId }),
  });
  return os.router({
    askProposal: os.askProposal.use(requireOperator).handler(proposal.ask),
    propose: os.propose.use(requireOperator).handler(proposal.carryOut),
  });
}
