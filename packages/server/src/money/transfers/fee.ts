import type { AssetId } from '@tern/money/asset';
import { invert, multiplyCeil, multiplyRatios, ratio, scaleBasisPoints, type Ratio } from '@tern/money/ratio';
import { max, min, subtractOrZero, units, type Units } from '@tern/money/units';

/** Network prices a payment is estimated by; always read live. */
export type NetworkPrices = {
  readonly energyPriceSun: Units;
  readonly bandwidthPriceSun: Units;
  readonly activationFeeSun: Units;
  readonly activationBandwidthFeeSun: Units;
};

/** What one payment uses. */
export type PaymentNeeds = { readonly energy: bigint; readonly bandwidth: number; readonly activates: boolean };

/** Sun the network burns for a payment when nothing is covered by staking. An activation is charged in place of bandwidth. */
export function networkCostSun(needs: PaymentNeeds, prices: NetworkPrices): Units {
  const energy = needs.energy * prices.energyPriceSun;
  const room = needs.activates
    ? prices.activationFeeSun + prices.activationBandwidthFeeSun
    : BigInt(needs.bandwidth) * prices.bandwidthPriceSun;
  return units(energy + room);
}

export type FeeRule = {
  /** Added to the estimate. */
  readonly marginPercent: number;
  /** Highest fee of the asset; the house bears what the network costs above it. */
  readonly maximum: Units;
  /** USDT base units per sun and per base unit of the sent asset. */
  readonly trxRatio: Ratio;
  readonly assetRatio: Ratio;
};

/** The fee in the sent asset: cost with margin at the two prices, rounded up once, at most the maximum. */
export function feeInAsset(costSun: Units, rule: FeeRule): Units {
  const withMargin = scaleBasisPoints(ratio(1n, 1n), BigInt(10_000 + rule.marginPercent * 100));
  const exchange = multiplyRatios(rule.trxRatio, invert(rule.assetRatio));
  return min(multiplyCeil(costSun, multiplyRatios(withMargin, exchange)), rule.maximum);
}

export type FeeMaximumFacts = {
  readonly assetId: AssetId;
  /** Smallest send and highest fee of the asset. */
  readonly minimum: Units;
  readonly maximum: Units;
  /** What the wallet can send from. */
  readonly available: Units;
};

/**
 * Highest fee out of this balance. A bonus of the house can always leave alone: of the reward token a balance of
 * twice the minimum pays the minimum and its fee, so the fee is at most the minimum, or what the balance has above it. The
 * house bears the rest of the network's cost.
 */
export function feeMaximumOf({ assetId, minimum, maximum, available }: FeeMaximumFacts): Units {
  return assetId === 'reward' ? min(maximum, max(minimum, subtractOrZero(available, minimum))) : maximum;
}
