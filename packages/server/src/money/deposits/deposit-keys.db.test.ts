import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { topUp } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';

// Goal: the last guard against a deposit that is credited twice holds by itself, whatever the code before it lets through. Method: a
// deposit as the reader booked it, and a second row for the same transfer, made by the owner of the tables.
let world: DepositWorld;
beforeAll(async () => {
  world = await openDepositWorld();
});
afterAll(() => world.database.drop());

/** A copy of the only deposit with these columns changed. */
const copyWith = (changes: Readonly<Record<string, string | number>>) =>
  sql`INSERT INTO deposits
      SELECT (jsonb_populate_record(d, ${JSON.stringify(changes)}::jsonb || jsonb_build_object('id', gen_random_uuid()))).*
        FROM deposits d`.execute(world.database.db.kysely);

test('D12 the database refuses a second deposit of one transfer, and takes the next of the same transaction', async () => {
  const wallet = await world.newWallet();
  await world.catchUp();
  world.chain.mine(topUp(wallet.address));
  world.solidify();
  await world.catchUp();
  await expect(copyWith({})).rejects.toMatchObject({ code: '23505', constraint: 'deposits_key' });
  await expect(copyWith({ amount: 1 })).rejects.toMatchObject({ code: '23505', constraint: 'deposits_key' });
  await expect(copyWith({ index: 7 })).resolves.toBeDefined();
});
