import { transact } from '@tern/db/transact';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActions } from './list-actions.ts';
import { recordOperatorAction } from './record-operator-action.ts';
import { verifyActions } from './verify-actions.ts';

let database: TestDatabase;
let operatorId: Awaited<ReturnType<typeof addOperator>>;
beforeAll(async () => {
  database = await createTestDatabase();
  operatorId = await addOperator(database.db, { name: 'ada' });
  await transact(database.asConsole, (tx) =>
    recordOperatorAction(tx, { operatorId, kind: 'operator-invited', subject: operatorId }),
  );
});
afterAll(() => database.drop());

const act = (subject: string) =>
  transact(database.asConsole, (tx) =>
    recordOperatorAction(tx, { operatorId, kind: 'withdrawal-resumed', subject, details: { subject } }),
  );

test('many at once make one chain without gaps, and it is verified', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, index) => act(`item ${index}`)));
  const { actions } = await listActions(database.asWorker.kysely, { limit: 100 });
  expect(actions.map(({ seq }) => seq)).toEqual(Array.from({ length: 41 }, (_, index) => 41 - index));
  expect(await verifyActions(database.asWorker)).toMatchObject({ head: { seq: 41 }, fault: undefined });
});

test('a page goes on where the one before ended, and filters narrow it', async () => {
  const first = await listActions(database.asWorker.kysely, { limit: 30, kind: 'withdrawal-resumed' });
  const second = await listActions(database.asWorker.kysely, {
    limit: 30,
    kind: 'withdrawal-resumed',
    before: first.next,
  });
  expect(new Set([...first.actions, ...second.actions].map(({ seq }) => seq)).size).toBe(40);
  expect(second.next).toBeUndefined();
  const { actions } = await listActions(database.asWorker.kysely, { limit: 10, subject: 'item 7', operator: 'ada' });
  expect(actions).toMatchObject([{ operatorName: 'ada', details: { subject: 'item 7' } }]);
});

test('a row of a transaction that fails leaves no gap', async () => {
  await expect(
    transact(database.asConsole, async (tx) => {
      await recordOperatorAction(tx, { operatorId, kind: 'asset-resumed', subject: 'usdt' });
      throw new Error('not done');
    }),
  ).rejects.toThrow('not done');
  await act('after it');
  expect(await verifyActions(database.asWorker)).toMatchObject({ head: { seq: 42 }, fault: undefined });
});

describe('O06', () => {
  test('neither the processes nor the owner change, delete or empty the log by accident', async () => {
    for (const statement of [
      "UPDATE operator_actions SET subject = 'x'",
      'DELETE FROM operator_actions',
      'TRUNCATE operator_actions',
      'UPDATE operator_action_head SET seq = 0',
    ]) {
      await expect(sql.raw(statement).execute(database.asWorker.kysely)).rejects.toThrow('permission denied');
      if (statement.endsWith('head SET seq = 0')) continue;
      await expect(sql.raw(statement).execute(database.db.kysely)).rejects.toThrow('append-only');
    }
  });

  test.each([
    ['an edited row', "UPDATE operator_actions SET subject = 'item 99' WHERE seq = 12", { seq: 12, fault: 'changed' }],
    ['edited details', "UPDATE operator_actions SET details = '{}' WHERE seq = 30", { seq: 30, fault: 'changed' }],
    ['a deleted row', 'DELETE FROM operator_actions WHERE seq = 20', { seq: 20, fault: 'missing' }],
    ['rows cut off the end', 'DELETE FROM operator_actions WHERE seq > 40', { seq: 41, fault: 'cut-off' }],
    [
      'two rows in another order',
      'UPDATE operator_actions SET seq = -seq WHERE seq IN (5, 6); UPDATE operator_actions SET seq = 11 + seq WHERE seq < 0',
      { seq: 5, fault: 'changed' },
    ],
    [
      'a row made up',
      `INSERT INTO operator_actions (operator_id, kind, subject, seq, hash)
       SELECT operator_id, kind, 'made up', 43, hash FROM operator_actions WHERE seq = 42`,
      { seq: 43, fault: 'added' },
    ],
    [
      'an edited row with its hash made to fit',
      `UPDATE operator_actions SET subject = 'item 99' WHERE seq = 12;
       UPDATE operator_actions a SET hash = operator_action_hash(b.hash, a)
         FROM operator_actions b WHERE a.seq = 12 AND b.seq = 11`,
      { seq: 13, fault: 'changed' },
    ],
  ])('%s is named', async (_, statement, fault) => {
    const undo = new Error('undone');
    const looking = database.db.kysely.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      for (const each of statement.split(';')) await sql.raw(each).execute(tx);
      expect((await verifyActions({ ...database.db, kysely: insideOf(tx) })).fault).toEqual(fault);
      throw undo;
    });
    await expect(looking).rejects.toBe(undo);
  });

  test('an older copy and a history written anew are told from the end that was noted elsewhere', async () => {
    const { head } = await verifyActions(database.asWorker);
    expect(await verifyActions(database.asWorker, head)).toMatchObject({ fault: undefined });
    const later = { seq: head.seq + 3, hash: 'ab'.repeat(32) };
    expect((await verifyActions(database.asWorker, later)).fault).toEqual({ seq: head.seq + 1, fault: 'cut-off' });
    const other = { seq: head.seq - 3, hash: 'ab'.repeat(32) };
    expect((await verifyActions(database.asWorker, other)).fault).toEqual({ seq: other.seq, fault: 'another-history' });
  });
});

/** A transaction in the place of a database: what reads in one of its own reads in this one. */
function insideOf(tx: TestDatabase['db']['kysely']): TestDatabase['db']['kysely'] {
  return new Proxy(tx, {
    get: (target, name, receiver) =>
      name === 'transaction'
        ? () => ({ setIsolationLevel: () => ({ execute: (work: (inner: unknown) => unknown) => work(target) }) })
        : (Reflect.get(target, name, receiver) as unknown),
  });
}
