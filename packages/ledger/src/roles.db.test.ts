import { randomUUID } from 'node:crypto';
import type { Database } from '@tern/db/database';
import { isPermissionDenied } from '@tern/db/violations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journalKinds } from './chart.ts';
import type { AccountId } from './ids.ts';
import { createTestBooks, leg, post, type TestBooks } from './test-books.ts';

let books: TestBooks;
let a: AccountId;

beforeAll(async () => {
  books = await createTestBooks();
  a = await books.customer(100n);
});
afterAll(() => books.drop());

const refusedOf = (db: Database, statement: string): Promise<unknown> =>
  sql
    .raw(statement)
    .execute(db.kysely)
    .then(
      () => undefined,
      (error: unknown) => error,
    );

const columns = {
  accounts: 'posted',
  journals: 'kind',
  transfers: 'code',
  entries: 'amount',
  open_holds: 'amount',
  daily_roots: 'root',
  totalled_days: 'day',
  day_totals: 'debits',
  classes: 'guarded',
  kinds: 'by_api',
  legs: 'code',
};

const processes = [
  ['tern_api', () => books.asApi],
  ['tern_worker', () => books.asWorker],
  ['tern_console', () => books.asConsole],
] as const;

describe.each(processes)('X07 %s', (_role, database) => {
  test.each(Object.entries(columns))('X07 reads ledger.%s and cannot write it', async (table, column) => {
    expect(await refusedOf(database(), `SELECT * FROM ledger.${table}`)).toBeUndefined();
    for (const statement of [
      `INSERT INTO ledger.${table} DEFAULT VALUES`,
      `UPDATE ledger.${table} SET ${column} = ${column}`,
      `DELETE FROM ledger.${table}`,
      `TRUNCATE ledger.${table}`,
      `SELECT * FROM ledger.${table} FOR UPDATE`,
      `ALTER TABLE ledger.${table} DISABLE TRIGGER ALL`,
      `DROP TABLE ledger.${table} CASCADE`,
      `CREATE TRIGGER mine BEFORE INSERT ON ledger.${table} EXECUTE FUNCTION ledger.refuse_change()`,
    ]) {
      const refused = await refusedOf(database(), statement);
      expect(isPermissionDenied(refused), `${statement}: ${String(refused)}`).toBe(true);
    }
  });

  test('X07 cannot reach behind the functions', async () => {
    for (const statement of [
      `SELECT ledger.begin_journal('k', 'deposit', '\\x00', '{}', NULL)`,
      `SELECT ledger.book(1, 'deposit', 'posted', NULL, '\\x00', 0, '{1}', '{2}', '{usdt}', '{5}', '{deposit}')`,
      `SELECT ledger.close_hold(1)`,
      `SELECT ledger.lock_accounts('{1}')`,
      `SELECT ledger.lock_keys('{k}')`,
      `SELECT ledger.check_kind('deposit')`,
      `SELECT ledger.fault_of('k', 'deposit', '{1}', '{2}', '{usdt}', '{5}', '{deposit}', '{}', true)`,
      `CREATE FUNCTION ledger.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      `CREATE OR REPLACE FUNCTION ledger.post_journal() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      `SET session_replication_role = replica`,
      `SET ROLE tern_owner`,
      `SET SESSION AUTHORIZATION tern_owner`,
    ]) {
      expect(isPermissionDenied(await refusedOf(database(), statement)), statement).toBe(true);
    }
  });
});

test('X07 only the worker expires holds, closes days and totals them', async () => {
  for (const call of ['expire_holds(1)', 'close_days()', 'total_days(1)']) {
    const statement = `SELECT ledger.${call}`;
    expect(isPermissionDenied(await refusedOf(books.asApi, statement))).toBe(true);
    expect(await refusedOf(books.asWorker, statement)).toBeUndefined();
  }
});

test('M34 history cannot be rewritten by the owner either', async () => {
  for (const table of ['journals', 'transfers', 'entries', 'daily_roots', 'totalled_days', 'day_totals'] as const) {
    for (const statement of [
      `UPDATE ledger.${table} SET ${columns[table]} = ${columns[table]}`,
      `DELETE FROM ledger.${table}`,
      `TRUNCATE ledger.${table} CASCADE`,
    ]) {
      expect(String(await refusedOf(books.db, statement)), statement).toMatch(/append-only/);
    }
  }
  expect(String(await refusedOf(books.db, 'DELETE FROM ledger.accounts'))).toMatch(/append-only/);
});

