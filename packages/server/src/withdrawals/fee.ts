import { invert, multiplyCeil, multiplyRatios, ratio, scaleBasisPoints, type Ratio } from '@tern/money/ratio';
import { min, units, type Units } from '@tern/money/units';

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
  /** Dearest fee of the asset; the house bears what the network costs above it. */
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
