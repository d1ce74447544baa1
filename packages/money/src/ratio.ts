import { assert } from '@tern/base/assert';
import { units, type Units } from './units.ts';

/** An exact positive fraction, for prices, shares and margins. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

export function ratio(numerator: bigint, denominator: bigint): Ratio {
  assert(numerator >= 0n && denominator > 0n, `not a ratio: ${numerator}/${denominator}`);
  return { numerator, denominator };
}

/** amount × ratio, rounded down: the one who receives the result bears the rounding. */
export function multiplyFloor(amount: Units, by: Ratio): Units {
  return units((amount * by.numerator) / by.denominator);
}

/** amount × ratio, rounded up: the one who pays the result bears the rounding. */
export function multiplyCeil(amount: Units, by: Ratio): Units {
  const product = amount * by.numerator;
  return units((product + by.denominator - 1n) / by.denominator);
}

/** The ratio times `basisPoints` / 10,000. */
export function scaleBasisPoints(by: Ratio, basisPoints: bigint): Ratio {
  return ratio(by.numerator * basisPoints, by.denominator * 10_000n);
}

export function multiplyRatios(a: Ratio, b: Ratio): Ratio {
  return ratio(a.numerator * b.numerator, a.denominator * b.denominator);
}

export function invert(of: Ratio): Ratio {
  return ratio(of.denominator, of.numerator);
}

/** Reads a plain decimal such as `0.0512` exactly. Throws on signs, exponents or more than 18 decimals. */
export function ratioFromDecimal(text: string): Ratio {
  assert(/^(0|[1-9]\d{0,29})(\.\d{1,18})?$/.test(text), `not a plain decimal: ${text}`);
  const [whole = '0', fraction = ''] = text.split('.');
  return ratio(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}
