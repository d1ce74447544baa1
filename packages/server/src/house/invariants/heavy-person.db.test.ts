import { randomUUID } from 'node:crypto';
import type { DbTx } from '@tern/db/database';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { windowOf } from './breach.ts';
import { findConductBreaches } from './conduct-checks.ts';

/** Of one person, against `othersMany` people with one transfer each. Half of each are between their own wallets. */
const transfers = 20_000;
const othersMany = 50_000;
/** How many of them are in the window of a quick check. */
const recent = 2_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.kysely.transaction().execute(async (tx) => {
    // Only what the checks read: neither people nor wallets nor money are there.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO terms (version, content, worse, decided_at, effective_at)
      VALUES (1, '{"withdrawalDailyMax": "50000000000", "reviewFrom": "5000000000", "secondOperatorFrom": "10000000000"}',
        '{}', now() - interval '9 days', now() - interval '9 days')`.execute(tx);
    await plant(tx, sql`SELECT ${randomUUID()}::uuid FROM generate_series(1, ${transfers})`);
    await plant(tx, sql`SELECT gen_random_uuid() FROM generate_series(1, ${othersMany})`);
  });
  await sql`ANALYZE`.execute(database.db.kysely);
}, 120_000);
afterAll(() => database.drop());

/** A transfer of each of these people, a second apart, with everything that the checks ask for. */
async function plant(tx: DbTx, people: ReturnType<typeof sql>): Promise<void> {
  await sql`
    CREATE TEMP TABLE made ON COMMIT DROP AS
    SELECT person, n % 2 = 0 AS own, gen_random_uuid() AS draft, gen_random_uuid() AS id, gen_random_uuid() AS record,
           now() - n * interval '1 second' AS at, sha256((person::text || n)::bytea) AS hash
    FROM (SELECT person, row_number() OVER () AS n FROM (${people}) p (person)) numbered`.execute(tx);
  await sql`
    INSERT INTO withdrawal_drafts (id, person_id, wallet_id, asset_id, network_id, settlement, receiver_class,
      receiver_wallet_id, own_move, to_address, amount, fee, usdt_value, hash, created_at, expires_at, used_at, terms_version)
    SELECT draft, person, gen_random_uuid(), 'usdt', 'tron', 'internal', 'internal', gen_random_uuid(), own, 'T', 1, 0, 1,
      hash, at, at, at, 1 FROM made`.execute(tx);
  await sql`
    INSERT INTO withdrawals (id, draft_id, person_id, wallet_id, asset_id, settlement, receiver_wallet_id, own_move,
      to_address, amount, fee, usdt_value, approvals_needed, state, record_id, created_at, changed_at)
    SELECT id, draft, person, gen_random_uuid(), 'usdt', 'internal', gen_random_uuid(), own, 'T', 1, 0, 1, 0, 'completed',
      record, at, at FROM made`.execute(tx);
  await sql`
    INSERT INTO withdrawal_states (withdrawal_id, from_state, to_state)
    SELECT id, 'requested', 'completed' FROM made`.execute(tx);
  await sql`
    INSERT INTO idempotent_replies (person_id, key, request_hash, status, body, created_at)
    SELECT person, gen_random_uuid(), hash, 200, jsonb_build_object('id', record), at FROM made`.execute(tx);
  await sql`
    INSERT INTO security_events (id, person_id, kind, detail, at)
    SELECT gen_random_uuid(), person, 'transfer-authorized', encode(hash, 'hex'), at FROM made`.execute(tx);
  await sql`DROP TABLE made`.execute(tx);
}

test('W16 a person with many transfers does not make the watch slow: no table is read more than three times over', async () => {
  const reading = database.db.kysely.transaction().execute(async (tx) => {
    // What helpers of a parallel plan read is counted elsewhere.
    await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(tx);
    const since = new Date(Date.now() - recent * 1_000);
    const found = await findConductBreaches(tx, windowOf({ since }));
    const { rows } = await sql<{ table: string; times: number }>`
      SELECT relname AS table, ((seq_tup_read + coalesce(idx_tup_fetch, 0)) / n.live)::float8 AS times
      FROM pg_stat_xact_user_tables JOIN (
        SELECT 'withdrawals' AS relname, count(*)::numeric AS live FROM withdrawals UNION ALL
        SELECT 'withdrawal_states', count(*) FROM withdrawal_states UNION ALL
        SELECT 'withdrawal_drafts', count(*) FROM withdrawal_drafts UNION ALL
        SELECT 'idempotent_replies', count(*) FROM idempotent_replies UNION ALL
        SELECT 'security_events', count(*) FROM security_events
      ) n USING (relname)`.execute(tx);
    return { found, read: rows };
  });
  const { found, read } = await reading;
  expect(found).toEqual([]);
  expect(read).toHaveLength(5);
  expect(read.filter(({ times }) => times > 3)).toEqual([]);
}, 120_000);
