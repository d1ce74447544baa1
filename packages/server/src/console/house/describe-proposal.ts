import { toWire } from '@tern/base/to-wire';
import type { DecisionParty } from '@tern/contracts/decision';
import type { HouseProposal } from '@tern/contracts/routes/console-house';
import { formatAmount } from '@tern/money/format-amount';
import { units } from '@tern/money/units';
import { listQuarantineVotes } from '../../money/deposits/public.ts';
import { nameOperators, tellEarlier, type Decision } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { readProposal, type HouseDeps } from './propose-for-house.ts';

/** Proposing an order of the house as it is signed, with who wants the same surplus booked. Throws `DECISION_REFUSED`. */
export async function describeProposal(
  deps: HouseDeps,
  said: HouseProposal,
  { name }: ConsoleSession,
): Promise<Decision> {
  const { assetId, amount } = readProposal(deps, said);
  const { decimals } = deps.assets[assetId];
  const [votes, nameOf] = await Promise.all([
    said.kind === 'surplus-to-house' ? listQuarantineVotes(deps.db.kysely, [`surplus:${assetId}`]) : [],
    nameOperators(deps.db),
  ]);
  const party: DecisionParty =
    said.kind === 'restrict' ? { as: 'account', name: said.account } : { as: 'house', name: 'capital' };
  return toWire({
    action: 'house.propose',
    content: said,
    facts: {
      asset: assetId,
      amount,
      about: [party],
      author: { by: 'operator', name },
      reason: { said: said.note },
      earlier: tellEarlier(votes, nameOf).map((word) => ({ ...word, decision: inCoins(word.decision, decimals) })),
      details: [{ name: 'kind', text: said.kind }],
    },
  });
}

/** `house 4000000` as `house 4`: a vote is kept in base units and read in coins. */
function inCoins(decision: string, decimals: number): string {
  return decision.replace(/\d+$/, (amount) => formatAmount(units(BigInt(amount)), decimals));
}
