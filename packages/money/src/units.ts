import { assert } from '@tern/base/assert';
import type { Branded } from '@tern/base/ids';

/** An amount in an asset's smallest unit. Plain `+` gives back a bare bigint, which is not `Units`: use this module. */
export type Units = Branded<bigint, 'Units'>;

/** Largest amount the ledger stores: 2^256 − 1, what a TRC-20 balance can hold. */
export const unitsMax = (2n ** 256n - 1n) as Units;

export const zero = 0n as Units;

/** Brands a bigint that is already known to be an amount of 0 to 2^256 − 1 base units. */
export function units(value: bigint): Units {
  assert(value >= 0n && value <= unitsMax, `amount out of range: ${value}`);
  return value as Units;
}

/** Reads the wire form: a string of decimal digits without sign, leading zeros or exponent. Throws on anything else. */
export function unitsFromWire(text: string): Units {
  assert(/^(0|[1-9]\d{0,77})$/.test(text), `not an amount in base units: ${text}`);
  return units(BigInt(text));
}

export function unitsToWire(value: Units): string {
  return value.toString();
}

export function add(a: Units, b: Units): Units {
  return units(a + b);
}

/** a − b; asserts that the result is not negative. */
export function subtract(a: Units, b: Units): Units {
  return units(a - b);
}

/** a − b, or zero where b is larger. */
export function subtractOrZero(a: Units, b: Units): Units {
  return a > b ? units(a - b) : zero;
}

export function sum(values: Iterable<Units>): Units {
  let total = 0n;
  for (const value of values) total += value;
  return units(total);
}

export function min(a: Units, b: Units): Units {
  return a < b ? a : b;
}

export function max(a: Units, b: Units): Units {
  return a > b ? a : b;
}
