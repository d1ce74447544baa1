import type { AssetId } from '@tern/money/asset';
import { ratio } from '@tern/money/ratio';
import { units, zero, type Units } from '@tern/money/units';
import { askAnyNode } from '../../chain/orders/public.ts';
import type { SendingDeps } from './deps.ts';
import { estimateCost } from './estimate-cost.ts';
import type { ExaminedReceiver } from './examine-receiver.ts';
import { feeInAsset, feeMaximumOf } from './fee.ts';
import type { SendFacts } from './send-facts.ts';

export type QuoteFeeInput = Pick<ExaminedReceiver, 'address' | 'screening' | 'facts' | 'known'> & {
  readonly assetId: AssetId;
};

/**
 * The fee for a send to this receiver, in the sent asset: nothing inside the installation, otherwise what the network
 * would burn now, with margin, at fresh prices, and at most what leaves a small balance of the reward token a way out. `undefined` when the chain, a price or the hot wallet cannot tell.
 */
export async function quoteFee(
  { chain }: Pick<SendingDeps, 'chain'>,
  { assetId, address, screening, facts, known }: QuoteFeeInput,
): Promise<Units | undefined> {
  if (screening.settlement === 'internal') return zero;
  const from = known.hotAddress;
  if (from === undefined || facts === undefined) return undefined;
  const contract = chain.contracts[assetId];
  if (contract === undefined && assetId !== 'trx') return undefined;
  // One unit: what a transfer costs depends on the two accounts, not on the amount, and this the hot wallet surely has.
  const input = { from, to: address, contract, amount: units(1n), activated: facts.activated };
  const estimate = await askAnyNode(chain.nodes, (node) => estimateCost(node, input));
  const ratios = readRatios(known.prices, assetId);
  if (estimate === undefined || ratios === undefined) return undefined;
  const { sending: terms } = known.terms;
  return feeInAsset(estimate.costSun, {
    ...ratios,
    marginPercent: terms.feeMarginPercent,
    maximum: feeMaximumOf({
      assetId,
      minimum: terms.minimums[assetId],
      maximum: terms.feeMaximums[assetId],
      available: known.available,
    }),
  });
}

/** Nobody is charged by a stale price. A fee in TRX itself needs none. */
function readRatios(prices: SendFacts['prices'], assetId: AssetId) {
  if (assetId === 'trx') return { trxRatio: ratio(1n, 1n), assetRatio: ratio(1n, 1n) };
  const [trx, asset] = [prices.get('trx'), prices.get(assetId)];
  if (trx === undefined || asset === undefined || trx.stale || asset.stale) return undefined;
  return { trxRatio: trx.ratio, assetRatio: asset.ratio };
}
