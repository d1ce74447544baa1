import { randomUUID } from 'node:crypto';
import type { DbTx } from '@tern/db/database';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Goal: what the tables of the ledger refuse by themselves, whoever writes and whatever the functions forget. Method: as the
// owner of the database, past all functions, one row that is right and others of which one thing is wrong.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Row = Readonly<Record<string, string | number | boolean | null>>;

const hash = String.raw`\x${'00'.repeat(32)}`;
const at = '2026-11-01T00:00:00Z';
const [owner, wallet] = [randomUUID(), randomUUID()];
const house = { owner_id: null, wallet_id: null };
const most = 2n ** 256n - 1n;

const books = { version: 0, last_hash: hash, created_at: at };
const transfer = { leg: 1, code: 'transfer', debit_account_id: 1, credit_account_id: 2, asset: 'usdt', amount: 5 };

/** A row of each table that it takes. */
const right = {
  classes: { class: 'drawer', side: 'debit', guarded: false },
  kinds: { kind: 'gift', by_api: false, by_worker: false, by_console: false },
  legs: { kind: 'deposit', code: 'gift', debit: 'customer', credit: 'customer' },
  accounts: {
    ...{ id: 9_001, class: 'customer', code: 'customer', side: 'credit', guarded: true, asset: 'usdt' },
    ...{ owner_id: owner, wallet_id: wallet, posted: 10, held: 4, ...books },
  },
  journals: { id: 9_001, idempotency_key: 'k', kind: 'deposit', content_hash: hash, details: '{}', created_at: at },
  transfers: { id: 9_001, journal_id: 9_001, state: 'posted', ...transfer },
  entries: { account_id: 1, transfer_id: 9_001, seq: 1, amount: 5, balance_after: 5, hash },
  open_holds: { pending_id: 9_001, account_id: 1, amount: 5 },
  daily_roots: { day: '2020-01-01', journals: 1, entries: 2, root: hash },
  totalled_days: { day: '2020-01-01' },
  day_totals: {
    ...{ day: '2020-01-01', class: 'customer', asset: 'usdt', kind: 'deposit', code: 'deposit' },
    ...{ debits: 1, credits: 1, transfers: 1 },
  },
} as const satisfies Readonly<Record<string, Row>>;

type Table = keyof typeof right;

/** The rows that have to be there first. */
const needs: Readonly<Partial<Record<Table, Table>>> = { open_holds: 'transfers', day_totals: 'totalled_days' };

async function insert(tx: DbTx, table: Table, row: Row): Promise<void> {
  const name = sql.id('ledger', table);
  const columns = sql.join(Object.keys(row).map((column) => sql.id(column)));
  await sql`INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM jsonb_populate_record(NULL::${name}, ${JSON.stringify(row)}::jsonb)`.execute(tx);
}

/** What the database says to the last of these rows: the constraint that refuses it, or `taken`. Nothing stays. */
async function tryRows(table: Table, ...rows: readonly Row[]): Promise<string> {
  const tx = await database.db.kysely.startTransaction().execute();
  try {
    const needed = needs[table];
    if (needed !== undefined) await insert(tx, needed, right[needed]);
    for (const row of rows) await insert(tx, table, { ...right[table], ...row });
    return 'taken';
  } catch (error) {
    if (error instanceof Error && 'constraint' in error) return String(error.constraint);
    throw error;
  } finally {
    await tx.rollback().execute();
  }
}

test.each(Object.keys(right) as Table[])('a row of %s that is right is taken', async (table) => {
  expect(await tryRows(table, {})).toBe('taken');
});

const debitSide = { ...house, class: 'custody:hot', code: 'custody:hot', side: 'debit', guarded: false, posted: -10 };
const issuance = { ...house, class: 'issuance', code: 'issuance', side: 'debit', held: 0 };
const resolved = { state: 'void', pending_id: 8_000, credit_account_id: null };

