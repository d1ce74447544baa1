import { newId } from '@tern/base/ids';
import { isProblem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declareCountry } from '../../people/preferences/declare-country.ts';
import { putRecord } from '../../people/records/public.ts';
import { createSwapWorld, whole, type SwapWorld, type Swapper } from '../swaps/testing/swap-world.ts';
import { hasIncentiveSince } from './public.ts';

// Goal: who was given something because of the country they declared corrects it only to where nothing is given.

let world: SwapWorld;
beforeAll(async () => {
  world = await createSwapWorld();
});
afterAll(async () => {
  await world.checkBooks();
  await world.drop();
});

const say = (session: Swapper, country: string) =>
  declareCountry(
    { db: world.asApi, countryCorrectionMinutes: 60, closedCountries: ['GB'], hasIncentiveSince },
    session,
    country,
  );
const toReward = { assetOut: 'usdt', assetIn: 'reward', amount: '100' } as const;

/** What each of these gives, and how it comes to somebody. */
const given: readonly [string, (person: Swapper) => Promise<unknown>][] = [
  ['the reward of a swap', async (person) => world.swap(person, await world.quote(person, toReward))],
  ...(['airdrop-reward', 'activation-reward'] as const)
    .map(
      (type) =>
        [
          type,
          ({ personId, walletId }: Swapper) =>
            transact(world.asWorker, (tx) =>
              putRecord(tx, {
                personId,
                walletId,
                type,
                direction: 'in',
                status: 'success',
                settlement: 'internal',
                assetId: 'reward',
                amount: units(1n),
                payAddress: null,
                receiveAddress: null,
                source: { kind: 'bonus', id: newId() },
              }),
            ),
        ] as const,
    )
    .map(([type, give]) => [type, give] as [string, (person: Swapper) => Promise<unknown>]),
];

test.each(given)('H20 after %s the country is corrected towards a closed one alone', async (_, give) => {
  await world.sayPrices();
  const person = await world.person({ usdt: 1_000n * whole.usdt });
  await say(person, 'DE');
  await say(person, 'FR');
  await give(person);
  await expect(say(person, 'DE')).rejects.toSatisfy((error: unknown) => isProblem(error, 'COUNTRY_REWARDED'));
  await say(person, 'GB');
  // And from there nowhere else.
  await expect(say(person, 'FR')).rejects.toSatisfy((error: unknown) => isProblem(error, 'COUNTRY_FIXED'));
});

test('H20 what was given for a declaration before this one forbids no correction', async () => {
  const person = await world.person({ usdt: 1_000n * whole.usdt });
  await say(person, 'DE');
  await world.sayPrices();
  await world.swap(person, await world.quote(person, toReward));
  await world.db.pool.query(
    "UPDATE declared_countries SET declared_at = declared_at - interval '31 days' WHERE person_id = $1",
    [person.personId],
  );
  await say(person, 'FR');
  await say(person, 'AT');
});

test('H20 a reward that was quoted before the correction is not promised after it: a new quote has none', async () => {
  await world.sayPrices();
  const person = await world.person({ usdt: 1_000n * whole.usdt });
  await say(person, 'DE');
  const quote = await world.quote(person, toReward);
  expect(quote.reward).not.toBe('0');
  await say(person, 'GB');
  await expect(world.swap(person, quote)).rejects.toSatisfy((error: unknown) => isProblem(error, 'PRICE_CHANGED'));
  const next = await world.quote(person, toReward);
  expect(next.reward).toBe('0');
  await world.swap(person, next);
});

test('H20 a swap and a correction at one moment: a reward is promised only where the swap came first', async () => {
  await world.sayPrices();
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const person = await world.person({ usdt: 1_000n * whole.usdt });
    await say(person, 'DE');
    const quote = await world.quote(person, toReward);
    // In turn the closed country, which is always taken, and another open one, which waits for nothing that was promised.
    const country = round % 2 === 0 ? 'GB' : 'FR';
    const [swapped, corrected] = await Promise.allSettled([world.swap(person, quote), say(person, country)]);
    const isSwapped = swapped.status === 'fulfilled';
    if (country === 'GB') expect(corrected.status).toBe('fulfilled');
    else expect(isSwapped).toBe(true);
    const { rows } = await world.db.pool.query(
      `SELECT s.created_at < c.declared_at AS swapped_first FROM swaps s JOIN declared_countries c USING (person_id)
        WHERE person_id = $1 AND s.reward > 0 AND c.country = $2`,
      [person.personId, country],
    );
    if (country === 'GB') expect(rows).toEqual(isSwapped ? [{ swapped_first: true }] : []);
    // An open country is never taken after a reward was promised.
    else for (const row of rows) expect(row).toEqual({ swapped_first: false });
    outcomes.add(`${country} ${isSwapped} ${corrected.status}`);
  }
  expect(outcomes.size).toBeGreaterThan(1);
});
