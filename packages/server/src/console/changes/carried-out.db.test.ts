import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import { transact } from '@tern/db/transact';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordOperatorAction } from '../../people/operators/public.ts';

// Goal: pairs, coins and the pool's schedule are changed by two operators and by nobody else, although their rows name none.
// Method: each statement as each role; as the console's alone, beside a proposal of something else, and beside its own.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`INSERT INTO pool_schedules (number, every_hours, share_basis_points, decided_at, applies_from, worse)
            VALUES (1, 24, 1000, now(), now(), false)`.execute(database.db.kysely);
});
afterAll(() => database.drop());

const schedule = sql`
  INSERT INTO pool_schedules (number, every_hours, share_basis_points, decided_at, applies_from, worse)
  VALUES (2, 12, 900, now(), now() + interval '1 day', false)`;

/** In an order in which each has something to change. */
const cases: readonly (readonly [string, ReturnType<typeof sql>, ChangeContent, ChangeContent])[] = [
  [
    'closes a pair',
    sql`INSERT INTO closed_pairs (one, other) VALUES ('trx', 'usdt')`,
    { kind: 'pair', one: 'usdt', other: 'trx', open: false },
    { kind: 'pair', one: 'usdt', other: 'reward', open: false },
  ],
  [
    'opens a pair',
    sql`DELETE FROM closed_pairs WHERE one = 'trx' AND other = 'usdt'`,
    { kind: 'pair', one: 'trx', other: 'usdt', open: true },
    { kind: 'pair', one: 'trx', other: 'usdt', open: false },
  ],
  [
    'closes a coin',
    sql`INSERT INTO asset_closings (asset_id, decided_at, closes_at) VALUES ('trx', now(), now() + interval '24 hours')`,
    { kind: 'asset', assetId: 'trx', open: false },
    { kind: 'asset', assetId: 'usdt', open: false },
  ],
  [
    'opens a coin',
    sql`UPDATE asset_closings SET opened_at = clock_timestamp() WHERE asset_id = 'trx'`,
    { kind: 'asset', assetId: 'trx', open: true },
    { kind: 'asset', assetId: 'trx', open: false },
  ],
  [
    'changes the pool’s schedule',
    schedule,
    { kind: 'pool-schedule', everyHours: 12, shareBasisPoints: 900 },
    { kind: 'pool-schedule', everyHours: 12, shareBasisPoints: 9000 },
  ],
];

const said = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );

describe('O03 O10', () => {
  test.each(cases)('nobody %s without a proposal of it that was carried out', async (_, statement, content, other) => {
    for (const { kysely } of [database.asApi, database.asWorker])
      expect(await said(statement.execute(kysely))).toMatch(/permission denied/);
    expect(await said(transact(database.asConsole, (tx) => statement.execute(tx)))).toMatch(/without a proposal/);
    expect(await said(carryOutChange(database, other, (tx) => statement.execute(tx)))).toMatch(/without a proposal/);
    expect(await said(carryOutChange(database, content, (tx) => statement.execute(tx)))).toBe('done');
  });

  test.each([
    ['resumes an asset', 'sending_pauses', 'asset_id', 'asset-resumed'],
    ['trusts a frozen token again', 'token_freezes', 'asset', 'token-thawed'],
  ] as const)('nobody %s without an operator’s row in the log', async (_, table, column, kind) => {
    await sql`INSERT INTO sending_pauses (asset_id, reason) VALUES ('usdt', 'a look') ON CONFLICT DO NOTHING`.execute(
      database.asWorker.kysely,
    );
    await sql`INSERT INTO token_freezes (asset, address, block_number, booked, found) VALUES ('usdt', 'T', 1, 2, 1)
              ON CONFLICT DO NOTHING`.execute(database.asWorker.kysely);
    const lift = sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} = 'usdt'`;
    for (const { kysely } of [database.asApi, database.asWorker])
      expect(await said(lift.execute(kysely))).toMatch(/permission denied/);
    expect(await said(lift.execute(database.asConsole.kysely))).toMatch(/without a row/);
    const operatorId = await addOperator(database.db, { name: `by.${kind}` });
    const logged = transact(database.asConsole, async (tx) => {
      await lift.execute(tx);
      await recordOperatorAction(tx, { operatorId, kind, subject: 'usdt' });
    });
    expect(await said(logged)).toBe('done');
  });

  test('the worker begins the pool’s schedule, once, and nothing more', async () => {
    await sql`SELECT begin_pool_schedule(1::smallint, 10000::smallint)`.execute(database.asWorker.kysely);
    const { rows } = await sql`SELECT every_hours AS "everyHours" FROM pool_schedules WHERE number = 1`.execute(
      database.db.kysely,
    );
    expect(rows).toEqual([{ everyHours: 24 }]);
    expect(await said(schedule.execute(database.asWorker.kysely))).toMatch(/permission denied/);
  });
});