test.each<[string, Table, Row]>([
  ['everything that is there is held', 'accounts', { held: 10 }],
  ['an account without money', 'accounts', { posted: 0, held: 0 }],
  [
    'an account that may go below zero',
    'accounts',
    { ...house, class: 'capital', guarded: false, posted: -1, held: 0 },
  ],
  ['an account of the debit side', 'accounts', { ...debitSide, held: 0 }],
  ['a guarded account of the debit side', 'accounts', { ...issuance, posted: -1 }],
  ['an asset with a name of 32 letters', 'accounts', { asset: 'a'.repeat(32) }],
  ['a key of 200 characters', 'journals', { idempotency_key: 'k'.repeat(200) }],
  ['the smallest amount', 'transfers', { amount: 1 }],
  ['the largest amount', 'transfers', { amount: String(most) }],
  [
    'a hold that ends and has no receiver yet',
    'transfers',
    { state: 'pending', credit_account_id: null, expires_at: at },
  ],
  ['a hold that was posted', 'transfers', { state: 'post', pending_id: 8_000 }],
  ['a hold that was given back', 'transfers', resolved],
  ['a hold that expired', 'transfers', { ...resolved, state: 'expire' }],
  ['a kind of hold with its three ends', 'kinds', { posted_as: 'a', voided_as: 'b', expired_as: 'c' }],
  ['a leg without a credit side', 'legs', { credit: null }],
])('takes %s', async (_, table, row) => {
  expect(await tryRows(table, row)).toBe('taken');
});

const refused: readonly [string, Table, Row][] = [
  ['accounts_overdraft_check', 'accounts', { held: 11 }],
  ['accounts_overdraft_check', 'accounts', { posted: -1, held: 0 }],
  ['accounts_overdraft_check', 'accounts', { ...issuance, posted: 1 }],
  ['accounts_held_check', 'accounts', { held: -1 }],
  ['accounts_held_check', 'accounts', { ...debitSide, held: 1 }],
  ['accounts_owner_check', 'accounts', { owner_id: null }],
  ['accounts_owner_check', 'accounts', { wallet_id: null }],
  ['accounts_owner_check', 'accounts', { class: 'capital' }],
  ['accounts_owner_check', 'accounts', { class: 'capital', owner_id: null }],
  ['accounts_asset_check', 'accounts', { asset: 'Usdt' }],
  ['accounts_asset_check', 'accounts', { asset: '' }],
  ['accounts_asset_check', 'accounts', { asset: 'a'.repeat(33) }],
  ['accounts_class_fkey', 'accounts', { ...house, class: 'nobody' }],
  ['journals_idempotency_key_check', 'journals', { idempotency_key: '' }],
  ['journals_idempotency_key_check', 'journals', { idempotency_key: 'k'.repeat(201) }],
  ['journals_reverses_fkey', 'journals', { reverses: 8_000 }],
  ['transfers_amount_check', 'transfers', { amount: 0 }],
  ['transfers_amount_check', 'transfers', { amount: String(most + 1n) }],
  ['transfers_distinct_accounts_check', 'transfers', { credit_account_id: 1 }],
  ['transfers_credit_check', 'transfers', { credit_account_id: null }],
  ['transfers_credit_check', 'transfers', { state: 'post', pending_id: 8_000, credit_account_id: null }],
  ['transfers_pending_check', 'transfers', { pending_id: 8_000 }],
  ['transfers_pending_check', 'transfers', { state: 'void' }],
  ['transfers_expires_at_check', 'transfers', { expires_at: at }],
  ['transfers_state_check', 'transfers', { state: 'sent' }],
  ['open_holds_pending_id_fkey', 'open_holds', { pending_id: 8_000 }],
  ['classes_side_check', 'classes', { side: 'left' }],
  ['kinds_resolution_check', 'kinds', { posted_as: 'a' }],
  ['kinds_resolution_check', 'kinds', { voided_as: 'b', expired_as: 'c' }],
  ['legs_kind_fkey', 'legs', { kind: 'gift' }],
  ['legs_debit_fkey', 'legs', { debit: 'nobody' }],
  ['legs_credit_fkey', 'legs', { credit: 'nobody' }],
  ['day_totals_day_fkey', 'day_totals', { day: '2020-01-02' }],
];

