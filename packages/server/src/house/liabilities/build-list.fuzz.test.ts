import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineBytes, openLeafList } from './leaf-list.ts';
import { balanceAt } from './packed-balances.ts';
import { partMaxOf, splitBalance, type SplitRules } from './split-balance.ts';
import { readSum } from './sum-levels.ts';
import { buildWholeHere } from './testing/gather-pieces.ts';

// Goal: lists that are built from bytes and limbs are, byte for byte, those that bigints and texts give, which people's own lines
// are derived with. Method: random books with amounts at the limits of what is computed with, and one book whose root was written
// down before the lists were built in this way.

const seed = createHash('sha256').update('a seed').digest();

type Book = { readonly amounts: readonly bigint[]; readonly rules: SplitRules };

function build({ amounts, rules }: Book, house: readonly bigint[] = []) {
  const text = amounts.map((amount, at) => `${at + 1} ${ownerAt(at)} ${amount}\n`).join('');
  const owed = house.map((amount) => ({ owner: 'house.suspense', amount }));
  return buildWholeHere({ rules, house: owed, customers: [new TextEncoder().encode(text)] });
}

/** Of different lengths, the longest in the midst. */
function ownerAt(at: number): string {
  return `T${'x'.repeat((at * 7) % 40)}${at}`;
}

const limits = [
  1n,
  2n,
  3n,
  1n << 24n,
  1n << 53n,
  1n << 63n,
  (1n << 64n) - 1n,
  1n << 64n,
  1n << 100n,
  (1n << 120n) - 1n,
];
const amount = fc.oneof(
  fc.constantFrom(...limits),
  fc.integer({ min: 1, max: 120 }).chain((bits) => fc.bigInt({ min: 1n, max: 1n << BigInt(bits) })),
);
/** With balances of a whole part and one unit less and more. */
const book: fc.Arbitrary<Book> = fc.array(amount, { maxLength: 60 }).map((some) => {
  const partMax = partMaxOf(some.reduce((sum, each) => sum + each, 0n));
  const amounts = [...some, partMax, partMax + 1n, partMax === 1n ? 1n : partMax - 1n, 5n * partMax];
  return { amounts, rules: { snapshot: 3, assetId: 'reward', partMax, seed } };
});

test('a list is the one that its balances’ parts give, and all of them are stored as they are', () => {
  fc.assert(
    fc.property(book, ({ amounts, rules }) => {
      const built = build({ amounts, rules }, [5n]);
      const leaves = openLeafList();
      for (const part of splitBalance({ owner: 'house.suspense', amount: 5n }, rules)) leaves.add(part);
      for (const [at, each] of amounts.entries())
        for (const part of splitBalance({ owner: ownerAt(at), amount: each }, rules, built.further)) leaves.add(part);
      expect(built.lines.equals(leaves.finish(rules))).toBe(true);
      expect(built.listed).toBe(amounts.reduce((sum, each) => sum + each, 0n));
      expect(amounts.map((_, at) => balanceAt(built.balances, at))).toEqual(amounts);
    }),
    { numRuns: 60 },
  );
});

test('balances with units enough fill the list with lines above 0', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n << 33n, max: 1n << 90n }), { minLength: 1, maxLength: 700 }),
      (amounts) => {
        const partMax = partMaxOf(amounts.reduce((sum, each) => sum + each, 0n));
        const { lines } = build({ amounts, rules: { snapshot: 3, assetId: 'reward', partMax, seed } });
        for (let at = 0; at < lines.length; at += lineBytes) expect(readSum(lines, at)).toBeGreaterThan(0n);
      },
    ),
    { numRuns: 10 },
  );
});

test('the list of a book is the one that was published of it before', () => {
  const amounts = Array.from({ length: 3_000 }, (_, at) => 7n ** BigInt(at % 40) + BigInt(at));
  const partMax = partMaxOf(amounts.reduce((sum, each) => sum + each, 0n));
  const { root, further, lines } = build({ amounts, rules: { snapshot: 12, assetId: 'trx', partMax, seed } });
  expect(lines.length / lineBytes).toBe(8_192);
  expect([root, further]).toEqual(golden);
});

/** As the builder of 30 November 2026 gave it. */
const golden = [
  '8d7d4ae47278cb3035f4f06477a9bcf83f6ce714efc1d5dd28f31d31653eb599',
  { every: 0, below: 2_886_475_156_275_414_174n },
];
