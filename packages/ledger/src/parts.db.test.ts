import { randomUUID } from 'node:crypto';
import type { WalletId } from '@tern/base/ids';
import type { Database, DbReader, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { until } from '@tern/testkit/system/until';
import { withClient } from '@tern/testkit/template-database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addParts, readRoom } from './add-parts.ts';
import { analyzeEntries } from './analyze-entries.ts';
import { checkInvariants } from './check-invariants.ts';
import { LedgerError } from './error.ts';
import { findBalancesAt } from './find-balances-at.ts';
import { holdFunds } from './hold.ts';
import type { AccountId } from './ids.ts';
import { listEntries } from './list-entries.ts';
import { postHold } from './post-hold.ts';
import { postJournal } from './post-journal.ts';
import { postJournals } from './post-journals.ts';
import { afterTampering, createBusyBooks, leg, post, tamper, type BusyBooks, type TestBooks } from './test-books.ts';
import { approachNextPart, countByPart } from './test-parts.ts';
import { findFault, verifyBooks } from './verify.ts';

// Goal: the end of a part of the entries is nothing that anybody notices. Method: the numbers of transfers are brought to just
// before such an end, and what is posted at once from many connections lies on both sides of it.
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
const outcome = async (run: Promise<unknown>): Promise<string> => {
  try {
    await run;
    return 'done';
  } catch (error) {
    if (error instanceof LedgerError) return error.code;
    throw error;
  }
};
const times = <Result>(count: number, run: (index: number) => Promise<Result>): Promise<readonly Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const tally = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(outcomes, (each) => each)].map(([each, all]) => [each, all.length]));

/** In which parts the entries of an account are, and whether they are numbered without gaps. */
async function course(account: AccountId): Promise<{ readonly parts: number; readonly gapless: boolean }> {
  const { rows } = await sql<{ parts: number; gapless: boolean }>`
    SELECT count(DISTINCT tableoid)::int AS parts,
           bool_and(seq = place) AS gapless
      FROM (
        SELECT e.tableoid, e.seq, row_number() OVER (ORDER BY e.transfer_id) AS place
          FROM ledger.entries e WHERE e.account_id = ${account}
      ) along`.execute(books.db.kysely);
  return rows[0] ?? { parts: 0, gapless: false };
}

