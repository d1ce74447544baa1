import { randomUUID } from 'node:crypto';
import { newId, type PersonId, type WalletId } from '@tern/base/ids';
import { openDatabase, type Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCustomerAccount } from './account.ts';
import { checkInvariants } from './check-invariants.ts';
import { LedgerError } from './error.ts';
import { expireHolds } from './expire-holds.ts';
import { holdFunds, holdFundsEach } from './hold.ts';
import type { AccountId, PendingId } from './ids.ts';
import { postHold } from './post-hold.ts';
import { postJournal } from './post-journal.ts';
import { postJournals } from './post-journals.ts';
import { createTestBooks, leg, post, type TestBooks } from './test-books.ts';
import { verifyBooks } from './verify.ts';
import { voidHold } from './void-hold.ts';

// Many connections at once, as many api and worker processes would have.
let books: TestBooks;
let api: Database;
let worker: Database;

beforeAll(async () => {
  books = await createTestBooks();
  // A hundred at once wait for their turn, on a machine with other things to do.
  const race = { applicationName: 'race', connectionTimeoutMs: 60_000 };
  api = openDatabase({ ...race, url: books.apiUrl, poolMax: 50 });
  worker = openDatabase({ ...race, url: books.workerUrl, poolMax: 25 });
});
afterAll(async () => {
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  expect(await verifyBooks(books.db)).toBeUndefined();
  await Promise.all([api.close(), worker.close()]);
  await books.drop();
});

const past = new Date('2020-01-01T00:00:00Z');

type Outcomes = Record<string, number>;

/** Runs `count` at once and counts how each ended: `done`, or the code it was refused with. */
async function race(count: number, run: (index: number) => Promise<unknown>): Promise<Outcomes> {
  const settled = await Promise.allSettled(Array.from({ length: count }, (_, index) => run(index)));
  const outcomes: Outcomes = {};
  for (const result of settled) {
    if (result.status === 'rejected' && !(result.reason instanceof LedgerError)) throw result.reason;
    const outcome = result.status === 'fulfilled' ? 'done' : (result.reason as LedgerError).code;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

const hold = (
  account: AccountId,
  amount: bigint,
  more: { readonly expiresAt?: Date } = {},
): Promise<{ readonly pendingId: PendingId }> => {
  const input = { kind: 'withdrawal-hold', account, asset: 'usdt', code: 'withdrawal', ...more } as const;
  return transact(api, (tx) => holdFunds(tx, { ...input, key: randomUUID(), amount: units(amount) }));
};

test('M01 one of 100 parallel holds of the whole balance succeeds', async () => {
  const a = await books.customer(1_000n);
  expect(await race(100, () => hold(a, 1_000n))).toEqual({ done: 1, 'exceeds-available': 99 });
  expect(await books.balance(a)).toBe('1000/1000');
});

test('M01 one of 100 parallel transfers of the whole balance succeeds', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer()];
  const outcomes = await race(100, () => post(api, { kind: 'internal-transfer', legs: [leg(a, b, 1_000n)] }));
  expect(outcomes).toEqual({ done: 1, 'exceeds-available': 99 });
  expect([await books.balance(a), await books.balance(b)]).toEqual(['0/0', '1000/0']);
});

test('M01 holds and transfers together never spend more than there is', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer()];
  const outcomes = await race(100, (index) =>
    index % 2 === 0 ? hold(a, 70n) : post(api, { kind: 'internal-transfer', legs: [leg(a, b, 70n)] }),
  );
  expect(outcomes).toEqual({ done: 14, 'exceeds-available': 86 });
});

test('M02 50 parallel requests with one key have one effect and equal replies', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer()];
  const key = randomUUID();
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => post(api, { key, kind: 'internal-transfer', legs: [leg(a, b, 10n)] })),
  );
  expect(new Set(replies.map(({ journalId, transferIds }) => `${journalId} ${transferIds.join()}`)).size).toBe(1);
  expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await books.balance(b)).toBe('10/0');
});

test('one of 50 parallel resolutions of a hold succeeds', async () => {
  const a = await books.customer(1_000n);
  const hot = await books.house('custody:hot');
  const { pendingId } = await hold(a, 400n);
  const legs = [{ credit: hot, amount: units(400n), code: 'withdrawal' }] as const;
  const outcomes = await race(50, (index) =>
    transact(worker, (tx) =>
      index % 2 === 0
        ? postHold(tx, { key: randomUUID(), pendingId, legs })
        : voidHold(tx, { key: randomUUID(), pendingId, reason: 'race' }),
    ),
  );
  expect(outcomes).toEqual({ done: 1, 'pending-already-resolved': 49 });
  expect(['1000/0', '600/0']).toContain(await books.balance(a));
});

/** Whether nobody but us has a row locked now. */
async function isFree(row: RawBuilder<unknown>): Promise<boolean> {
  return (await sql`${row} FOR UPDATE SKIP LOCKED`.execute(books.db.kysely)).rows.length === 1;
}

