import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units, zero } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeSample } from '../../chain/reserves/sample-store.ts';
import { upsertSignerAccounts } from '../../chain/signer/signer-accounts-store.ts';
import { fundPool } from '../../money/pool/public.ts';
import { fundPromotion } from '../../money/promotions/public.ts';
import { findFirstSteps, type FirstStepName, type FirstStepSettings } from './find-first-steps.ts';

const hot = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' as TronAddress;
const fee = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' as TronAddress;
const rules = { sourcesMin: 1, deviationMaxBasisPoints: 100n, ageMaxMs: 60_000 };
const level = { shareBasisPoints: 200n, floorPercent: 50n, minimum: units(100n) };
const settings: FirstStepSettings = {
  hot: { usdt: level, trx: level, reward: level },
  fee: { stakeSun: zero, freeMinSun: units(40n) },
  prices: { usdt: rules, trx: rules, reward: rules },
  bonus: units(20n),
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** As the console reads them. */
const look = (changed: Partial<FirstStepSettings> = {}) =>
  findFirstSteps(database.asConsole.kysely, { ...settings, ...changed });

async function openSteps(changed: Partial<FirstStepSettings> = {}): Promise<readonly FirstStepName[]> {
  return (await look(changed)).steps.filter(({ state }) => state === 'open').map(({ step }) => step);
}

async function sample(place: 'hot' | 'energy', assetId: 'usdt' | 'trx' | 'reward', chain: bigint): Promise<void> {
  await transact(database.asWorker, (tx) =>
    storeSample(tx, { place, assetId, books: chain, chain, staked: 0n, block: { number: 1, id: '0'.repeat(64) } }),
  );
}

test('every step of an empty installation is open, and each is ticked by what is true, and open again when it is not', async () => {
  expect(await look()).toMatchObject({ toFund: [] });
  expect(await openSteps()).toHaveLength(8);
  expect(await openSteps({ fee: { stakeSun: units(1n), freeMinSun: zero } })).toContain('energy-staked');

  await upsertSignerAccounts(database.asWorker.kysely, { hot, fee });
  expect((await look()).toFund).toEqual([
    ...(['usdt', 'trx', 'reward'] as const).map(
      (assetId) =>
        expect.objectContaining({ account: 'hot', address: hot, assetId, minimum: 50n, present: undefined }) as unknown,
    ),
    { account: 'fee', address: fee, assetId: 'trx', minimum: 40n, present: undefined },
  ]);
  await upsertSignerAccounts(database.asWorker.kysely, { hot, fee, cold: fee });
  for (const assetId of ['usdt', 'trx'] as const) await sample('hot', assetId, 50n);
  await sample('hot', 'reward', 49n);
  await sample('energy', 'trx', 40n);
  await sql`INSERT INTO prices (asset_id, source, price, decimals, at, confirmed_at)
    SELECT asset, 'operator', 1, 6, clock_timestamp(), clock_timestamp() FROM unnest(ARRAY['trx', 'reward']) AS asset`.execute(
    database.asWorker.kysely,
  );
  expect(await openSteps()).toEqual(['hot-wallet-funded', 'accounts-restricted', 'bonus-funded', 'pool-funded']);
  await sample('hot', 'reward', 50n);
  expect(await openSteps()).toEqual(['accounts-restricted', 'bonus-funded', 'pool-funded']);
  await sample('hot', 'trx', 49n);
  expect(await openSteps()).toContain('hot-wallet-funded');
});

test('bonus and pool are ticked by what is set aside for each, and a bonus that is switched off needs nothing', async () => {
  const stateOf = async (step: FirstStepName, changed: Partial<FirstStepSettings> = {}): Promise<string | undefined> =>
    (await look(changed)).steps.find((each) => each.step === step)?.state;
  await transact(database.asWorker, async (tx) => {
    await postJournal(tx, {
      key: 'paid in',
      kind: 'treasury-funding',
      legs: [
        {
          debit: await houseAccount(tx, 'custody:hot', 'reward'),
          credit: await houseAccount(tx, 'capital', 'reward'),
          asset: 'reward',
          amount: units(100n),
          code: 'funding',
        },
      ],
    });
  });
  const setAside = (amount: bigint, key: string) =>
    fundPromotion(database.asConsole, { amount: units(amount), operator: 'ada', key });

  expect(await stateOf('bonus-funded', { bonus: zero })).toBe('not needed');
  await setAside(19n, 'less than one bonus');
  expect(await stateOf('bonus-funded')).toBe('open');
  await setAside(1n, 'the rest of it');
  expect(await stateOf('bonus-funded')).toBe('done');
  expect(await stateOf('bonus-funded', { bonus: units(21n) })).toBe('open');

  expect(await stateOf('pool-funded')).toBe('open');
  await fundPool(database.asConsole, { amount: units(1n), operator: 'ada', key: 'one' });
  expect(await stateOf('pool-funded')).toBe('done');
});