describe('races with the end of a part between', () => {
  let a: AccountId;
  let b: AccountId;
  beforeEach(async () => {
    await approach(1_000);
    [a, b] = [await books.customer(1_000n), await books.customer(1_000n)];
  });

  test('M01 one of 60 transfers of the whole balance succeeds', async () => {
    await approach(1);
    // Every second one is of another pair, so that some of them lie beyond the end.
    const outcomes = await times(60, (index) =>
      outcome(post(api, { kind: 'internal-transfer', legs: [index % 2 === 0 ? leg(a, b, 1_000n) : leg(b, a, 1n)] })),
    );
    expect(tally(outcomes)).toMatchObject({ 'exceeds-available': expect.any(Number) as number });
    expect(outcomes.filter((each, index) => index % 2 === 0 && each === 'done')).toHaveLength(1);
    expect([await course(a), await course(b)]).toEqual([
      { parts: 2, gapless: true },
      { parts: 2, gapless: true },
    ]);
  });

  test('M02 60 requests with one key, some before the end and some after, have one effect and equal replies', async () => {
    const key = randomUUID();
    const send = (): ReturnType<typeof post> => post(api, { key, kind: 'internal-transfer', legs: [leg(a, b, 10n)] });
    const other = (): ReturnType<typeof post> => post(api, { kind: 'internal-transfer', legs: [leg(b, a, 1n)] });
    await approach(10);
    const first = (await times(60, (index) => (index % 2 === 0 ? send() : other()))).filter(
      (_, index) => index % 2 === 0,
    );
    // The part of the first is over for certain.
    await approach(0);
    await other();
    const replies = [...first, ...(await times(20, send))];
    expect(new Set(replies.map(({ journalId, transferIds }) => `${journalId} ${transferIds.join()}`)).size).toBe(1);
    expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
    // Once ten, and 31 times one back.
    expect(await books.balance(b)).toBe('979/0');
    expect(await course(b)).toEqual({ parts: 3, gapless: true });
  });

  test('M02 the same key in calls that post many, with the house in each, is posted once', async () => {
    const [custody, keys] = [await books.house('custody:deposit'), Array.from({ length: 12 }, () => randomUUID())];
    await approach(6);
    const replies = await times(25, (index) =>
      transact(books.asWorker, (tx) =>
        postJournals(
          tx,
          // In another order each, so that they meet.
          keys
            .map((_, place) => keys[(place + index) % keys.length] as string)
            .map((key) => ({ key, kind: 'deposit', legs: [leg(custody, b, 1n, 'deposit')] })),
        ),
      ),
    );
    expect(replies.flat().filter((reply) => !(reply instanceof LedgerError) && !reply.replayed)).toHaveLength(12);
    expect(await books.balance(b)).toBe('1012/0');
    expect([await course(b), await course(custody)]).toEqual([
      { parts: 2, gapless: true },
      { parts: expect.any(Number) as number, gapless: true },
    ]);
  });

  test('a hold of the part before is posted once in the next, of 30 at once', async () => {
    const hold = { kind: 'withdrawal-hold', asset: 'usdt', code: 'withdrawal', key: randomUUID() } as const;
    const { pendingId } = await transact(api, (tx) => holdFunds(tx, { ...hold, account: a, amount: units(400n) }));
    const hot = await books.house('custody:hot');
    await approach(0);
    const outcomes = await times(30, () =>
      outcome(
        transact(books.asWorker, (tx) =>
          postHold(tx, {
            key: randomUUID(),
            pendingId,
            legs: [{ credit: hot, amount: units(400n), code: 'withdrawal' }],
          }),
        ),
      ),
    );
    expect(tally(outcomes)).toEqual({ done: 1, 'pending-already-resolved': 29 });
    expect(await books.balance(a)).toBe('600/0');
    expect(await course(a)).toEqual({ parts: 2, gapless: true });
  });
});

