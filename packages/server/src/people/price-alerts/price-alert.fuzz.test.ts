import { formatAmount } from '@tern/money/format-amount';
import { parseAmount } from '@tern/money/parse-amount';
import { ratio } from '@tern/money/ratio';
import { units, unitsMax } from '@tern/money/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsOf, isReached, readTarget } from './price-alert.ts';

const decimals = 8;
const inBase = (plain: string): bigint => {
  const parsed = parseAmount(plain, decimals);
  if ('fault' in parsed) throw new Error(parsed.fault);
  return parsed.units;
};

test('what the database compares finds exactly what is reached, whatever the price and the target', () => {
  const prices = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 24n }))
    .map(([numerator, denominator]) => ratio(numerator, denominator));
  const near = fc.bigInt({ min: -3n, max: 3n });
  fc.assert(
    fc.property(prices, near, (price, distance) => {
      const { floor, ceil } = boundsOf(price);
      const at = inBase(floor) + distance;
      fc.pre(at > 0n && at <= unitsMax);
      const target = formatAmount(units(at), decimals);
      expect(isReached({ direction: 'above', target }, price)).toBe(at <= inBase(floor));
      expect(isReached({ direction: 'below', target }, price)).toBe(at >= inBase(ceil));
    }),
  );
});

test('a typed target is read back as it is, up to a million millions', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }), (at) => {
      const plain = formatAmount(units(at), decimals);
      expect(readTarget(` ${plain} `)).toBe(plain);
    }),
  );
});
