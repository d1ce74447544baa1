import type { DraftId, PersonId } from '@tern/base/ids';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { planOf } from '@tern/testkit/plan-of';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimOf, useOf } from './draft-store.ts';

// Goal: a confirmation finds its draft by the id, however many drafts of others nobody has confirmed. Method: the plans of its
// statements where the planner believes that almost none is open, as at night: it kept such a plan until the next morning.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO withdrawal_drafts (id, person_id, wallet_id, asset_id, network_id, settlement, receiver_class,
        receiver_wallet_id, own_move, to_address, amount, fee, usdt_value, hash, expires_at, used_at)
      SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'usdt', 'tron', 'internal', 'internal',
             gen_random_uuid(), false, 'T' || n, 1, 0, 1, sha256('draft'), now(), now()
        FROM generate_series(1, 4000) n`.execute(tx);
    await sql`ANALYZE withdrawal_drafts`.execute(tx);
  });
});
afterAll(() => database.drop());

const id = '0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0002' as DraftId;
const personId = '0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0001' as PersonId;

const indexesOf = (plan: string): readonly string[] => plan.match(/withdrawal_drafts_\w+/g) ?? [];

test('M01 drafts are claimed by their ids', async () => {
  const plan = await planOf(database, claimOf([{ id, personId }]));
  // Those to claim, their rows to change, and all that were asked for.
  expect(indexesOf(plan)).toEqual(Array.from({ length: 3 }, () => 'withdrawal_drafts_pkey'));
});

test('M01 drafts are marked as used by their ids', async () => {
  const plan = await planOf(database, useOf([id]));
  expect(indexesOf(plan)).toEqual(['withdrawal_drafts_pkey']);
});