describe('with many parts', () => {
  /** How often parts were looked into by what is done in a transaction, by an index or whole, and how many parts. */
  async function lookups(
    work: (tx: DbTx) => Promise<unknown>,
  ): Promise<{ readonly scans: number; readonly parts: number }> {
    return await books.db.kysely.transaction().execute(async (tx) => {
      const scans = async (): Promise<readonly number[]> => {
        const { rows } = await sql<{ scans: number }>`
          SELECT (pg_stat_get_xact_numscans(i.inhrelid)
                  + sum(pg_stat_get_xact_numscans(x.indexrelid)))::int AS scans
            FROM pg_inherits i JOIN pg_index x ON x.indrelid = i.inhrelid
           WHERE i.inhparent = 'ledger.entries'::regclass GROUP BY i.inhrelid ORDER BY i.inhrelid`.execute(tx);
        return rows.map((row) => row.scans);
      };
      const before = await scans();
      await work(tx);
      const more = (await scans()).map((after, index) => after - (before[index] ?? 0));
      return { scans: more.reduce((sum, each) => sum + each, 0), parts: more.filter((each) => each > 0).length };
    });
  }
  let busy: AccountId;
  let walletId: WalletId;
  const sends = 40;
  beforeAll(async () => {
    const other = await books.customer(1_000n);
    busy = await books.customer(1_000n);
    for (let part = 0; part < 20; part += 1) {
      await approach(0);
      await post(api, { kind: 'internal-transfer', legs: [leg(busy, other, 1n)] });
    }
    const custodyOf = await books.house('custody:deposit');
    const deposit = () => ({
      key: randomUUID(),
      kind: 'deposit' as const,
      legs: [leg(custodyOf, busy, 1n, 'deposit')],
    });
    for (let sent = 0; sent < sends; sent += 1)
      await transact(books.asWorker, (tx) => postJournals(tx, [deposit(), deposit()]));
    await transact(books.asWorker, addParts);
    const { rows } = await sql<{ wallet_id: WalletId }>`
      SELECT wallet_id FROM ledger.accounts WHERE id = ${busy}`.execute(books.db.kysely);
    walletId = rows[0]?.wallet_id as WalletId;
  });

  test('the newest page of an account is read from the newest', async () => {
    const { parts } = await lookups((tx) => listEntries(tx, { accountId: busy, limit: 20 }));
    expect(parts).toBeLessThanOrEqual(3);
  });

  test('a balance at a moment is found in the parts that it may be in', async () => {
    const { scans } = await lookups((tx) => findBalancesAt(tx, { walletId, moments: [new Date(), new Date(0)] }));
    expect(scans).toBeLessThan(250);
  });

  test('the root of a day is made from the parts of its transfers and the one after', async () => {
    await transact(books.db, (tx) =>
      tamper(tx, [
        sql`UPDATE ledger.journals SET created_at = created_at - interval '2 days'
             WHERE id <= (SELECT max(id) FROM ledger.journals) - ${2 * sends}`,
        sql`UPDATE ledger.journals SET created_at = created_at - interval '2 days'
             WHERE id <= (SELECT min(id) FROM ledger.journals) + 1`,
      ]),
    );
    for (const daysAgo of [0, 4]) {
      const { parts } = await lookups((tx) =>
        sql`SELECT ledger.compute_daily_root((clock_timestamp() AT TIME ZONE 'UTC')::date - ${daysAgo}::int)`.execute(
          tx,
        ),
      );
      expect(parts).toBeLessThanOrEqual(2);
    }
  });

  test('verification looks for what a call told of the house next to its transfers', async () => {
    const { rows } = await sql<{ transfers: number }>`SELECT count(*)::int AS transfers FROM ledger.transfers`.execute(
      books.db.kysely,
    );
    const { scans } = await lookups(async (tx) => {
      // As it is for a large table; these are read whole as quickly.
      for (const way of ['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan'])
        await sql.raw(`SET LOCAL enable_${way} = off`).execute(tx);
      await findFault(tx);
    });
    expect(scans).toBeGreaterThan(rows[0]?.transfers ?? 0);
    expect(scans).toBeLessThan(10 * (rows[0]?.transfers ?? 0));
  });
});

