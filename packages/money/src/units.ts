import { assert } from '@tern/base/assert';
import type { Branded } from '@tern/base/ids';

/** An amount in an asset's smallest unit. Plain `+` gives back a bare bigint, which is not `Units`: use this module. */
export type Units = Branded<bigint, 'Units'>;

/** Largest amount the ledger stores: 2^256 − 1, what a TRC-20 balance can hold. */
export const unitsMax = (2n ** 256n - 1n) as Units;

export const zero = 0n as Units;

/**
 * Brands a bigint as an amount of base units: sun of TRX, millionths of a USDT, the smallest units of any other token.
 *
 * @throws AssertionFault unless it is 0 to 2^256 − 1.
 * @example
 * units(1_500_000n); // → 1_500_000n
 * units(-1n); // throws AssertionFault('amount out of range: -1')
 */
export function units(value: bigint): Units {
  assert(value >= 0n && value <= unitsMax, `amount out of range: ${value}`);
  return value as Units;
}

/**
 * Reads an amount in the form in which it is sent and stored: base units as decimal digits, without a sign, leading
 * zeros, a point or an exponent.
 *
 * @throws AssertionFault on any other text, and on amounts above 2^256 − 1.
 * @example
 * unitsFromWire('1500000'); // → 1_500_000n
 * unitsFromWire('1.5'); // throws AssertionFault('not an amount in base units: 1.5')
 */
export function unitsFromWire(text: string): Units {
  assert(/^(0|[1-9]\d{0,77})$/.test(text), `not an amount in base units: ${text}`);
  return units(BigInt(text));
}

/**
 * Writes an amount in the form in which it is sent and stored, because JSON has no bigint. `unitsFromWire` reads it
 * back.
 *
 * @example
 * unitsToWire(units(1_500_000n)); // → '1500000'
 */
export function unitsToWire(value: Units): string {
  return value.toString();
}

/**
 * Adds two amounts of the same asset.
 *
 * @throws AssertionFault where the sum is above 2^256 − 1.
 * @example
 * add(units(2n), units(3n)); // → 5n
 * add(unitsMax, units(1n)); // throws AssertionFault('amount out of range')
 */
export function add(a: Units, b: Units): Units {
  return units(a + b);
}

/**
 * Takes `b` from `a`, two amounts of the same asset.
 *
 * @throws AssertionFault where `b` is larger: there are no negative amounts.
 * @example
 * subtract(units(5n), units(3n)); // → 2n
 * subtract(units(1n), units(2n)); // throws AssertionFault('amount out of range: -1')
 */
export function subtract(a: Units, b: Units): Units {
  return units(a - b);
}

/**
 * Takes `b` from `a`, or gives zero where `b` is larger: what is still missing, or left, of something.
 *
 * @example
 * subtractOrZero(units(5n), units(3n)); // → 2n
 * subtractOrZero(units(1n), units(2n)); // → 0n
 */
export function subtractOrZero(a: Units, b: Units): Units {
  return a > b ? units(a - b) : zero;
}

/**
 * Adds up amounts of the same asset; zero where there are none.
 *
 * @throws AssertionFault where the sum is above 2^256 − 1.
 * @example
 * sum([units(1n), units(2n), units(3n)]); // → 6n
 * sum([]); // → 0n
 */
export function sum(values: Iterable<Units>): Units {
  let total = 0n;
  for (const value of values) total += value;
  return units(total);
}

/**
 * Gives the smaller of two amounts of the same asset.
 *
 * @example
 * min(units(1n), units(2n)); // → 1n
 */
export function min(a: Units, b: Units): Units {
  return a < b ? a : b;
}

/**
 * Gives the larger of two amounts of the same asset.
 *
 * @example
 * max(units(1n), units(2n)); // → 2n
 */
export function max(a: Units, b: Units): Units {
  return a > b ? a : b;
}
