import { units, unitsMax, type Units } from './units.ts';

export type AmountFault = 'empty' | 'not-a-number' | 'separators' | 'too-many-decimals' | 'too-large';

export type ParsedAmount = { readonly units: Units } | { readonly fault: AmountFault };

/**
 * Reads an amount that a person or a client typed, as base units. It takes ASCII digits with at most one point in
 * between and at most `decimals` digits after it. Signs, exponents, separators, leading zeros, spaces and the digits of
 * other scripts are refused, and nothing is rounded: a wallet does not guess what somebody meant to pay
 * (docs/decisions/0127-ambiguous-separators-are-refused.md).
 *
 * It never throws. The faults are `empty`; `separators`, a comma between digits, which separates thousands in some
 * countries and decimals in others; `too-many-decimals`; `too-large`, above 2^256 − 1 base units or a number of more
 * than 78 characters; and `not-a-number` for everything else, a number of more than 30 decimals among it.
 *
 * @param decimals Decimals of the asset, 0 to 18: 6 for TRX and USDT.
 * @example
 * parseAmount('1.5', 6); // → { units: 1_500_000n }
 * parseAmount('1.2345678', 6); // → { fault: 'too-many-decimals' }
 * parseAmount('1,250', 6); // → { fault: 'separators' }
 * parseAmount('-1', 6); // → { fault: 'not-a-number' }
 */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  if (text === '') return { fault: 'empty' };
  const match = /^(0|[1-9]\d{0,77})(?:\.(\d{1,30}))?$/.exec(text);
  if (match === null) return { fault: findFault(text) };
  const [, whole = '0', fraction = ''] = match;
  if (fraction.length > decimals) return { fault: 'too-many-decimals' };
  const value = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0') || '0');
  return value > unitsMax ? { fault: 'too-large' } : { units: units(value) };
}

/** A comma between digits is named: in half of the world it separates thousands, in the other half decimals. */
function findFault(text: string): AmountFault {
  if (/^\d+(?:[.,]\d+)*$/.test(text) && text.includes(',')) return 'separators';
  return /^\d+(\.\d+)?$/.test(text) && text.length > 78 ? 'too-large' : 'not-a-number';
}
