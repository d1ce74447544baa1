import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { windowOf } from './breach.ts';
import { findConductBreaches } from './conduct-checks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A transfer of that age without a stored reply; nothing else that would belong to it is there. Returns its id. */
async function plant(days: number): Promise<string> {
  return await database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      INSERT INTO withdrawals (id, draft_id, person_id, wallet_id, asset_id, settlement, receiver_wallet_id, own_move,
        to_address, amount, fee, usdt_value, approvals_needed, state, record_id, created_at, changed_at)
      VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'usdt', 'internal',
        gen_random_uuid(), false, 'T', 1, 0, 1, 0, 'completed', gen_random_uuid(), now() - ${`${days} days`}::interval, now())
      RETURNING id`.execute(tx);
    return rows[0]?.id ?? '';
  });
}

test('I13 a transfer has its reply for as long as replies are kept, however late it was settled', async () => {
  await plant(91);
  const young = await plant(80);
  const found = await database.db.kysely
    .transaction()
    .execute((tx) => findConductBreaches(tx, windowOf({ since: new Date(0) })));
  expect(found.filter(({ invariant }) => invariant === 'I13').map(({ finding }) => finding)).toEqual([
    `withdrawal ${young} has no stored reply`,
  ]);
});
