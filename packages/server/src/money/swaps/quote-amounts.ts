import { assert } from '@tern/base/assert';
import { multiplyCeil, multiplyFloor, multiplyRatios, ratio, type Ratio } from '@tern/money/ratio';
import { max, min, subtract, units, type Units } from '@tern/money/units';
import type { SwapTerms } from '../../people/terms/public.ts';
import { allBasisPoints, allPpm, lessSpread } from './spreads.ts';

export type QuoteFacts = {
  /** What the person gives, fee included. */
  readonly amountOut: Units;
  /** Units of the asset taken for one unit of the asset given, before spread and fee. */
  readonly mid: Ratio;
  /** Units of the reward token for one unit of the asset given, at what a swap pays for the token; 1 where it is the token. */
  readonly rewardBid: Ratio;
  /** What the house has of the asset taken. */
  readonly inventory: Units;
  /** How restless the price was, see `volatilitySpread`. */
  readonly volatilityPpm: bigint;
};

export type QuoteAmounts = {
  readonly fee: Units;
  /** What the person receives. */
  readonly amountIn: Units;
  readonly spreadPpm: bigint;
  /** The part of the spread that comes from the size: the price impact. */
  readonly impactPpm: bigint;
  /** Parts of the fee, in the asset given, and what they become in reward tokens. */
  readonly swapperShare: Units;
  readonly swapperReward: Units;
  readonly poolShare: Units;
  readonly poolReward: Units;
};

/**
 * All amounts of a swap. Everything is rounded once, against the one who asked: the fee up, what is received down, the
 * parts of the fee down. Pure.
 */
export function quoteAmounts(facts: QuoteFacts, terms: SwapTerms): QuoteAmounts {
  const { amountOut, mid } = facts;
  assert(amountOut > 0n, 'nothing is given');
  const fee = max(units(1n), multiplyCeil(amountOut, ratio(terms.feeBasisPoints, allBasisPoints)));
  const counted = subtract(amountOut, fee);
  const impactPpm = impactOf(multiplyCeil(counted, mid), facts.inventory, terms);
  const wanted = terms.baseSpreadPpm + facts.volatilityPpm + impactPpm;
  const spreadPpm = wanted < terms.spreadMaxPpm ? wanted : terms.spreadMaxPpm;
  const swapperShare = multiplyFloor(fee, ratio(terms.swapperShareBasisPoints, allBasisPoints));
  const poolShare = multiplyFloor(fee, ratio(terms.poolShareBasisPoints, allBasisPoints));
  return {
    fee,
    amountIn: multiplyFloor(counted, multiplyRatios(mid, lessSpread(spreadPpm))),
    spreadPpm,
    impactPpm,
    swapperShare,
    swapperReward: multiplyFloor(swapperShare, facts.rewardBid),
    poolShare,
    poolReward: multiplyFloor(poolShare, facts.rewardBid),
  };
}

/** The size's part of the spread, rounded up; the whole of it where the swap takes all there is or more. */
function impactOf(taken: Units, inventory: Units, { sizeSpreadPpm }: SwapTerms): bigint {
  if (taken >= inventory) return sizeSpreadPpm;
  return (taken * sizeSpreadPpm + inventory - 1n) / inventory;
}

/**
 * What restless prices add to the spread: half of how far the lowest and the highest price of the last minutes are
 * apart, against the higher one. Zero for a price that has not moved. Pure.
 */
export function volatilitySpread({ lowest, highest }: { readonly lowest: Ratio; readonly highest: Ratio }): bigint {
  const high = highest.numerator * lowest.denominator;
  const low = lowest.numerator * highest.denominator;
  assert(high >= low && high > 0n, 'the highest price is below the lowest');
  return ((high - low) * allPpm) / (2n * high);
}

/**
 * What the largest swap of a pair is worth, in USDT base units, the same in both directions: at most the published maximum, and
 * at most the share of what the house has of either token. Prices are USDT for one base unit. Pure.
 */
export function largestSwap(
  sides: readonly { readonly price: Ratio; readonly inventory: Units }[],
  terms: Pick<SwapTerms, 'inventoryShareBasisPoints' | 'maximumUsdt'>,
): Units {
  const share = ratio(terms.inventoryShareBasisPoints, allBasisPoints);
  return sides.reduce(
    (least, { price, inventory }) => min(least, multiplyFloor(inventory, multiplyRatios(share, price))),
    terms.maximumUsdt,
  );
}

/** Whether the price moved against the house, since the quote, by more than half the quote's spread. Pure. */
export function hasMovedAgainstHouse(quoted: Ratio, now: Ratio, spreadPpm: bigint): boolean {
  // The person takes at the quoted price: the house loses where the asset taken has become more expensive, so `now` is lower.
  const allowed = multiplyRatios(quoted, ratio(2n * allPpm - spreadPpm, 2n * allPpm));
  return now.numerator * allowed.denominator < allowed.numerator * now.denominator;
}
