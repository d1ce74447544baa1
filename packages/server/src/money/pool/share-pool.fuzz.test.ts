import { units } from '@tern/money/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf, shareOfPool } from './share-pool.ts';

const cases = Number(process.env['FUZZ_CASES'] ?? '10000');
const amount = fc.bigInt({ min: 0n, max: 2n ** 128n });
const weights = fc.array(fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 100n }), amount), {
  maxLength: 60,
  size: 'max',
});

// Plain comparisons: a million cases of sixty holders are more than matchers are made for.
test('M12 parts plus remainder equal the share, each within a unit of exact, and nothing for nothing', () => {
  fc.assert(
    fc.property(amount, weights, (distributed, of) => {
      const { parts, remainder } = partsOf(units(distributed), of);
      const total = of.reduce((sum, weight) => sum + weight, 0n);
      const given = parts.reduce<bigint>((sum, part) => sum + part, 0n);
      const isExact = (part: bigint, weight: bigint): boolean =>
        weight === 0n
          ? part === 0n
          : part * total <= distributed * weight && (part + 1n) * total > distributed * weight;
      return (
        parts.length === of.length &&
        given + remainder === distributed &&
        parts.every((part, index) => isExact(part, of[index] ?? 0n)) &&
        (total === 0n || remainder < BigInt(Math.max(1, of.length)))
      );
    }),
    { numRuns: cases },
  );
});

test('M12 the order of the holders changes nothing', () => {
  fc.assert(
    fc.property(amount, weights, (distributed, of) => {
      const there = partsOf(units(distributed), of).parts;
      const back = partsOf(units(distributed), of.toReversed()).parts.toReversed();
      return there.length === back.length && there.every((part, index) => part === back[index]);
    }),
    { numRuns: cases },
  );
});

test('a tenth of the pool, rounded down', () => {
  expect(shareOfPool(units(109n), 1_000n)).toBe(10n);
  expect(shareOfPool(units(9n), 1_000n)).toBe(0n);
});
