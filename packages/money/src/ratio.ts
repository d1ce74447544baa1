import { assert } from '@tern/base/assert';
import { units, type Units } from './units.ts';

/** An exact fraction of zero or more, for prices, shares and margins. It is not reduced: 2/4 stays 2/4. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

/**
 * Makes a ratio of two whole numbers.
 *
 * @throws AssertionFault where the numerator is negative or the denominator is not positive.
 * @example
 * ratio(3n, 1_000n); // → { numerator: 3n, denominator: 1_000n }
 * ratio(1n, 0n); // throws AssertionFault('not a ratio: 1/0')
 */
export function ratio(numerator: bigint, denominator: bigint): Ratio {
  assert(numerator >= 0n && denominator > 0n, `not a ratio: ${numerator}/${denominator}`);
  return { numerator, denominator };
}

/**
 * Multiplies an amount by a ratio and rounds down to whole base units. Use it for what somebody receives: the receiver
 * bears the rounding, and the parts never add up to more than the whole.
 *
 * @throws AssertionFault where the product is above 2^256 − 1.
 * @example
 * multiplyFloor(units(10n), ratio(1n, 3n)); // → 3n
 * multiplyFloor(units(9n), ratio(1n, 3n)); // → 3n
 */
export function multiplyFloor(amount: Units, by: Ratio): Units {
  return units((amount * by.numerator) / by.denominator);
}

/**
 * Multiplies an amount by a ratio and rounds up to whole base units. Use it for what somebody pays, such as a fee: the
 * payer bears the rounding.
 *
 * @throws AssertionFault where the product is above 2^256 − 1.
 * @example
 * multiplyCeil(units(10n), ratio(1n, 3n)); // → 4n
 * multiplyCeil(units(9n), ratio(1n, 3n)); // → 3n
 */
export function multiplyCeil(amount: Units, by: Ratio): Units {
  const product = amount * by.numerator;
  return units((product + by.denominator - 1n) / by.denominator);
}

/**
 * Multiplies a ratio by `basisPoints` / 10,000: 10,000 leaves it as it is, 12,000 makes it a fifth larger.
 *
 * @throws AssertionFault where `basisPoints` is negative.
 * @example
 * scaleBasisPoints(ratio(1n, 2n), 12_000n); // → ratio(12_000n, 20_000n)
 */
export function scaleBasisPoints(by: Ratio, basisPoints: bigint): Ratio {
  return ratio(by.numerator * basisPoints, by.denominator * 10_000n);
}

/**
 * Multiplies two ratios, for example the price of TRX in USDT by the price of USDT in euros. The product is exact and
 * not reduced.
 *
 * @example
 * multiplyRatios(ratio(3n, 10n), ratio(9n, 10n)); // → ratio(27n, 100n)
 */
export function multiplyRatios(a: Ratio, b: Ratio): Ratio {
  return ratio(a.numerator * b.numerator, a.denominator * b.denominator);
}

/**
 * Turns a ratio round: the price of A in B becomes the price of B in A.
 *
 * @throws AssertionFault where the ratio is zero.
 * @example
 * invert(ratio(3n, 10n)); // → ratio(10n, 3n)
 * invert(ratio(0n, 1n)); // throws AssertionFault('not a ratio: 1/0')
 */
export function invert(of: Ratio): Ratio {
  return ratio(of.denominator, of.numerator);
}

/**
 * Reads a plain decimal, such as a price in the settings, as an exact ratio.
 *
 * @throws AssertionFault on signs, exponents, separators, leading zeros, more than 30 digits before the point and more
 *   than 18 after it. For text that a person typed use `parseAmount`, which answers with a fault instead.
 * @example
 * ratioFromDecimal('0.0512'); // → ratio(512n, 10_000n)
 * ratioFromDecimal('3'); // → ratio(3n, 1n)
 * ratioFromDecimal('1e3'); // throws AssertionFault('not a plain decimal: 1e3')
 */
export function ratioFromDecimal(text: string): Ratio {
  assert(/^(0|[1-9]\d{0,29})(\.\d{1,18})?$/.test(text), `not a plain decimal: ${text}`);
  const [whole = '0', fraction = ''] = text.split('.');
  return ratio(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}