test.each(refused)('%s refuses a row of %s: %j', async (constraint, table, row) => {
  expect(await tryRows(table, row)).toBe(constraint);
});

const twice: readonly [string, Table, Row, Row][] = [
  ['accounts_pkey', 'accounts', {}, { owner_id: randomUUID(), wallet_id: randomUUID() }],
  ['accounts_wallet_asset_key', 'accounts', {}, { id: 9_002 }],
  ['accounts_house_code_key', 'accounts', { ...debitSide, held: 0 }, { ...debitSide, held: 0, id: 9_002 }],
  ['journals_pkey', 'journals', {}, { idempotency_key: 'l' }],
  ['journals_idempotency_key_key', 'journals', {}, { id: 9_002 }],
  ['journals_reverses_key', 'journals', {}, { id: 9_003, idempotency_key: 'm', reverses: 9_001 }],
  ['transfers_pkey', 'transfers', {}, { leg: 2 }],
  ['transfers_journal_leg_key', 'transfers', {}, { id: 9_002 }],
  ['transfers_resolution_key', 'transfers', resolved, { ...resolved, id: 9_002, journal_id: 9_002 }],
  ['entries_first_pkey', 'entries', {}, { seq: 2 }],
  ['open_holds_pkey', 'open_holds', {}, { account_id: 2 }],
  ['classes_pkey', 'classes', {}, { side: 'credit' }],
  ['kinds_pkey', 'kinds', {}, { by_api: true }],
  ['legs_key', 'legs', { credit: null }, { credit: null }],
  ['daily_roots_pkey', 'daily_roots', {}, { journals: 2 }],
  ['totalled_days_pkey', 'totalled_days', {}, {}],
  ['day_totals_pkey', 'day_totals', {}, { debits: 2 }],
];

test.each(twice)('%s refuses a second row of %s', async (constraint, table, first, second) => {
  const between = constraint === 'journals_reverses_key' ? [{ ...second, id: 9_002, idempotency_key: 'l' }] : [];
  expect(await tryRows(table, first, ...between, second)).toBe(constraint);
});

test('every key and constraint of the ledger has its case here', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT conname::text AS name FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
     WHERE c.connamespace = 'ledger'::regnamespace AND c.contype IN ('c', 'f', 'u', 'x') AND NOT t.relispartition
    UNION
    SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
     WHERE t.relnamespace = 'ledger'::regnamespace AND i.indisunique AND t.relkind = 'r'`.execute(database.db.kysely);
  const names = new Set(rows.map(({ name }) => name.replace('ledger.', '')));
  expect([...names].toSorted()).toEqual([...new Set([...refused, ...twice].map(([name]) => name))].toSorted());
});

describe('what was written stays', () => {
  const kept = ['journals', 'transfers', 'entries', 'entries_first', 'daily_roots', 'totalled_days', 'day_totals'];
  const each = (['UPDATE', 'DELETE', 'TRUNCATE'] as const).flatMap((how) => kept.map((table) => [how, table] as const));
  const others = [['DELETE', 'accounts'] as const, ['TRUNCATE', 'accounts'] as const];

  test.each([...each, ...others])('%s of %s is refused, for the owner too', async (how, table) => {
    const name = sql.id('ledger', table);
    const columns = await sql<{ name: string }>`
      SELECT attname::text AS name FROM pg_attribute WHERE attrelid = ${`ledger.${table}`}::regclass AND attnum > 0 ORDER BY attidentity, attnum LIMIT 1`.execute(
      database.db.kysely,
    );
    const column = sql.id(columns.rows[0]?.name ?? '');
    const statement = {
      UPDATE: sql`UPDATE ${name} SET ${column} = ${column}`,
      DELETE: sql`DELETE FROM ${name}`,
      TRUNCATE: sql`TRUNCATE ${name} CASCADE`,
    }[how];
    await expect(statement.execute(database.db.kysely)).rejects.toThrow('is append-only');
  });
});
