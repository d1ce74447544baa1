import { ratio, type Ratio } from '@tern/money/ratio';

/** What one source says, and how long ago it confirmed it. */
export type SourcePrice<Source extends string = string> = {
  readonly source: Source;
  readonly price: Ratio;
  readonly ageMs: number;
};

export type AgreementRules = {
  /** Sources that have to say the same: two where the asset has a market outside. */
  readonly sourcesMin: number;
  /** How far from the median a source may be and still agree. */
  readonly deviationMaxBasisPoints: bigint;
  readonly ageMaxMs: number;
};

export type Agreement<Source extends string = string> =
  /** `dissenting` are fresh sources that say something else: somebody has to look at them. */
  | {
      readonly outcome: 'agreed';
      readonly price: Ratio;
      readonly agreeing: readonly SourcePrice<Source>[];
      readonly dissenting: readonly Source[];
    }
  | { readonly outcome: 'stopped'; readonly reason: 'too-few-sources' | 'stale' | 'disagreeing' };

/**
 * The median of the sources that are young enough, where enough of them agree with it. A pair stops rather than
 * misprices: `stopped` says why. Pure.
 */
export function agreeOnPrice<Source extends string>(
  said: readonly SourcePrice<Source>[],
  rules: AgreementRules,
): Agreement<Source> {
  if (said.length < rules.sourcesMin) return { outcome: 'stopped', reason: 'too-few-sources' };
  const fresh = said.filter(({ ageMs }) => ageMs >= 0 && ageMs <= rules.ageMaxMs);
  if (fresh.length < Math.max(1, rules.sourcesMin)) return { outcome: 'stopped', reason: 'stale' };
  const price = medianPrice(fresh.map((each) => each.price));
  const agreeing = fresh.filter((each) => isNear(each.price, price, rules.deviationMaxBasisPoints));
  if (agreeing.length < rules.sourcesMin) return { outcome: 'stopped', reason: 'disagreeing' };
  const dissenting = fresh.filter((each) => !agreeing.includes(each)).map(({ source }) => source);
  return { outcome: 'agreed', price, agreeing, dissenting };
}

/** The middle price; of an even number, what lies halfway between the two in the middle. At least one is given. */
export function medianPrice(prices: readonly Ratio[]): Ratio {
  const sorted = prices.toSorted(compareRatios);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('no price');
  if (upper === lower) return upper;
  return ratio(
    upper.numerator * lower.denominator + lower.numerator * upper.denominator,
    2n * upper.denominator * lower.denominator,
  );
}

function isNear(one: Ratio, other: Ratio, basisPoints: bigint): boolean {
  const [left, right] = [one.numerator * other.denominator, other.numerator * one.denominator];
  const apart = left > right ? left - right : right - left;
  return apart * 10_000n <= right * basisPoints;
}

/** Negative, zero or positive as `one` is below, at or above `other`. */
export function compareRatios(one: Ratio, other: Ratio): number {
  const [left, right] = [one.numerator * other.denominator, other.numerator * one.denominator];
  return left < right ? -1 : left > right ? 1 : 0;
}
