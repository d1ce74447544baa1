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
  // Nothing is given there, but what was given stays given: no other open country either.
  await expect(say(person, 'FR')).rejects.toSatisfy((error: unknown) => isProblem(error, 'COUNTRY_REWARDED'));
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
