import type { WalletId } from '@tern/base/ids';
import { getBalances } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import { ratio } from '@tern/money/ratio';
import { units, zero, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { askAnyNode } from '../../chain/orders/public.ts';
import { findPrice } from '../../chain/prices/public.ts';
import type { SendingTerms } from '../../people/terms/public.ts';
import type { SendingDeps } from './deps.ts';
import { estimateCost } from './estimate-cost.ts';
import type { Examination } from './examine-address.ts';
import { feeInAsset, feeMaximumOf } from './fee.ts';
import { listHotAddresses } from './withdrawal-store.ts';

export type QuoteFeeInput = Examination & {
  readonly assetId: AssetId;
  readonly address: TronAddress;
  /** It is paid out of. */
  readonly walletId: WalletId;
  readonly terms: Pick<SendingTerms, 'feeMarginPercent' | 'feeMaximums' | 'minimums'>;
};

/**
 * The fee for a send to this receiver, in the sent asset: nothing inside the installation, otherwise what the network
 * would burn now, with margin, at fresh prices, and at most what leaves a small balance of the reward token a way out. `undefined` when the chain, a price or the hot wallet cannot tell.
 */
export async function quoteFee(
  { db, chain }: Pick<SendingDeps, 'db' | 'chain'>,
  { assetId, address, walletId, terms, screening, facts }: QuoteFeeInput,
): Promise<Units | undefined> {
  if (screening.settlement === 'internal') return zero;
  const [from] = await listHotAddresses(db.kysely);
  if (from === undefined || facts === undefined) return undefined;
  const contract = chain.contracts[assetId];
  if (contract === undefined && assetId !== 'trx') return undefined;
  // One unit: what a transfer costs depends on the two accounts, not on the amount, and this the hot wallet surely has.
  const input = { from, to: address, contract, amount: units(1n), activated: facts.activated };
  const estimate = await askAnyNode(chain.nodes, (node) => estimateCost(node, input));
  const ratios = await readRatios(db, assetId);
  if (estimate === undefined || ratios === undefined) return undefined;
  return feeInAsset(estimate.costSun, {
    ...ratios,
    marginPercent: terms.feeMarginPercent,
    maximum: feeMaximumOf({
      assetId,
      minimum: terms.minimums[assetId],
      maximum: terms.feeMaximums[assetId],
      available: (await getBalances(db.kysely, { walletId })).get(assetId)?.available ?? zero,
    }),
  });
}

/** Nobody is charged by a stale price. A fee in TRX itself needs none. */
async function readRatios(db: SendingDeps['db'], assetId: AssetId) {
  if (assetId === 'trx') return { trxRatio: ratio(1n, 1n), assetRatio: ratio(1n, 1n) };
  const [trx, asset] = await Promise.all([findPrice(db.kysely, 'trx'), findPrice(db.kysely, assetId)]);
  if (trx === undefined || asset === undefined || trx.stale || asset.stale) return undefined;
  return { trxRatio: trx.ratio, assetRatio: asset.ratio };
}
