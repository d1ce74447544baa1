import { invert, multiplyRatios, ratio } from '@tern/money/ratio';
import { units } from '@tern/money/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountWithinUsdt } from '../../chain/prices/public.ts';
import type { SwapTerms } from '../../people/terms/public.ts';
import { hasMovedAgainstHouse, largestSwap, quoteAmounts, volatilitySpread } from './quote-amounts.ts';

// Goal: no sequence of swaps at a price that stands still makes anybody richer, and the fee is never paid out twice.

const cases = Number(process.env['FUZZ_CASES'] ?? '10000');
const terms: SwapTerms = {
  feeBasisPoints: 30n,
  swapperShareBasisPoints: 2_000n,
  poolShareBasisPoints: 3_000n,
  baseSpreadPpm: 2_500n,
  sizeSpreadPpm: 20_000n,
  spreadMaxPpm: 100_000n,
  inventoryShareBasisPoints: 1_000n,
  minimumUsdt: units(1_000_000n),
  maximumUsdt: units(20_000_000_000n),
};
const whole = ratio(1n, 1n);
const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 20n }),
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
  fc.bigInt({ min: 1n, max: 2n ** 128n }),
);
const price = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.bigInt({ min: 1n, max: 10n ** 24n }))
  .map(([numerator, denominator]) => ratio(numerator, denominator));
type Side = Parameters<typeof largestSwap>[0][number];
const volatilityPpm = fc.bigInt({ min: 0n, max: 50_000n });

test('M11 there and back again never ends with more than it began', () => {
  fc.assert(
    fc.property(amount, price, amount, amount, volatilityPpm, (given, mid, inventory, otherInventory, restless) => {
      const there = quoteAmounts(
        {
          amountOut: units(given),
          mid,
          rewardBid: whole,
          inventory: units(inventory),
          volatilityPpm: restless,
        },
        terms,
      );
      if (there.amountIn === 0n) return;
      const back = quoteAmounts(
        {
          amountOut: there.amountIn,
          mid: invert(mid),
          rewardBid: whole,
          inventory: units(otherInventory),
          volatilityPpm: 0n,
        },
        terms,
      );
      expect(back.amountIn).toBeLessThan(given);
    }),
    { numRuns: cases },
  );
});

test('M11 the parts of a split swap never bring more than the whole beyond what its size cost', () => {
  fc.assert(
    fc.property(amount, amount, price, (one, other, mid) => {
      // The size is left out: it is what splitting is for.
      const flat = { ...terms, sizeSpreadPpm: 0n };
      const facts = { mid, rewardBid: whole, inventory: units(1n), volatilityPpm: 0n };
      const quote = (given: bigint) => quoteAmounts({ ...facts, amountOut: units(given) }, flat);
      expect(quote(one).amountIn + quote(other).amountIn).toBeLessThanOrEqual(quote(one + other).amountIn);
    }),
    { numRuns: cases },
  );
});

test('M11 fee and shares: at least one unit, and what is given back is never more than what was taken', () => {
  fc.assert(
    fc.property(amount, price, price, amount, (given, mid, rewardBid, inventory) => {
      const quote = quoteAmounts(
        { amountOut: units(given), mid, rewardBid, inventory: units(inventory), volatilityPpm: 0n },
        terms,
      );
      expect(quote.fee).toBeGreaterThanOrEqual(1n);
      expect(quote.fee * 10_000n).toBeGreaterThanOrEqual(given * 30n);
      expect(quote.swapperShare + quote.poolShare).toBeLessThanOrEqual(quote.fee);
      const given2 = (quote.swapperReward + quote.poolReward) * rewardBid.denominator;
      expect(given2).toBeLessThanOrEqual(quote.fee * rewardBid.numerator);
      // The house never pays above the middle price.
      expect(quote.amountIn * mid.denominator).toBeLessThanOrEqual((given - quote.fee) * mid.numerator);
    }),
    { numRuns: cases },
  );
});

