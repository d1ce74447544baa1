import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, formatAmountFloor } from './format-amount.ts';
import { parseAmount } from './parse-amount.ts';
import { multiplyCeil, multiplyFloor, ratio } from './ratio.ts';
import { units, unitsFromWire, unitsMax, unitsToWire } from './units.ts';

const amounts = fc.bigInt({ min: 0n, max: unitsMax }).map(units);
const decimals = fc.integer({ min: 0, max: 18 });

test('what is formatted is read back to the unit, at every size and precision', () => {
  fc.assert(
    fc.property(amounts, decimals, (amount, places) => {
      expect(parseAmount(formatAmount(amount, places), places)).toEqual({ units: amount });
      expect(unitsFromWire(unitsToWire(amount))).toBe(amount);
    }),
  );
});

test('an amount cut for display is never more than it is', () => {
  fc.assert(
    fc.property(amounts, decimals, fc.integer({ min: 0, max: 18 }), (amount, places, shown) => {
      const cut = parseAmount(formatAmountFloor(amount, places, Math.min(shown, places)), places);
      expect('units' in cut && cut.units <= amount).toBe(true);
    }),
  );
});

test('rounding down and up differ by at most one unit and enclose the exact product', () => {
  const part = fc.bigInt({ min: 0n, max: 10n ** 18n });
  fc.assert(
    fc.property(part, part, fc.bigInt({ min: 1n, max: 10n ** 18n }), (amount, numerator, denominator) => {
      const by = ratio(numerator, denominator);
      const floor = multiplyFloor(units(amount), by);
      const ceil = multiplyCeil(units(amount), by);
      expect(floor * denominator <= amount * numerator && amount * numerator <= ceil * denominator).toBe(true);
      expect(ceil - floor <= 1n).toBe(true);
    }),
  );
});

test('no text that is not a plain decimal is read as an amount', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const parsed = parseAmount(text, 6);
      if ('units' in parsed) expect(text).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]{1,6})?$/);
    }),
  );
});
