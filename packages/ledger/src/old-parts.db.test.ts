import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@tern/db/database';
import { withClient } from '@tern/testkit/template-database';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import { listEntries } from './list-entries.ts';
import { postJournal } from './post-journal.ts';
import { createBusyBooks, leg, post, type BusyBooks, type TestBooks } from './test-books.ts';
import { approachNextPart, countByPart } from './test-parts.ts';
import { verifyBooks } from './verify.ts';

// Goal: a full part goes to another disk while everybody works, and nothing that is asked of the books changes by it. Method: the
// numbers of transfers are brought past the end of the first part, which is then moved to and fro.
let busy: BusyBooks;
let books: TestBooks;
let api: Database;

beforeAll(async () => {
  busy = await createBusyBooks();
  ({ books, api } = busy);
});
afterAll(() => busy.close());
afterEach(async () => {
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  expect(await verifyBooks(books.db)).toBeUndefined();
});

const approach = (ids: number): Promise<void> => approachNextPart(books.db, books.asWorker, ids);
const times = <Result>(count: number, run: (index: number) => Promise<Result>): Promise<readonly Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

describe('a lock that lets others pass', () => {
  /** Asks for the accounts while somebody has them for long, which ends after the statement; says what became of it. */
  async function lockMeanwhile(ask: string, meanwhile: string): Promise<string | undefined> {
    const reader = await books.asApi.kysely.startTransaction().execute();
    await sql`SELECT count(*) FROM ledger.accounts`.execute(reader);
    const tx = await books.db.kysely.startTransaction().execute();
    const asked = sql
      .raw(ask)
      .execute(tx)
      .then(
        () => 'locked',
        (error: { readonly code?: string }) => (error.code === '55P03' ? 'given up' : error.code),
      );
    await sql.raw(meanwhile).execute(books.db.kysely);
    await reader.rollback().execute();
    const became = await asked;
    await tx.rollback().execute();
    return became;
  }

  test('is given up when its time is over', async () => {
    const ask = `SELECT ledger.lock_patiently('ledger.accounts', 'ACCESS EXCLUSIVE', 0)`;
    expect(await lockMeanwhile(ask, 'SELECT pg_sleep(1.5)')).toBe('given up');
  });

  test('is given up after so many minutes', async () => {
    const { rows } = await sql<{ text: string }>`
      SELECT pg_get_functiondef('ledger.lock_patiently'::regproc) AS text`.execute(books.db.kysely);
    // A clock that goes on by 25 seconds each time that it is read: once before the first attempt, once after each.
    for (const statement of [
      'CREATE SEQUENCE ledger.ticks MINVALUE 0 START 0',
      `CREATE FUNCTION ledger.clock() RETURNS timestamptz LANGUAGE sql AS
         $$SELECT timestamptz '2026-03-01' + nextval('ledger.ticks') * interval '25 seconds'$$`,
      (rows[0]?.text ?? '')
        .replaceAll('clock_timestamp()', 'ledger.clock()')
        .replace('ledger.lock_patiently', 'ledger.lock_by_clock'),
    ])
      await sql.raw(statement).execute(books.db.kysely);
    const ask = `SELECT ledger.lock_by_clock('ledger.accounts', 'ACCESS EXCLUSIVE', 1)`;
    expect(await lockMeanwhile(ask, 'SELECT pg_sleep(4)')).toBe('given up');
    const { rows: read } = await sql<{ times: string }>`SELECT last_value AS times FROM ledger.ticks`.execute(
      books.db.kysely,
    );
    expect(read).toEqual([{ times: '3' }]);
  });
});

