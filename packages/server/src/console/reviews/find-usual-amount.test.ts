import { units } from '@tern/money/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findUsualAmount, type FormerTransfer } from './find-usual-amount.ts';

// Goal: nobody makes a large transfer look usual by another large one just before it. Method: generated histories.

const now = new Date('2026-03-01T12:00:00Z');
const hourMs = 3_600_000;
const transfer = (hours: { min: number; max: number }) =>
  fc.record({ value: fc.bigInt(1n, 10n ** 12n), age: fc.integer(hours) }).map(({ value, age }): FormerTransfer => ({
    usdtValue: units(value),
    at: new Date(now.getTime() - age * hourMs),
  }));
const older = fc.array(transfer({ min: 24, max: 20_000 }), { minLength: 1, maxLength: 60 });
const recent = fc.array(transfer({ min: 0, max: 23 }), { maxLength: 20 });

test('what was completed within the last 24 hours changes nothing, whatever it was worth', () => {
  fc.assert(
    fc.property(older, recent, (before, after) => {
      expect(findUsualAmount([...after, ...before], now)).toBe(findUsualAmount(before, now));
      expect(findUsualAmount(after, now)).toBeNull();
    }),
  );
});

test('it is one of the former amounts, with half of them on either side, in whatever order they come', () => {
  fc.assert(
    fc.property(older, (history) => {
      const usual = findUsualAmount(history, now);
      const values = history.map(({ usdtValue }) => usdtValue);
      expect(values).toContain(usual);
      if (usual === null) return;
      expect(values.filter((value) => value < usual).length).toBeLessThanOrEqual((values.length - 1) / 2);
      expect(values.filter((value) => value > usual).length).toBeLessThanOrEqual(values.length / 2);
      expect(findUsualAmount(history.toReversed(), now)).toBe(usual);
    }),
  );
});

test('one transfer of any size leaves it between two neighbours of what was usual', () => {
  fc.assert(
    fc.property(
      fc.array(transfer({ min: 24, max: 20_000 }), { minLength: 3 }),
      fc.bigInt(1n, 10n ** 30n),
      (history, value) => {
        const most = history.reduce((max, { usdtValue }) => (usdtValue > max ? usdtValue : max), units(0n));
        const large = { usdtValue: units(value), at: new Date(now.getTime() - 48 * hourMs) };
        expect(findUsualAmount([...history, large], now) ?? 0n).toBeLessThanOrEqual(most);
      },
    ),
  );
});

test('three transfers of 100 and one of 10,000 an hour ago: 100 is usual', () => {
  const past = (value: bigint, hours: number) => ({
    usdtValue: units(value),
    at: new Date(now.getTime() - hours * hourMs),
  });
  expect(findUsualAmount([past(100n, 50), past(100n, 40), past(100n, 30), past(10_000n, 1)], now)).toBe(100n);
});
