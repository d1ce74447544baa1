import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { unitsToWire } from '@tern/money/units';
import { askForDecision, proveDecision, type ConsoleAccessDeps } from '../console-access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { proposeForHouse, readProposal, type HouseDeps } from './propose-for-house.ts';

const action = 'house.propose';

/** Orders of the house that an operator sets going and a second one approves. */
export function consoleHouseRouter(deps: ConsoleAccessDeps & HouseDeps) {
  const os = implement(consoleContract.house).$context<ConsoleContext>();
  return os.router({
    askProposal: os.askProposal.use(requireOperator).handler(({ input: content, context: { session } }) => {
      const { assetId, amount } = readProposal(deps, content);
      const shown = {
        asset: assetId,
        amount: unitsToWire(amount),
        subject: content.kind === 'restrict' ? content.account : 'house',
        author: session.name,
        reason: content.note,
      };
      return askForDecision(deps, { session, decision: { action, content, shown } });
    }),
    propose: os.propose.use(requireOperator).handler(async ({ input: { said, proof }, context: { session } }) => {
      const decision = { action, content: said };
      await proveDecision(deps, { session, decision, subject: said.kind, proof });
      return proposeForHouse(deps, { said, operatorId: session.operatorId });
    }),
  });
}
