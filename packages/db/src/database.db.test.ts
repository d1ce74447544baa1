import { readFile } from 'node:fs/promises';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { listen } from './listen.ts';
import { renderSchema } from './render-schema.ts';
import { transact } from './transact.ts';
import { isCheckViolation, isDatabaseAway, isPermissionDenied, isUniqueViolation } from './violations.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  await sql`CREATE TABLE counters (id int CONSTRAINT counters_pkey PRIMARY KEY, value int NOT NULL,
    CONSTRAINT counters_value_check CHECK (value >= 0))`.execute(db.kysely);
  await sql`INSERT INTO counters VALUES (1, 0), (2, 0)`.execute(db.kysely);
});
afterAll(() => database.drop());

test('hands out big integers, amounts and dates as text', async () => {
  const { rows } = await sql`
    SELECT 9007199254740993::int8 AS big, 0.1::numeric AS amount, '2026-03-29'::date AS day,
           timestamptz '2026-03-29 01:30:00Z' AS at, '{"a":1}'::jsonb AS json`.execute(db.kysely);
  expect(rows[0]).toEqual({
    big: '9007199254740993',
    amount: '0.1',
    day: '2026-03-29',
    at: new Date('2026-03-29T01:30:00Z'),
    json: { a: 1 },
  });
});

test('the schema types are those of the migrated database', async () => {
  const fresh = await createTestDatabase();
  const rendered = await renderSchema(fresh.db.kysely);
  await fresh.drop();
  expect(rendered).toBe(await readFile(new URL('schema.ts', import.meta.url), 'utf8'));
});

describe('transact', () => {
  const add = (id: number, isolated: Database = db): Promise<unknown> =>
    transact(
      isolated,
      async (tx) => {
        const { rows } = await sql<{ value: number }>`SELECT value FROM counters WHERE id = ${id}`.execute(tx);
        await sql`UPDATE counters SET value = ${(rows[0]?.value ?? 0) + 1} WHERE id = ${id}`.execute(tx);
      },
      { isolation: 'serializable' },
    );

  test('one that takes longer than it may changes nothing, and can be asked for again', async () => {
    const slow: unknown = await transact(db, async (tx) => {
      await sql`SET LOCAL transaction_timeout = '200ms'`.execute(tx);
      await sql`UPDATE counters SET value = 99`.execute(tx);
      // Each statement alone is short enough.
      for (let index = 0; index < 100; index += 1) await sql`SELECT pg_sleep(0.1)`.execute(tx);
    }).catch((error: unknown) => error);
    // PostgreSQL ends the connection with it.
    expect(isDatabaseAway(slow)).toBe(true);
    const { rows } = await sql`SELECT max(value) AS max FROM counters`.execute(db.kysely);
    expect(rows).toEqual([{ max: 0 }]);
  });

  test('rolls back on a throw', async () => {
    const failing = transact(db, async (tx) => {
      await sql`UPDATE counters SET value = 99`.execute(tx);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const { rows } = await sql`SELECT max(value) AS max FROM counters`.execute(db.kysely);
    expect(rows[0]).toEqual({ max: 0 });
  });

  test('F-D1 a connection that breaks between two queries fails its transaction, and nothing else', async () => {
    const failing = transact(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      await sql`SELECT pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db.kysely);
    });
    // The break may be heard before the next query or as its answer.
    await expect(failing).rejects.toThrow(/not queryable|terminat/i);
    await expect(sql`SELECT 1`.execute(db.kysely)).resolves.toBeDefined();
  });

  test('tries again what PostgreSQL broke off', async () => {
    await Promise.all([add(1), add(1), add(1)]);
    const { rows } = await sql`SELECT value FROM counters WHERE id = 1`.execute(db.kysely);
    expect(rows[0]).toEqual({ value: 3 });
  });

  test('tries again after a deadlock', async () => {
    let met = 0;
    const { promise: bothHoldOne, resolve } = Promise.withResolvers<undefined>();
    const lockBoth = (first: number, second: number): Promise<unknown> =>
      transact(db, async (tx) => {
        await sql`UPDATE counters SET value = value + 1 WHERE id = ${first}`.execute(tx);
        met += 1;
        if (met === 2) resolve(undefined);
        await bothHoldOne;
        await sql`UPDATE counters SET value = value + 1 WHERE id = ${second}`.execute(tx);
      });
    await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
    const { rows } = await sql`SELECT sum(value)::int AS sum FROM counters`.execute(db.kysely);
    expect(rows[0]).toEqual({ sum: 3 + 4 });
    // The one that tries again may take its row before the other wakes up, and they meet once more.
    expect(met).toBeGreaterThanOrEqual(3);
  });

  test('gives up after five attempts', async () => {
    let attempts = 0;
    const hopeless = transact(db, async (tx) => {
      attempts += 1;
      await sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`.execute(tx);
    });
    await expect(hopeless).rejects.toThrow('again');
    expect(attempts).toBe(5);
  });
});

test('tells violations apart by constraint', async () => {
  const twice = await sql`INSERT INTO counters VALUES (1, 1)`.execute(db.kysely).catch((error: unknown) => error);
  expect(isUniqueViolation(twice, 'counters_pkey')).toBe(true);
  expect(isUniqueViolation(twice, 'counters_other')).toBe(false);
  const below = await sql`UPDATE counters SET value = -1`.execute(db.kysely).catch((error: unknown) => error);
  expect(isCheckViolation(below, 'counters_value_check')).toBe(true);
  expect(isUniqueViolation(below)).toBe(false);
});

test('X07 a process role can neither create, nor read what it was not given, nor change the stored replies', async () => {
  for (const statement of [
    'CREATE TABLE mine (id int)',
    'CREATE SCHEMA mine',
    'CREATE TEMP TABLE mine (id int)',
    'CREATE ROLE mine',
    'SELECT * FROM counters',
    'SELECT * FROM schema_migrations',
    'UPDATE idempotent_replies SET status = 200',
    'TRUNCATE idempotent_replies',
    'SELECT * FROM pg_authid',
    "COPY idempotent_replies TO PROGRAM 'true'",
  ]) {
    for (const role of [database.asApi, database.asWorker]) {
      const refused = await sql
        .raw(statement)
        .execute(role.kysely)
        .catch((error: unknown) => error);
      expect(isPermissionDenied(refused), statement).toBe(true);
    }
  }
});

test('keeps the plans of statements with parameters, and gets new ones without a failure when a migration changed what they return', async () => {
  // As a process that has just started: those of other tests have named as many statements as one may.
  vi.resetModules();
  const anew = await import('./database.ts');
  const one = anew.openDatabase({ url: database.url, applicationName: 'plans', poolMax: 1 });
  const read = async (): Promise<readonly unknown[]> =>
    (await sql`SELECT * FROM counters WHERE id = ${1}::int`.execute(one.kysely)).rows;
  const prepared = async (): Promise<unknown> =>
    (await sql`SELECT count(*)::int AS count FROM pg_prepared_statements`.execute(one.kysely)).rows[0];
  await read();
  await read();
  expect(await prepared()).toEqual({ count: 1 });
  await sql`ALTER TABLE counters ADD COLUMN note text`.execute(db.kysely);
  expect(await read()).toMatchObject([{ id: 1, note: null }]);

  await sql`ALTER TABLE counters DROP COLUMN note`.execute(db.kysely);
  const { transact } = await import('./transact.ts');
  let runs = 0;
  const inTransaction = transact(one, async (tx) => {
    runs += 1;
    return (await sql`SELECT * FROM counters WHERE id = ${1}::int`.execute(tx)).rows;
  });
  expect(await inTransaction).toMatchObject([{ id: 1 }]);
  expect(runs).toBe(2);
  await one.close();
});

describe('listen', () => {
  test('hears notifications, and again after its connection was cut', async () => {
    const heard: string[] = [];
    const waiting: (() => void)[] = [];
    const wake = (): void => waiting.splice(0).forEach((resolve) => resolve());
    const next = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
    const listener = await listen({
      url: database.apiUrl,
      channels: ['live'],
      onNotify: (_channel, payload) => {
        heard.push(payload);
        wake();
      },
      onReconnect: () => {
        heard.push('reconnected');
        wake();
      },
    });
    const person = '00000000-0000-7000-8000-000000000001';
    const notify = (): Promise<unknown> =>
      sql`SELECT notify_person(${person}, 'balance', 'usdt')`.execute(database.asWorker.kysely);

    const first = next();
    await notify();
    await first;
    const cut = next();
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'listen' AND datname = current_database()`.execute(db.kysely);
    await cut;
    const second = next();
    await notify();
    await second;
    await listener.close();

    const said = JSON.stringify({ personId: person, topic: 'balance', ref: 'usdt' });
    const compact = heard.map((line) => (line.startsWith('{') ? JSON.stringify(JSON.parse(line)) : line));
    expect(compact).toEqual([said, 'reconnected', said]);
  });
});

test('a leaked connection fails the test file that left it open', async () => {
  const other = await createTestDatabase();
  const leaked = openDatabase({ url: other.apiUrl, applicationName: 'forgotten' });
  await sql`SELECT 1`.execute(leaked.kysely);
  await expect(other.drop()).rejects.toThrow('forgotten');
  await leaked.close();
});