/** Begins `end` while somebody has the account locked; says, once it waits, whether a row is free, and lets it end. */
async function whileLocked(
  account: AccountId,
  end: () => Promise<unknown>,
  row: RawBuilder<unknown>,
): Promise<boolean> {
  const tx = await books.db.kysely.startTransaction().execute();
  await sql`SELECT FROM ledger.accounts WHERE id = ${account} FOR NO KEY UPDATE`.execute(tx);
  const ended = end();
  await untilLocksAwaited(books.db, 1);
  const free = await isFree(row);
  await tx.rollback().execute();
  await ended;
  return free;
}

test.each(['post', 'void', 'expire'] as const)(
  'to %s a hold waits for its account first, so that no two wait in a ring',
  async (how) => {
    const [a, hot] = [await books.customer(10n), await books.house('custody:hot')];
    const { pendingId } = await hold(a, 10n, how === 'expire' ? { expiresAt: past } : {});
    const legs = [{ credit: hot, amount: units(10n), code: 'withdrawal' }] as const;
    const key = randomUUID();
    const ends = {
      post: () => transact(worker, (tx) => postHold(tx, { key, pendingId, legs })),
      void: () => transact(api, (tx) => voidHold(tx, { key, pendingId, reason: 'cancelled' })),
      expire: () => transact(worker, (tx) => expireHolds(tx, { limit: 10 })),
    };
    const row = sql`SELECT FROM ledger.open_holds WHERE pending_id = ${pendingId}`;
    expect(await whileLocked(a, ends[how], row)).toBe(true);
    expect(await books.balance(a)).toBe(how === 'post' ? '0/0' : '10/0');
  },
);

test.each(['a journal', 'what was held'] as const)(
  'to book %s locks customers before the house, which all share and should be kept from nobody for long',
  async (what) => {
    const a = await books.customer(10n);
    const [deposits, hot] = [await books.house('custody:deposit'), await books.house('custody:hot')];
    const { pendingId } = await hold(a, 10n);
    const legs = [{ credit: hot, amount: units(10n), code: 'withdrawal' }] as const;
    const book = (): Promise<unknown> =>
      what === 'a journal'
        ? post(worker, { kind: 'deposit', legs: [leg(deposits, a, 1n, 'deposit')] })
        : transact(worker, (tx) => postHold(tx, { key: randomUUID(), pendingId, legs }));
    const row = sql`SELECT FROM ledger.accounts WHERE id = ${a}`;
    expect(await whileLocked(what === 'a journal' ? deposits : hot, book, row)).toBe(false);
  },
);

test('what is booked and what is swept keeps nobody from the accounts of others', async () => {
  const [a, b, other] = [await books.customer(10n), await books.customer(10n), await books.customer(10n)];
  await hold(a, 1n, { expiresAt: past });
  await hold(other, 1n);
  const free = (account: AccountId): Promise<boolean> => isFree(sql`SELECT FROM ledger.accounts WHERE id = ${account}`);
  await transact(worker, async (tx) => {
    await expireHolds(tx, { limit: 10 });
    expect([await free(a), await free(other)]).toEqual([false, true]);
  });
  await transact(api, async (tx) => {
    await postJournal(tx, { key: randomUUID(), kind: 'internal-transfer', legs: [leg(a, b, 1n)] });
    expect([await free(a), await free(b), await free(other)]).toEqual([false, false, true]);
  });
});

test('a sweep locks accounts in their order, whatever the order of the holds', async () => {
  const [first, second] = [await books.customer(10n), await books.customer(10n)];
  await hold(second, 10n, { expiresAt: past });
  await hold(first, 10n, { expiresAt: past });
  const sweep = (): Promise<unknown> => transact(worker, (tx) => expireHolds(tx, { limit: 10 }));
  expect(await whileLocked(first, sweep, sql`SELECT FROM ledger.accounts WHERE id = ${second}`)).toBe(true);
  expect([await books.balance(first), await books.balance(second)]).toEqual(['10/0', '10/0']);
});

test('holds in one call lock their accounts in order first, whatever the order of the holds', async () => {
  const [first, second] = [await books.customer(10n), await books.customer(10n)];
  const input = { kind: 'withdrawal-hold', asset: 'usdt', code: 'withdrawal', amount: units(1n) } as const;
  const inputs = [second, first].map((account) => ({ ...input, account, key: randomUUID() }));
  const holdBoth = (): Promise<unknown> => transact(api, (tx) => holdFundsEach(tx, inputs));
  expect(await whileLocked(first, holdBoth, sql`SELECT FROM ledger.accounts WHERE id = ${second}`)).toBe(true);
  expect([await books.balance(first), await books.balance(second)]).toEqual(['10/1', '10/1']);
});