test('M11 whoever churns, rewards included, ends with less than they began', () => {
  const assets = fc.constantFrom('one', 'other');
  fc.assert(
    fc.property(
      amount,
      price,
      fc.array(fc.tuple(assets, fc.bigInt({ min: 1n, max: 100n })), { maxLength: 8 }),
      (start, mid, turns) => {
        // Everything is counted in units of the one; the other is the reward token, valued at its middle price.
        let [one, other] = [start, 0n];
        for (const [from, percent] of turns) {
          const given = ((from === 'one' ? one : other) * percent) / 100n;
          if (given < 2n) continue;
          const quote = quoteAmounts(
            {
              amountOut: units(given),
              mid: from === 'one' ? mid : invert(mid),
              rewardBid: from === 'one' ? mid : whole,
              inventory: units(2n ** 128n),
              volatilityPpm: 0n,
            },
            terms,
          );
          // The swapper's share of the fee comes back; the best case for them is at once.
          if (from === 'one') [one, other] = [one - given, other + quote.amountIn + quote.swapperReward];
          else [one, other] = [one + quote.amountIn, other - given + quote.swapperReward];
        }
        expect(one * mid.numerator + other * mid.denominator).toBeLessThanOrEqual(start * mid.numerator);
      },
    ),
    { numRuns: cases },
  );
});

test('a larger swap never gets a better rate, and a restless price never a better one', () => {
  fc.assert(
    fc.property(amount, amount, price, amount, volatilityPpm, (one, more, mid, inventory, restless) => {
      const facts = { mid, rewardBid: whole, inventory: units(inventory) };
      const small = quoteAmounts({ ...facts, amountOut: units(one), volatilityPpm: 0n }, terms);
      const large = quoteAmounts({ ...facts, amountOut: units(one + more), volatilityPpm: 0n }, terms);
      const rough = quoteAmounts({ ...facts, amountOut: units(one), volatilityPpm: restless }, terms);
      expect(large.spreadPpm).toBeGreaterThanOrEqual(small.spreadPpm);
      expect(rough.amountIn).toBeLessThanOrEqual(small.amountIn);
      expect(rough.spreadPpm).toBeLessThanOrEqual(terms.spreadMaxPpm);
    }),
    { numRuns: cases },
  );
});

test('H14 the largest swap takes no more than its share of the inventory, in either direction, and is worth the same in both', () => {
  fc.assert(
    fc.property(amount, amount, price, price, (one, other, priceOfOne, priceOfOther) => {
      const sides = [
        { price: priceOfOne, inventory: units(one) },
        { price: priceOfOther, inventory: units(other) },
      ] as const;
      const largest = largestSwap(sides, terms);
      expect(largest).toBe(largestSwap(sides.toReversed(), terms));
      expect(largest).toBeLessThanOrEqual(terms.maximumUsdt);
      for (const [given, taken] of [sides, sides.toReversed() as [Side, Side]] as const) {
        const amountOut = amountWithinUsdt(largest, { ratio: given.price });
        if (amountOut === 0n) continue;
        const mid = multiplyRatios(given.price, invert(taken.price));
        const { inventory } = taken;
        const quote = quoteAmounts({ amountOut, mid, rewardBid: whole, inventory, volatilityPpm: 0n }, terms);
        expect(quote.amountIn * 10n).toBeLessThanOrEqual(inventory);
      }
    }),
    { numRuns: cases },
  );
});

test('M10 a price that moved against the house by more than half the spread is a changed price, one that moved for it is not', () => {
  const quoted = ratio(1_000_000n, 1n);
  const at = (parts: bigint) => ratio(parts, 1n);
  expect(hasMovedAgainstHouse(quoted, at(1_000_000n), 2_500n)).toBe(false);
  expect(hasMovedAgainstHouse(quoted, at(998_750n), 2_500n)).toBe(false);
  expect(hasMovedAgainstHouse(quoted, at(998_749n), 2_500n)).toBe(true);
  expect(hasMovedAgainstHouse(quoted, at(1_200_000n), 2_500n)).toBe(false);
});

test('half of what a price moved is added to the spread', () => {
  expect(volatilitySpread({ lowest: ratio(3n, 10n), highest: ratio(3n, 10n) })).toBe(0n);
  expect(volatilitySpread({ lowest: ratio(99n, 100n), highest: ratio(1n, 1n) })).toBe(5_000n);
});
