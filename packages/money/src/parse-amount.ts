import { units, unitsMax, type Units } from './units.ts';

export type AmountFault = 'empty' | 'not-a-number' | 'separators' | 'too-many-decimals' | 'too-large';

export type ParsedAmount = { readonly units: Units } | { readonly fault: AmountFault };

/**
 * Reads what a person or a client typed: ASCII digits with at most one point, at most `decimals` digits after it.
 * No signs, exponents, separators, other scripts' digits or rounding: a wallet refuses instead of guessing.
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