describe('an old part', () => {
  const cold = `tern_test_${randomBytes(6).toString('hex')}`;
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(books.db.kysely);
  const move = (part: string, to: string): Promise<unknown> => run(`SELECT ledger.move_part('${part}', '${to}')`);
  const placeOf = async (relation: string): Promise<string> => {
    const { rows } = await sql<{ place: string }>`
      SELECT coalesce(t.spcname, 'pg_default') AS place FROM pg_class c
        LEFT JOIN pg_tablespace t ON t.oid = c.reltablespace WHERE c.oid = ${relation}::regclass`.execute(
      books.db.kysely,
    );
    return rows[0]?.place ?? '';
  };
  /** Everything that says how the parts are made; what they are called and what they may have is the same after a move. */
  const catalogue = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ line: string }>`
      SELECT format('%s %s', c.relname, pg_get_expr(c.relpartbound, c.oid)) AS line
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'ledger.entries'::regclass
      UNION ALL SELECT format('%s of %s', pg_get_indexdef(x.indexrelid), p.inhparent::regclass)
        FROM pg_inherits i JOIN pg_index x ON x.indrelid = i.inhrelid JOIN pg_inherits p ON p.inhrelid = x.indexrelid
       WHERE i.inhparent = 'ledger.entries'::regclass
      UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_inherits i JOIN pg_trigger t ON t.tgrelid = i.inhrelid
       WHERE i.inhparent = 'ledger.entries'::regclass
      UNION ALL SELECT format('%s %s %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
        FROM pg_inherits i JOIN pg_constraint k ON k.conrelid = i.inhrelid WHERE i.inhparent = 'ledger.entries'::regclass
      ORDER BY 1`.execute(books.db.kysely);
    return rows.map(({ line }) => line);
  };
  beforeAll(async () => {
    await books.customer(1_000n);
    await approach(0);
    await books.customer(1_000n);
    await run(`SELECT setval('ledger.transfers_id_seq', last_value + 100000) FROM ledger.transfers_id_seq`);
    await withClient(books.url, async (client) => {
      await client.query('SET allow_in_place_tablespaces = on');
      await client.query(`CREATE TABLESPACE ${cold} LOCATION ''`);
    });
  });
  afterAll(async () => {
    await move('entries_first', 'pg_default');
    await run(`DROP TABLESPACE ${cold}`);
  });

  test('moves to another disk while money moves, with all its rows, and everything that is asked of it stays the same', async () => {
    const [a, b] = [await books.customer(1_000n), await books.customer()];
    const [before, asIs] = [await countByPart(books.db.kysely), await catalogue()];
    const moving = move('entries_first', cold);
    const sends = times(40, () => post(api, { kind: 'internal-transfer', legs: [leg(a, b, 1n)] }));
    await Promise.all([moving, sends]);
    expect(
      await Promise.all(['', '_pkey', '_call_id_idx'].map((kind) => placeOf(`ledger.entries_first${kind}`))),
    ).toEqual([cold, cold, cold]);
    expect((await countByPart(books.db.kysely))[0]).toBe(before[0]);
    expect(await catalogue()).toEqual(asIs);
    expect(await books.balance(b)).toBe('40/0');
    expect(await placeOf('ledger.entries_from_200m')).toBe('pg_default');
  });

  test('lets everybody pass while somebody uses the table for long, and goes on then', async () => {
    const reader = await books.asApi.kysely.startTransaction().execute();
    await sql`SELECT count(*) FROM ledger.entries`.execute(reader);
    const moving = move('entries_first', 'pg_default');
    await untilLocksAwaited(books.db, 1);
    const [a, b] = [await books.customer(10n), await books.customer()];
    await post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, b, 1n)] });
    await reader.commit().execute();
    await moving;
    expect(await placeOf('ledger.entries_first')).toBe('pg_default');
    await move('entries_first', cold);
  });

  test('is moved while another part is vacuumed, and waits for a vacuum of its own without being in its way', async () => {
    await withClient(books.url, async (client) => {
      // As a vacuum does.
      await client.query('BEGIN; LOCK TABLE ONLY ledger.entries_from_200m IN SHARE UPDATE EXCLUSIVE MODE');
      await move('entries_first', 'pg_default');
      await client.query('LOCK TABLE ONLY ledger.entries_first IN SHARE UPDATE EXCLUSIVE MODE');
      const moving = move('entries_first', cold);
      await untilLocksAwaited(books.db, 1);
      // It is asked again and again, and does not stand in the queue: longer than PostgreSQL waits before it ends an autovacuum.
      await sql`SELECT pg_sleep(1.2)`.execute(books.db.kysely);
      expect(await placeOf('ledger.entries_first')).toBe('pg_default');
      await untilLocksAwaited(books.db, 0);
      await client.query('COMMIT');
      await moving;
    });
    expect(await placeOf('ledger.entries_first')).toBe(cold);
  });

  test('is moved by the owner alone, and only once it is full', async () => {
    const { rows } = await sql<{ part: string }>`
      SELECT tableoid::regclass::text AS part FROM ledger.entries ORDER BY transfer_id DESC LIMIT 1`.execute(
      books.db.kysely,
    );
    const newest = rows[0]?.part.replace('ledger.', '') ?? '';
    await expect(move(newest, cold)).rejects.toThrow(/is not full yet/);
    await approach(0);
    await books.customer(1_000n);
    await expect(move(newest, cold)).rejects.toThrow(/or only just/);
    await expect(move('journals', cold)).rejects.toThrow(/is no part of ledger.entries/);
    await expect(
      sql`SELECT ledger.move_part('entries_first', 'pg_default')`.execute(books.asWorker.kysely),
    ).rejects.toThrow(/permission denied for function move_part/);
  });

  test('is full once a hundred thousand numbers lie behind its end', async () => {
    await approach(0);
    await books.customer(1_000n);
    const { rows } = await sql<{ part: string; end: string }>`
      SELECT relname AS part, (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''(\\d+)''\\)'))[1] AS end
        FROM pg_class WHERE oid = (SELECT tableoid FROM ledger.entries ORDER BY transfer_id LIMIT 1 OFFSET (
          SELECT count(*) - 2 FROM ledger.entries))`.execute(books.db.kysely);
    const { part = '', end = '' } = rows[0] ?? {};
    await run(`SELECT setval('ledger.transfers_id_seq', ${end} + 99999)`);
    await expect(move(part, 'pg_default')).rejects.toThrow(/or only just/);
    await run(`SELECT setval('ledger.transfers_id_seq', ${end} + 100000)`);
    await move(part, 'pg_default');
  });

  test('waits for who still writes to it, and takes along what they wrote', async () => {
    const [a, b] = [await books.customer(10n), await books.customer()];
    const { rows } = await sql<{ part: string }>`
      SELECT tableoid::regclass::text AS part FROM ledger.entries ORDER BY transfer_id DESC LIMIT 1`.execute(
      books.db.kysely,
    );
    const part = rows[0]?.part.replace('ledger.', '') ?? '';
    const writer = await books.asApi.kysely.startTransaction().execute();
    await postJournal(writer, { key: randomUUID(), kind: 'internal-transfer', legs: [leg(a, b, 1n)] });
    await approach(0);
    await run(`SELECT setval('ledger.transfers_id_seq', last_value + 100001) FROM ledger.transfers_id_seq`);
    const moving = move(part, 'pg_default');
    await untilLocksAwaited(books.db, 1);
    await writer.commit().execute();
    await moving;
    expect(await listEntries(books.db.kysely, { accountId: b, limit: 5 })).toMatchObject([{ amount: 1n }]);
  });

  test.each(['of another table', 'that has no end'])('is not one %s', async (which) => {
    const { rows } = await sql<{ end: string }>`SELECT ledger.entries_end() AS end`.execute(books.db.kysely);
    const tx = await books.db.kysely.startTransaction().execute();
    try {
      if (which === 'of another table')
        await sql`CREATE TABLE ledger.others (id bigint) PARTITION BY RANGE (id)`.execute(tx);
      const made =
        which === 'of another table'
          ? 'ledger.others FOR VALUES FROM (0) TO (10)'
          : `ledger.entries FOR VALUES FROM (${rows[0]?.end}) TO (MAXVALUE)`;
      await sql.raw(`CREATE TABLE ledger.moved PARTITION OF ${made}`).execute(tx);
      await expect(sql`SELECT ledger.move_part('moved', 'pg_default')`.execute(tx)).rejects.toThrow(
        /moved is no part of ledger.entries/,
      );
    } finally {
      await tx.rollback().execute();
    }
  });

  test('is taken off and put back while others read and post, and the books say that it is missing', async () => {
    const reader = await books.asApi.kysely.startTransaction().execute();
    await sql`SELECT count(*) FROM ledger.accounts`.execute(reader);
    const { rows } = await sql<{ bounds: string }>`
      SELECT pg_get_expr(relpartbound, oid) AS bounds FROM pg_class WHERE oid = 'ledger.entries_first'::regclass`.execute(
      books.db.kysely,
    );
    const bounds = rows[0]?.bounds ?? '';
    expect(bounds).toBe("FOR VALUES FROM (MINVALUE) TO ('200000000')");
    await run('ALTER TABLE ledger.entries DETACH PARTITION ledger.entries_first CONCURRENTLY');
    await sql`SELECT count(*) FROM ledger.entries`.execute(reader);
    const [a, b] = [await books.customer(10n), await books.customer()];
    await post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, b, 1n)] });
    expect(await checkInvariants(books.db.kysely)).not.toEqual([]);
    expect(await verifyBooks(books.db)).toMatchObject({ table: 'entries' });
    await run(`ALTER TABLE ledger.entries ATTACH PARTITION ledger.entries_first ${bounds}`);
    await reader.commit().execute();
    // What was set so that nothing had to be read for the bounds.
    await run('ALTER TABLE ledger.entries_first DROP CONSTRAINT entries_first_transfer_id_check');
  });
});
