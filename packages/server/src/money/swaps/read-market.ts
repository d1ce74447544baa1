import type { SwapClosedReason } from '@tern/contracts/problems/swaps';
import type { PriceBasisView } from '@tern/contracts/routes/swaps';
import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import { invert, multiplyRatios, ratio, type Ratio } from '@tern/money/ratio';
import { units, zero, type Units } from '@tern/money/units';
import { listAssetClosings } from '../../chain/assets/public.ts';
import {
  amountReachingUsdt,
  amountWithinUsdt,
  findAgreedPrice,
  findPriceRange,
  kindOfSource,
  type PriceSourceName,
} from '../../chain/prices/public.ts';
import { areIncentivesStopped } from '../../chain/reserves/public.ts';
import type { SwapTerms } from '../../people/terms/public.ts';
import type { SwapDeps } from './deps.ts';
import { isPairClosed } from './pair-store.ts';
import { largestSwap, volatilitySpread } from './quote-amounts.ts';
import { lessSpread } from './spreads.ts';
import type { Direction } from './swap.ts';

/** What a direction can be quoted from now. */
export type OpenMarket = {
  /** Base units taken for one given. */
  readonly mid: Ratio;
  /** What the price of each token but the unit follows from. */
  readonly basis: readonly PriceBasisView[];
  readonly inventory: Units;
  readonly volatilityPpm: bigint;
  /** Reward tokens for one base unit given, at what a swap pays for them; undefined while no rewards may be given. */
  readonly rewardBid: Ratio | undefined;
  /** Bounds of what is given. */
  readonly minimum: Units;
  readonly maximum: Units;
};

export type Market = { readonly closed: SwapClosedReason } | OpenMarket;

type MarketDeps = Pick<SwapDeps, 'priceRules'> & { readonly terms: SwapTerms };

/**
 * The state of one direction: closed with the reason, or what a quote is made of. Both directions close together, and the
 * most that is swapped is worth the same in both: whoever can buy can sell.
 */
export async function readMarket(deps: MarketDeps, tx: DbTx, { assetOut, assetIn }: Direction): Promise<Market> {
  const { terms } = deps;
  if (await isPairClosed(tx, [assetOut, assetIn])) return { closed: 'paused' };
  const closings = await listAssetClosings(tx);
  const isClosed = (assetId: AssetId): boolean => closings.get(assetId)?.closed === true;
  if (isClosed(assetOut) || isClosed(assetIn)) return { closed: 'paused' };
  for (const assetId of [assetOut, assetIn]) {
    if (await areIncentivesStopped(tx, assetId)) return { closed: 'reserves' };
    if ((await houseBalance(tx, 'issuance', assetId)) > 0n) return { closed: 'not-issued' };
  }
  const [given, taken] = [await readPrice(deps, tx, assetOut), await readPrice(deps, tx, assetIn)];
  if (given === undefined || taken === undefined) return { closed: 'prices' };
  const inventory = await houseBalance(tx, 'liquidity', assetIn);
  const sides = [
    { price: given.price, inventory: await houseBalance(tx, 'liquidity', assetOut) },
    { price: taken.price, inventory },
  ] as const;
  const [bounds, others] = boundsOf(sides, terms);
  if (bounds.maximum < bounds.minimum || others.maximum < others.minimum) return { closed: 'inventory' };
  const volatilityPpm = given.volatilityPpm + taken.volatilityPpm;
  return {
    mid: multiplyRatios(given.price, invert(taken.price)),
    basis: [...basisOf(assetOut, given), ...basisOf(assetIn, taken)],
    inventory,
    volatilityPpm,
    // Nobody is given more of a coin that is closed.
    rewardBid: isClosed('reward')
      ? undefined
      : await readRewardBid(deps, tx, { assetOut, given: given.price, volatilityPpm }),
    ...bounds,
  };
}

type Side = { readonly price: Ratio; readonly inventory: Units };
type Bounds = Pick<OpenMarket, 'minimum' | 'maximum'>;

/** What may be given of each token: both are worth the same. */
function boundsOf(sides: readonly [Side, Side], terms: SwapTerms): readonly [Bounds, Bounds] {
  const largest = largestSwap(sides, terms);
  const within = ({ price }: Side): Bounds => ({
    minimum: amountReachingUsdt(terms.minimumUsdt, { ratio: price }),
    maximum: amountWithinUsdt(largest, { ratio: price }),
  });
  return [within(sides[0]), within(sides[1])];
}

type PricedAsset = {
  readonly price: Ratio;
  readonly volatilityPpm: bigint;
  readonly said: readonly { readonly source: PriceSourceName; readonly ageMs: number }[];
};

/** Nobody has to say what the unit is worth. */
function basisOf(assetId: AssetId, { said }: PricedAsset): readonly PriceBasisView[] {
  if (assetId === 'usdt') return [];
  const oldestMs = Math.max(...said.map(({ ageMs }) => ageMs));
  return [
    {
      assetId,
      sources: [...new Set(said.map(({ source }) => kindOfSource(source)))],
      ageS: Math.ceil(oldestMs / 1_000),
    },
  ];
}

async function readPrice({ priceRules }: MarketDeps, tx: DbTx, assetId: AssetId): Promise<PricedAsset | undefined> {
  const agreement = await findAgreedPrice(tx, priceRules, assetId);
  if (agreement.outcome === 'stopped') return undefined;
  const range = await findPriceRange(tx, assetId);
  return {
    price: agreement.price,
    volatilityPpm: range === undefined ? 0n : volatilitySpread(range),
    said: agreement.agreeing,
  };
}

/** What a swap pays in the given asset for a reward token is its price less the spread: shares of fees become tokens at that. */
async function readRewardBid(
  deps: MarketDeps,
  tx: DbTx,
  {
    assetOut,
    given,
    volatilityPpm,
  }: { readonly assetOut: AssetId; readonly given: Ratio; readonly volatilityPpm: bigint },
): Promise<Ratio | undefined> {
  if (await areIncentivesStopped(tx, 'reward')) return undefined;
  if (assetOut === 'reward') return ratio(1n, 1n);
  const token = await readPrice(deps, tx, 'reward');
  if (token === undefined) return undefined;
  const { baseSpreadPpm, spreadMaxPpm } = deps.terms;
  const spread = baseSpreadPpm + volatilityPpm < spreadMaxPpm ? baseSpreadPpm + volatilityPpm : spreadMaxPpm;
  return multiplyRatios(given, invert(multiplyRatios(token.price, lessSpread(spread))));
}

async function houseBalance(tx: DbTx, code: 'liquidity' | 'issuance', assetId: AssetId): Promise<Units> {
  const { posted } = await getAccountBalance(tx, await houseAccount(tx, code, assetId));
  return posted > 0n ? units(posted) : zero;
}
