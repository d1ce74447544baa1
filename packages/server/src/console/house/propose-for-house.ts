import type { OperatorId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { HouseProposal } from '@tern/contracts/routes/console-house';
import type { Database } from '@tern/db/database';
import type { Asset, AssetId } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import type { Units } from '@tern/money/units';
import { permissionFeeSun, proposeOrder, type Proposal } from '../../house/treasury/public.ts';
import { giveSurplusToHouse } from '../../money/deposits/public.ts';

export type HouseDeps = { readonly db: Database; readonly assets: Readonly<Record<AssetId, Asset>> };

/** What a proposal moves: the asset and, in base units, how much. Throws `DECISION_REFUSED` for what is no amount. */
export function readProposal(
  { assets }: Pick<HouseDeps, 'assets'>,
  said: HouseProposal,
): { readonly assetId: AssetId; readonly amount: Units } {
  if (said.kind === 'restrict') return { assetId: 'trx', amount: permissionFeeSun };
  const assetId = said.kind === 'unstake' ? 'trx' : said.assetId;
  const parsed = parseAmount(said.amount, assets[assetId].decimals);
  if (!('units' in parsed) || parsed.units === 0n) throw problem('DECISION_REFUSED', { reason: 'amount-invalid' });
  return { assetId, amount: parsed.units };
}

/** Keeps what one operator proposes until another agrees. Throws `DECISION_REFUSED` and `NOT_FOUND`. */
export async function proposeForHouse(
  deps: HouseDeps,
  { said, operatorId }: { readonly said: HouseProposal; readonly operatorId: OperatorId },
): Promise<{ readonly outcome: 'done' | 'second-operator-needed'; readonly orderId: string | null }> {
  const { assetId, amount } = readProposal(deps, said);
  if (said.kind === 'surplus-to-house') {
    const outcome = await giveSurplusToHouse(deps.db, { assetId, amount, operatorId, reason: said.note });
    if (outcome === 'done' || outcome === 'second-operator-needed') return { outcome, orderId: null };
    throw outcome === 'not-found' ? problem('NOT_FOUND') : problem('DECISION_REFUSED', { reason: outcome });
  }
  const content: Proposal =
    said.kind === 'unstake'
      ? { kind: 'unstake', assetId: 'trx', amount }
      : { kind: 'restrict', assetId: 'trx', amount, account: said.account };
  const orderId = await proposeOrder(deps.db, { content, operatorId, reason: said.note });
  if (orderId === undefined) throw problem('DECISION_REFUSED', { reason: 'one-is-open' });
  return { outcome: 'second-operator-needed', orderId };
}