test.each(['holds', 'journals'])(
  '%s in one call lock their keys in order first, whatever their order',
  async (what) => {
    const [a, b] = [await books.customer(10n), await books.customer()];
    const { rows } = await sql<{ key: string; hash: string }>`
    SELECT key, hashtextextended(key, 0)::text AS hash FROM unnest(${[randomUUID(), randomUUID()]}::text[]) AS key
     ORDER BY hashtextextended(key, 0)`.execute(books.db.kysely);
    const [lower, higher] = rows;
    const keys = [higher?.key ?? '', lower?.key ?? ''];
    const input = {
      kind: 'withdrawal-hold',
      asset: 'usdt',
      code: 'withdrawal',
      amount: units(1n),
      account: a,
    } as const;
    const callBoth = (): Promise<unknown> =>
      transact(api, (tx): Promise<unknown> =>
        what === 'holds'
          ? holdFundsEach(
              tx,
              keys.map((key) => ({ ...input, key })),
            )
          : postJournals(
              tx,
              keys.map((key) => ({ key, kind: 'internal-transfer', legs: [leg(a, b, 1n)] })),
            ),
      );
    const tx = await books.db.kysely.startTransaction().execute();
    await sql`SELECT pg_advisory_xact_lock(${lower?.hash}::bigint)`.execute(tx);
    const ended = callBoth();
    await untilLocksAwaited(books.db, 1);
    const free = await sql<{
      free: boolean;
    }>`SELECT pg_try_advisory_xact_lock(${higher?.hash}::bigint) AS free`.execute(books.db.kysely);
    await tx.rollback().execute();
    await ended;
    expect(free.rows).toEqual([{ free: true }]);
    expect(await books.balance(a)).toBe(what === 'holds' ? '10/2' : '8/0');
  },
);

test('rings of transfers in opposite directions end without a deadlock', async () => {
  const ring = [await books.customer(100n), await books.customer(100n), await books.customer(100n)];
  const at = (index: number): AccountId => ring[((index % 3) + 3) % 3] as AccountId;
  const deadlocks = async (): Promise<unknown> =>
    (await sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(books.db.kysely))
      .rows;
  const before = await deadlocks();
  const outcomes = await race(120, (index) => {
    const step = index % 2 === 0 ? 1 : -1;
    return post(api, { kind: 'internal-transfer', legs: [leg(at(index), at(index + step), 1n)] });
  });
  expect(outcomes).toEqual({ done: 120 });
  expect(await deadlocks()).toEqual(before);
});

test('transactions that post several journals each in opposite orders all end', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer(1_000n)];
  const both = (first: AccountId, second: AccountId): Promise<unknown> =>
    transact(api, async (tx) => {
      const journal = { kind: 'internal-transfer' } as const;
      await postJournal(tx, { ...journal, key: randomUUID(), legs: [leg(first, second, 1n)] });
      await postJournal(tx, { ...journal, key: randomUUID(), legs: [leg(second, first, 1n)] });
    });
  expect(await race(20, (index) => (index % 2 === 0 ? both(a, b) : both(b, a)))).toEqual({ done: 20 });
  expect([await books.balance(a), await books.balance(b)]).toEqual(['1000/0', '1000/0']);
});

test('I05 every concurrent reading of all balances sums to the same, and no balance is ever negative', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, (_, index) => books.customer(index === 0 ? 100n : 0n)));
  // Over a connection of its own: in the writers' pool most readings would stand in line until they are done.
  const read = async (): Promise<{ total: string; lowest: string } | undefined> => {
    const { rows } = await sql<{ total: string; lowest: string }>`
      SELECT sum(posted) AS total, min(posted - held) AS lowest FROM ledger.accounts WHERE id = ANY (${accounts}::bigint[])`.execute(
      books.db.kysely,
    );
    return rows[0];
  };
  let writing = true;
  const readings: Awaited<ReturnType<typeof read>>[] = [];
  const reader = (async () => {
    while (writing) readings.push(await read());
  })();
  const outcomes = await race(400, (index) => {
    const [from, to] = [accounts[(index * 5) % 8], accounts[(index * 3 + 1) % 8]] as [AccountId, AccountId];
    const target = from === to ? (accounts[(index + 3) % 8] as AccountId) : to;
    if (from === target) return Promise.resolve();
    return post(api, { kind: 'internal-transfer', legs: [leg(from, target, BigInt((index % 5) + 1))] });
  });
  writing = false;
  await reader;
  expect(outcomes['done']).toBeGreaterThan(50);
  expect(readings.length).toBeGreaterThan(5);
  for (const reading of readings) {
    expect(reading?.total).toBe('100');
    expect(BigInt(reading?.lowest ?? -1)).toBeGreaterThanOrEqual(0n);
  }
});

test('an account asked for by 20 requests at once is made once', async () => {
  const person = { personId: newId<PersonId>(), walletId: newId<WalletId>(), asset: 'usdt' } as const;
  const customer = (): Promise<AccountId> => transact(api, (tx) => openCustomerAccount(tx, person));
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => Promise.all([customer(), books.house('promotion:race')])),
  );
  expect(new Set(ids.map(String)).size).toBe(1);
});
