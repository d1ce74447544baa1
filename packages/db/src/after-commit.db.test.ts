import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { collectForCommit, type Aftermath } from './after-commit.ts';
import { transact } from './transact.ts';

let database: TestDatabase;
let seen: readonly (readonly number[])[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  seen = [];
});
afterAll(() => database.drop());

/** Notes what it is given, and that the transaction is over. */
const note: Aftermath<number> = async (db, items) => {
  const { rows } = await sql<{ ended: boolean }>`
    SELECT count(*) = 0 AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'idle in transaction'`.execute(db.kysely);
  expect(rows).toEqual([{ ended: true }]);
  seen = [...seen, items];
};

test('what a transaction collects is done once, after its commit and before it returns', async () => {
  const result = await transact(database.db, async (tx) => {
    expect(collectForCommit(tx, note, [1])).toBe(true);
    expect(collectForCommit(tx, note, [2, 3])).toBe(true);
    expect(seen).toEqual([]);
    return 'done';
  });
  expect([result, seen]).toEqual(['done', [[1, 2, 3]]]);
});

test('a transaction that is rolled back leaves nothing to do', async () => {
  const failing = transact(database.db, async (tx) => {
    collectForCommit(tx, note, [1]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(seen).toEqual([]);
});

test('one that is run again has collected what its last run did', async () => {
  let runs = 0;
  await transact(database.db, async (tx) => {
    runs += 1;
    collectForCommit(tx, note, [runs]);
    if (runs === 1)
      await sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = 'serialization_failure'; END $$`.execute(tx);
  });
  expect(seen).toEqual([[2]]);
});

test('nothing is kept where nobody would do it', async () => {
  expect(collectForCommit(database.db.kysely, note, [1])).toBe(false);
  await database.db.kysely.transaction().execute(async (tx) => expect(collectForCommit(tx, note, [1])).toBe(false));
  expect(seen).toEqual([]);
});
