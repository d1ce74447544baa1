import type { AssetId } from '@tern/money/asset';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSwapWorld, whole, type SwapWorld, type Swapper } from './testing/swap-world.ts';

// Goal: at a price that stands still nobody gains by swapping to and fro, and what rounding keeps from them stays whole in the
// house's liquidity. Method: generated journeys through all pairs, really swapped, against the books and the stored quotes.

let world: SwapWorld;
beforeAll(async () => {
  world = await createSwapWorld();
});
afterAll(async () => {
  await world.checkBooks();
  await world.drop();
});

const assets = ['usdt', 'trx', 'reward'] as const;
/** USDT base units for one base unit, as exact parts of a million million million. */
const worth: Readonly<Record<AssetId, bigint>> = {
  usdt: 10n ** 18n,
  trx: (3n * 10n ** 18n) / 10n,
  // A tenth of a USDT for 10^18 units.
  reward: 10n ** 5n,
};

/** What somebody has, with the rewards they are still owed, at the middle price. */
async function valueOf(person: Swapper): Promise<bigint> {
  const { rows } = await sql<{ owed: string }>`
    SELECT coalesce(sum(reward), 0)::text AS owed FROM swaps WHERE person_id = ${person.personId}`.execute(
    world.db.kysely,
  );
  let value = BigInt(rows[0]?.owed ?? '0') * worth.reward;
  for (const asset of assets) value += (await world.available(person, asset)) * worth[asset];
  return value;
}

/** A pair, and how much of what is there is given: amounts that do not divide evenly are the point. */
const leg = fc.record({
  direction: fc.constantFrom(
    ...assets.flatMap((out) => assets.filter((each) => each !== out).map((to) => [out, to] as const)),
  ),
  perMille: fc.integer({ min: 1, max: 999 }),
  odd: fc.bigInt({ min: 0n, max: 999n }),
});

test('I18 no journey of swaps at a fixed price profits, and every unit that rounding keeps is in the liquidity', async () => {
  let swapped = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(leg, { minLength: 2, maxLength: 6 }), async (journey) => {
      await world.sayPrices();
      const person = await world.person(
        { usdt: 300n * whole.usdt + 7n, trx: 900n * whole.trx + 3n, reward: 2_500n * whole.reward + 11n },
        'DE',
      );
      let before = await valueOf(person);
      for (const {
        direction: [assetOut, assetIn],
        perMille,
        odd,
      } of journey) {
        const has = await world.available(person, assetOut);
        const amount = (has * BigInt(perMille)) / 1_000n + odd;
        // Below the least swap, or more than there is.
        if (amount * worth[assetOut] < 2n * whole.usdt * 10n ** 18n || amount > has) continue;
        const text = `${amount / whole[assetOut]}.${String(amount % whole[assetOut]).padStart(String(whole[assetOut]).length - 1, '0')}`;
        const kept = async () => Promise.all(assets.map((asset) => world.house('liquidity', asset)));
        const keptBefore = await kept();
        const roundingBefore = await world.house('rounding', assetIn);
        const quote = await world.quote(person, { assetOut, assetIn, amount: text });
        await world.swap(person, quote);
        swapped += 1;

        const after = await valueOf(person);
        expect(after).toBeLessThan(before);
        before = after;

        const { rows } = await sql<
          Record<'numerator' | 'denominator' | 'spread' | 'fee' | 'taken' | 'shares' | 'rewards', string>
        >`
          SELECT mid_numerator::text AS numerator, mid_denominator::text AS denominator, spread_ppm::text AS spread,
                 fee::text, amount_in::text AS taken,
                 (swapper_share + pool_share)::text AS shares, (swapper_reward + pool_reward)::text AS rewards FROM swap_quotes WHERE id = ${quote.id}`.execute(
          world.db.kysely,
        );
        const stored = rows[0];
        if (stored === undefined) throw new Error('a swap without its quote');
        const counted = amount - BigInt(stored.fee);
        const keptAfter = await kept();
        // What comes in and goes out, and the parts of the fee that become reward tokens: to the unit.
        expect(assets.map((_, at) => (keptAfter[at] as bigint) - (keptBefore[at] as bigint))).toEqual(
          assets.map(
            (asset) =>
              (asset === assetOut ? counted + BigInt(stored.shares) : 0n) -
              (asset === assetIn ? BigInt(stored.taken) : 0n) -
              (asset === 'reward' ? BigInt(stored.rewards) : 0n),
          ),
        );
        // The exact amount, over one denominator: what the person did not get of it is less than one unit, and never negative.
        const denominator = BigInt(stored.denominator) * 1_000_000n;
        const exact = counted * BigInt(stored.numerator) * (1_000_000n - BigInt(stored.spread));
        const dust = exact - BigInt(stored.taken) * denominator;
        expect(dust >= 0n && dust < denominator).toBe(true);
        // Nothing of it is anywhere else.
        expect(await world.house('rounding', assetIn)).toBe(roundingBefore);
      }
    }),
    { numRuns: 12 },
  );
  expect(swapped).toBeGreaterThan(12);
});