describe('the next parts', () => {
  test('are made by the worker alone, long before they are needed, and no second time', async () => {
    await sql`SELECT setval('ledger.transfers_id_seq', ledger.entries_end() - 150000000)`.execute(books.db.kysely);
    expect(await readRoom(books.asWorker.kysely)).toBe(150_000_000);
    await expect(transact(books.asApi, addParts)).rejects.toThrow(/permission denied for function add_parts/);
    expect(await transact(books.asWorker, addParts)).toBe(1);
    expect(await readRoom(books.asWorker.kysely)).toBe(250_000_000);
    expect(await transact(books.asWorker, addParts)).toBe(0);
  });

  test.each([
    [200_000_000, 0],
    [199_999_999, 1],
    [100_000_000, 1],
    [99_999_999, 2],
  ])('with room for %i transfers, %i are made', async (room, made) => {
    await sql`SELECT setval('ledger.transfers_id_seq', ledger.entries_end() - ${room}::bigint)`.execute(
      books.db.kysely,
    );
    expect(await transact(books.asWorker, addParts)).toBe(made);
  });

  test('are those of the entries alone, and none that is being taken off', async () => {
    const endOf = async (db: DbReader): Promise<string | undefined> =>
      (await sql<{ end: string }>`SELECT ledger.entries_end() AS end`.execute(db)).rows[0]?.end;
    await sql`SELECT setval('ledger.transfers_id_seq', ledger.entries_end() - 150000000)`.execute(books.db.kysely);
    const before = await endOf(books.db.kysely);
    const tx = await books.db.kysely.startTransaction().execute();
    await sql`CREATE TABLE ledger.others (id bigint) PARTITION BY RANGE (id)`.execute(tx);
    await sql`CREATE TABLE ledger.other PARTITION OF ledger.others FOR VALUES FROM (0) TO (1000000000000)`.execute(tx);
    expect(await endOf(tx)).toBe(before);
    await tx.rollback().execute();

    await transact(books.asWorker, addParts);
    const part = `ledger.entries_from_${Number(before) / 1_000_000}m`;
    const reader = await books.asApi.kysely.startTransaction().execute();
    await sql`SELECT count(*) FROM ledger.entries`.execute(reader);
    await withClient(books.url, async (client) => {
      await client.query(`SET lock_timeout = '100ms'`);
      const taken = client.query(`ALTER TABLE ledger.entries DETACH PARTITION ${part} CONCURRENTLY`);
      await expect(taken).rejects.toThrow(/lock timeout/);
      expect(await endOf(books.db.kysely)).toBe(before);
      await reader.commit().execute();
      await client.query(`ALTER TABLE ledger.entries DETACH PARTITION ${part} FINALIZE`);
      await client.query(`DROP TABLE ${part}`);
    });
  });

  test('of several workers at once one makes them', async () => {
    await sql`SELECT setval('ledger.transfers_id_seq', ledger.entries_end() - 1000)`.execute(books.db.kysely);
    const added = await times(6, () => transact(books.asWorker, addParts));
    expect(added.toSorted()).toEqual([0, 0, 0, 0, 0, 2]);
  });

  test('wait for nobody who works on an old part, nor for anybody at all while there is room', async () => {
    await withClient(books.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE ledger.entries_first IN SHARE MODE');
      await sql`SELECT setval('ledger.transfers_id_seq', ledger.entries_end() - 1000)`.execute(books.db.kysely);
      expect(await transact(books.asWorker, addParts)).toBe(2);
      await sql`SELECT setval('ledger.transfers_id_seq', ledger.entries_end() - 200000000)`.execute(books.db.kysely);
      await client.query('LOCK TABLE ledger.entries IN SHARE UPDATE EXCLUSIVE MODE');
      expect(await transact(books.asWorker, addParts).catch(() => 'waited until PostgreSQL gave up')).toBe(0);
      await client.query('ROLLBACK');
    });
  });

  test('are counted together by the worker alone, when their rows have doubled, while others work on a part', async () => {
    const countOf = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        SELECT reltuples::int AS count FROM pg_class WHERE oid = 'ledger.entries'::regclass`.execute(books.db.kysely);
      return rows[0]?.count ?? 0;
    };
    expect(await transact(books.asWorker, analyzeEntries)).toBe(0);
    const counted = await countOf();
    const people = await times(4, () => books.customer(1_000n));
    const payees = Array.from({ length: 600 }, (_, index) =>
      leg(people[index % 2] as AccountId, people[2 + (index % 2)] as AccountId, 1n),
    );
    await post(books.asApi, { kind: 'internal-transfer', legs: payees });
    await withClient(books.url, async (client) => {
      await client.query('SELECT pg_stat_force_next_flush(); BEGIN; LOCK TABLE ledger.entries_first IN SHARE MODE');
      await until('the rows are counted', async () => (await transact(books.asWorker, analyzeEntries)) === 1);
      await client.query('ROLLBACK');
    });
    expect(await countOf()).toBeGreaterThan(counted + 1_000);
    expect(await transact(books.asWorker, analyzeEntries)).toBe(0);
    await expect(transact(books.asApi, analyzeEntries)).rejects.toThrow(
      /permission denied for function analyze_entries/,
    );
  });

  test('are counted again once there are a thousand and twice as many rows as before, and one more', async () => {
    const countAfter = (more: number): Promise<number> =>
      afterTampering(books, [], async (tx) => {
        await sql`UPDATE pg_class SET reltuples = (SELECT sum(pg_stat_get_live_tuples(inhrelid)) - 1000 - ${more}::int
          FROM pg_inherits WHERE inhparent = pg_class.oid) / 2 WHERE oid = 'ledger.entries'::regclass`.execute(tx);
        return await analyzeEntries(tx);
      });
    expect([await countAfter(0), await countAfter(1)]).toEqual([0, 1]);
  });

  test('are counted by their own rows, whatever other tables have', async () => {
    await transact(books.db, async (tx) => {
      await sql`CREATE TABLE ledger.others (id bigint) PARTITION BY RANGE (id)`.execute(tx);
      await sql`CREATE TABLE ledger.other PARTITION OF ledger.others FOR VALUES FROM (0) TO (1000000)`.execute(tx);
      await sql`INSERT INTO ledger.others SELECT generate_series(1, 100000)`.execute(tx);
      await sql`SELECT pg_stat_force_next_flush()`.execute(tx);
    });
    await until('its rows are known', async () => {
      const { rows } = await sql<{ rows: string }>`
        SELECT pg_stat_get_live_tuples('ledger.other'::regclass) AS rows`.execute(books.db.kysely);
      return rows[0]?.rows === '100000';
    });
    expect(await transact(books.asWorker, analyzeEntries)).toBe(0);
    await sql`DROP TABLE ledger.others`.execute(books.db.kysely);
  });

  test('keep nobody waiting, and wait for nobody: posted and read on both sides of a transaction that makes them', async () => {
    const [a, b] = [await books.customer(1_000n), await books.customer(1n)];
    const [c, d] = [await books.customer(5n), await books.customer()];
    await sql`SELECT setval('ledger.transfers_id_seq', ledger.entries_end() - 1000)`.execute(books.db.kysely);
    const open = await books.asApi.kysely.startTransaction().execute();
    await postJournal(open, { key: randomUUID(), kind: 'internal-transfer', legs: [leg(b, a, 1n)] });
    const making = await books.asWorker.kysely.startTransaction().execute();
    expect(await addParts(making)).toBe(2);
    await transact(books.asApi, async (tx) => {
      await sql`SET LOCAL lock_timeout = '100ms'`.execute(tx);
      await sql`SELECT count(*) FROM ledger.entries`.execute(tx);
      await postJournal(tx, { key: randomUUID(), kind: 'internal-transfer', legs: [leg(c, d, 5n)] });
    });
    await making.commit().execute();
    await open.commit().execute();
    expect([await books.balance(a), await books.balance(d)]).toEqual(['1001/0', '5/0']);
  });

  test('where there is none, nothing is posted and nothing is lost: the same request goes through once there is', async () => {
    const [a, b] = [await books.customer(1_000n), await books.customer()];
    await sql`SELECT setval('ledger.transfers_id_seq', ledger.entries_end())`.execute(books.db.kysely);
    const request = { key: randomUUID(), kind: 'internal-transfer', legs: [leg(a, b, 7n)] } as const;
    await expect(post(books.asApi, request)).rejects.toThrow(/no partition of relation "entries" found for row/);
    expect(await readRoom(books.asWorker.kysely)).toBeLessThan(0);
    expect([await books.balance(a), await books.balance(b)]).toEqual(['1000/0', '0/0']);
    await transact(books.asWorker, addParts);
    expect((await post(books.asApi, request)).replayed).toBe(false);
    expect(await books.balance(b)).toBe('7/0');
  });

  test('are as closed to changes as the whole is, for the owner too', async () => {
    const { rows } = await sql<{ part: string }>`
      SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = 'ledger.entries'::regclass`.execute(
      books.db.kysely,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const part of ['ledger.entries', ...rows.map((row) => row.part)]) {
      for (const change of [`UPDATE ${part} SET seq = seq`, `DELETE FROM ${part}`, `TRUNCATE ${part}`])
        await expect(sql.raw(change).execute(books.db.kysely), change).rejects.toThrow(/is append-only/);
    }
    expect((await countByPart(books.db.kysely)).length).toBeGreaterThan(3);
  });
});