test('O04 no leg gives a customer money except from custody, a customer, suspense or a funded promise', async () => {
  const { rows } = await sql<{ debit: string }>`
    SELECT DISTINCT l.debit FROM ledger.legs l WHERE l.credit = 'customer' ORDER BY 1`.execute(books.db.kysely);
  expect(rows.map(({ debit }) => debit)).toEqual([
    'custody:deposit',
    'customer',
    'liquidity',
    'promotion',
    'reward-pool',
    'suspense',
    'swap-rewards',
  ]);
});

test('O04 the api process cannot post what belongs to the worker', async () => {
  const custody = await books.house('custody:deposit');
  const byWorkerAlone = journalKinds.filter(
    (kind) => !['internal-transfer', 'swap', 'swap-reward-accrual'].includes(kind),
  );
  for (const kind of byWorkerAlone) {
    const details = { operators: ['ann', 'bob'], reason: 'test' };
    const posting = { key: randomUUID(), kind, legs: [leg(custody, a, 1n, 'deposit')], details };
    await expect(post(books.asApi, posting), kind).rejects.toMatchObject({ code: 'kind-forbidden' });
  }
  expect(await books.balance(a)).toBe('100/0');
});

/** Which process may post what, by the code that posts it: docs/security/database-rights.md has the reasons. */
const posted = {
  tern_api: [
    ...['internal-transfer', 'internal-transfer-hold', 'internal-transfer-post', 'internal-transfer-void'],
    ...[
      'internal-transfer-expire',
      'withdrawal-hold',
      'withdrawal-void',
      'withdrawal-expire',
      'swap',
      'swap-reward-accrual',
    ],
  ],
  tern_worker: [
    ...['deposit', 'deposit-unidentified', 'suspense-resolution', 'internal-transfer-expire', 'withdrawal-post'],
    ...[
      'withdrawal-void',
      'withdrawal-expire',
      'network-cost',
      'sweep',
      'treasury-move',
      'treasury-funding',
      'distribution',
    ],
    ...['activity-reward', 'promotion-return', 'activation-bonus', 'surplus-explained'],
    ...['deposit-hold', 'deposit-hold-void'],
  ],
  tern_console: [
    ...['correction', 'liquidity-funding', 'pool-funding', 'promotion-funding', 'treasury-return', 'issuance'],
    ...[
      'issuance-on-chain',
      'suspense-resolution',
      'internal-transfer-post',
      'internal-transfer-void',
      'withdrawal-post',
    ],
    ...['withdrawal-void', 'network-cost', 'activation-bonus', 'cold-return', 'reserve-loss'],
    'deposit-hold-void',
  ],
};

test.each(Object.entries(posted))('X07 %s posts these kinds and no other', async (role, kinds) => {
  const column = sql.ref(role.replace('tern_', 'by_'));
  const { rows } = await sql<{ kind: string }>`SELECT kind FROM ledger.kinds WHERE ${column}`.execute(books.db.kysely);
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
  // Of what is posted at once, by asking: whoever may not post it is told so before anything else is looked at.
  const db = { tern_api: books.asApi, tern_worker: books.asWorker, tern_console: books.asConsole }[role] ?? books.asApi;
  const details = { operators: ['ann', 'bob'], reason: 'test' };
  const warm = await books.house('custody:warm');
  for (const kind of journalKinds) {
    const posting = { kind, legs: [leg(a, warm, 10_000n, 'deposit')], details };
    const refusal = (await post(db, posting).catch((error: unknown) => error)) as { readonly code?: string };
    expect(refusal.code === 'kind-forbidden', kind).toBe(!kinds.includes(kind));
  }
});

test('O04 a correction is posted by the console alone, whoever it names', async () => {
  const b = await books.customer();
  const posting = { kind: 'correction', legs: [leg(a, b, 1n, 'correction')] } as const;
  const details = { operators: ['ann', 'bob'], reason: 'in nobody’s name' };
  for (const db of [books.asApi, books.asWorker])
    await expect(post(db, { ...posting, details })).rejects.toMatchObject({ code: 'kind-forbidden' });
  await post(books.asConsole, { ...posting, details });
  expect(await books.balance(b)).toBe('1/0');
});
