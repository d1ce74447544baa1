import { usdtDecimals, type AssetId } from '@tern/money/asset';
import { formatAmount } from '@tern/money/format-amount';
import {
  invert,
  multiplyCeil,
  multiplyFloor,
  multiplyRatios,
  ratio,
  ratioFromDecimal,
  type Ratio,
} from '@tern/money/ratio';
import { units, type Units } from '@tern/money/units';

export const priceSourceNames = ['operator', 'chain', 'ticker', 'ticker-2', 'ticker-3'] as const;
export type PriceSourceName = (typeof priceSourceNames)[number];

/** The kind of a source: what people are told. */
type PriceSourceKind = 'operator' | 'chain' | 'ticker';

/** Which kind a source is of; people are not told which ticker. */
export function kindOfSource(name: PriceSourceName): PriceSourceKind {
  return name === 'operator' || name === 'chain' ? name : 'ticker';
}

/** What one source says at one moment: USDT for one whole coin. */
export type Quote = { readonly assetId: AssetId; readonly price: Ratio; readonly decimals: number };

/** Somewhere prices come from. Throws when it cannot say: a source never repeats an old price as new. */
export type PriceSource = { readonly name: PriceSourceName; readonly readQuotes: () => Promise<readonly Quote[]> };

/** A price as readers use it. */
export type Price = {
  readonly assetId: AssetId;
  /** USDT base units for one base unit of the asset, exact. */
  readonly ratio: Ratio;
  /** USDT for one whole coin, for display. */
  readonly decimalText: string;
  readonly source: PriceSourceKind;
  /** When the source last confirmed it. */
  readonly at: Date;
  /** True when no source confirmed it lately: show it marked, do not charge by it. */
  readonly stale: boolean;
  /** Whose word it is, the youngest first: the median is of all of them. */
  readonly sources: readonly { readonly source: PriceSourceKind; readonly at: Date }[];
};

/** Between what a price moved; in USDT for one whole coin. */
export type PriceRange = { readonly lowest: Ratio; readonly highest: Ratio };

/** Digits a stored price keeps after the point. */
const priceDecimals = 18;

/** The exact ratio of base units that a price per whole coin means. */
export function baseUnitRatio(decimalText: string, decimals: number): Ratio {
  const perCoin = ratioFromDecimal(decimalText);
  return ratio(perCoin.numerator * 10n ** BigInt(usdtDecimals), perCoin.denominator * 10n ** BigInt(decimals));
}

/** The price per whole coin that a ratio of base units means. */
export function wholeCoinRatio(price: Ratio, decimals: number): Ratio {
  return multiplyRatios(price, ratio(10n ** BigInt(decimals), 10n ** BigInt(usdtDecimals)));
}

/** A ratio as a plain decimal, cut after 18 places. */
export function decimalTextOf(price: Ratio): string {
  return formatAmount(units((price.numerator * 10n ** BigInt(priceDecimals)) / price.denominator), priceDecimals);
}

/** Value in USDT base units, rounded up: for limits, which bind from the first unit above. */
export function valueInUsdtCeil(amount: Units, price: Pick<Price, 'ratio'>): Units {
  return multiplyCeil(amount, price.ratio);
}

/** Largest amount of the asset whose value is at most `usdt` base units. */
export function amountWithinUsdt(usdt: Units, price: Pick<Price, 'ratio'>): Units {
  return multiplyFloor(usdt, invert(price.ratio));
}

/** Smallest amount of the asset whose value is at least `usdt` base units. */
export function amountReachingUsdt(usdt: Units, price: Pick<Price, 'ratio'>): Units {
  return multiplyCeil(usdt, invert(price.ratio));
}
