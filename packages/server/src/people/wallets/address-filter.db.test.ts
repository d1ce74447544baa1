import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomAddress } from '../../money/transfers/testing/sending-world.ts';
import { openAddressFilter } from './address-filter.ts';
import { insertPooledAddresses } from './wallet-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const add = async (from: number, count: number): Promise<TronAddress[]> => {
  const addresses = Array.from({ length: count }, randomAddress);
  const pooled = addresses.map((address, offset) => ({ index: from + offset, address, mac: 'test' }));
  await insertPooledAddresses(database.asWorker.kysely, pooled);
  return addresses;
};

test('no address of the pool is ever left out, whenever and under whatever index it came', async () => {
  const filter = openAddressFilter();
  const strangers = Array.from({ length: 500 }, randomAddress);
  const keep = (addresses: readonly TronAddress[]) =>
    filter.keepPossible(database.asWorker.kysely, [...strangers, ...addresses]);
  expect(await keep([])).toEqual([]);
  const first = await add(100, 60);
  expect(await keep(first)).toEqual(first);
  // Below what was read already.
  const second = await add(0, 40);
  expect(await keep([...first, ...second])).toEqual([...first, ...second]);
  const third = await add(160, 5);
  expect(await Promise.all([keep(third), keep(first), keep(second)])).toEqual([third, first, second]);
  await sql`DELETE FROM address_pool WHERE derivation_index = 3`.execute(database.db.kysely);
  const fourth = await add(3, 1);
  expect(await keep(fourth)).toEqual(fourth);
  const { rows } = await sql<{ addresses: string }>`SELECT addresses FROM address_pool_size`.execute(
    database.db.kysely,
  );
  expect(rows).toEqual([{ addresses: '105' }]);
});

test('an address whose transaction is still open is not there, and is once it is committed', async () => {
  const filter = openAddressFilter();
  const address = getAddress(randomAddress());
  const { kysely } = database.asWorker;
  await kysely.transaction().execute(async (tx) => {
    await insertPooledAddresses(tx, [{ index: 5_000, address, mac: 'test' }]);
    expect(await filter.keepPossible(kysely, [address])).toEqual([]);
  });
  expect(await filter.keepPossible(kysely, [address])).toEqual([address]);
});
