import { randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import { LedgerError } from './error.ts';
import type { AccountId } from './ids.ts';
import { postJournals, type BatchedJournal } from './post-journals.ts';
import { openPostingLane, type PostingLane } from './posting-lane.ts';
import { afterTampering, createTestBooks, leg, post, type TestBooks, holdWithdrawal } from './test-books.ts';
import { verifyBooks } from './verify.ts';

// Lanes over pools of their own, as several api processes have.
let books: TestBooks;
let databases: readonly Database[];
let lanes: readonly PostingLane[];
let lane: PostingLane;

beforeAll(async () => {
  books = await createTestBooks();
  // Many at once wait for their turn, on a machine with other things to do.
  databases = ['one', 'two', 'three'].map((applicationName) =>
    openDatabase({ url: books.apiUrl, applicationName, connectionTimeoutMs: 60_000 }),
  );
  lanes = databases.map(openPostingLane);
  lane = lanes[0] as PostingLane;
});
afterAll(async () => {
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  expect(await verifyBooks(books.db)).toBeUndefined();
  await Promise.all(databases.map((database) => database.close()));
  await books.drop();
});

const transfer = (from: AccountId, to: AccountId, amount: bigint, key: string = randomUUID()): BatchedJournal => ({
  key,
  kind: 'internal-transfer',
  legs: [leg(from, to, amount)],
});

type Outcomes = Record<string, number>;

/** How each ended: `done`, or the code it was refused with. Throws what is no refusal. */
async function count(all: readonly Promise<unknown>[]): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  for (const result of await Promise.allSettled(all)) {
    if (result.status === 'rejected' && !(result.reason instanceof LedgerError)) throw result.reason;
    const outcome = result.status === 'fulfilled' ? 'done' : (result.reason as LedgerError).code;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

const many = <Result>(times: number, run: (index: number) => Result): readonly Result[] =>
  Array.from({ length: times }, (_, index) => run(index));
const laneOf = (index: number): PostingLane => lanes[index % lanes.length] as PostingLane;

async function deadlocks(): Promise<string | undefined> {
  const { rows } = await sql<{ deadlocks: string }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(books.db.kysely);
  return rows[0]?.deadlocks;
}

test('M01 one of 100 parallel exits of the whole balance through three lanes succeeds', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer()];
  expect(await count(many(100, (index) => laneOf(index).post(transfer(a, b, 1_000n))))).toEqual({
    done: 1,
    'exceeds-available': 99,
  });
  expect([await books.balance(a), await books.balance(b)]).toEqual(['0/0', '1000/0']);
});

test('M01 exits through lanes, single postings and holds together never spend more than there is', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer()];
  const hold = (): Promise<unknown> => holdWithdrawal(databases[0] as Database, a, 70n);
  const outcomes = await count(
    many(150, (index) => {
      if (index % 3 === 0) return hold();
      if (index % 3 === 1) return post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, b, 70n)] });
      return laneOf(index).post(transfer(a, b, 70n));
    }),
  );
  expect(outcomes).toEqual({ done: 14, 'exceeds-available': 136 });
});

test('M02 50 parallel requests with one key through three lanes and singly have one effect and equal replies', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer()];
  const wanted = transfer(a, b, 10n);
  const replies = await Promise.all(
    many(50, (index) => (index % 4 === 3 ? post(books.asApi, wanted) : laneOf(index).post(wanted))),
  );
  expect(new Set(replies.map(({ journalId, transferIds }) => `${journalId} ${transferIds.join()}`)).size).toBe(1);
  expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await books.balance(b)).toBe('10/0');
});

test('a key used again for something else is refused, its neighbours are not', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer()];
  const key = randomUUID();
  await lane.post(transfer(a, b, 10n, key));
  const again = many(9, (index) => lane.post(transfer(a, b, 1n, index === 4 ? key : randomUUID())));
  expect(await count(again)).toEqual({ done: 8, 'key-reused': 1 });
});

test('journals in rings and opposite directions through lanes and singly end without a deadlock', async () => {
  const ring = await Promise.all(many(6, () => books.customer(1_000n)));
  const at = (index: number): AccountId => ring[((index % 6) + 6) % 6] as AccountId;
  const before = await deadlocks();
  const outcomes = await count(
    many(600, (index) => {
      const journal = transfer(at(index), at(index + (index % 2 === 0 ? 1 : -1)), 1n);
      return index % 5 === 0 ? post(books.asApi, journal) : laneOf(index).post(journal);
    }),
  );
  expect(outcomes).toEqual({ done: 600 });
  expect(await deadlocks()).toBe(before);
});

test('equal keys sent at once to lanes and singly, over the same accounts, end without a deadlock', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer(1_000n)];
  const before = await deadlocks();
  await Promise.all(
    many(40, (round) => {
      const [first, second] = [transfer(a, b, 1n), transfer(b, a, 1n)];
      const neighbour = transfer(round % 2 === 0 ? a : b, round % 2 === 0 ? b : a, 1n);
      return Promise.all([
        post(books.asApi, first),
        laneOf(round).post(second),
        laneOf(round + 1).post(neighbour),
        laneOf(round + 1).post(first),
        post(books.asApi, second),
      ]);
    }),
  );
  expect(await deadlocks()).toBe(before);
});

test('a refused journal names account, need and what the journals before it and its holds left', async () => {
  const [a, b] = [await books.customer(100n), await books.customer()];
  await holdWithdrawal(books.asApi, a, 5n);
  const replies = await transact(books.asApi, (tx) =>
    postJournals(tx, [transfer(a, b, 60n), transfer(a, b, 50n), transfer(a, b, 35n), transfer(a, b, 1n)]),
  );
  expect(replies.map((reply) => (reply instanceof LedgerError ? reply.code : 'done'))).toEqual([
    'done',
    'exceeds-available',
    'done',
    'exceeds-available',
  ]);
  expect(replies[1]).toMatchObject({
    particulars: { accountId: a, code: 'customer', asset: 'usdt', available: '35', needed: '50' },
  });
  expect(replies[3]).toMatchObject({ particulars: { available: '0', needed: '1' } });
  expect(await books.balance(a)).toBe('5/5');
});

test('what a single posting refuses, a batch refuses with the same name and particulars, and posts the rest', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer()];
  const [trx, custody] = [await books.customer(5n, 'trx'), await books.house('custody:deposit')];
  const kind = 'internal-transfer';
  const nobody = '999999999' as AccountId;
  const used = randomUUID();
  await lane.post(transfer(a, b, 1n, used));
  const faulty: readonly Partial<BatchedJournal>[] = [
    { key: '' },
    { key: 'x'.repeat(201) },
    { legs: [] },
    { legs: [leg(a, b, 0n)] },
    { legs: [leg(a, b, -5n)] },
    { legs: [leg(a, b, 1n), leg(a, b, 2n ** 256n)] },
    { legs: [leg(a, b, 1n), leg(b, b, 1n)] },
    { kind: 'withdrawal-hold' as 'swap' },
    { kind: 'correction' },
    { kind: 'nothing' as 'swap' },
    { kind: 'deposit', legs: [leg(custody, a, 1n, 'deposit')] },
    { legs: [leg(a, b, 1n), leg(a, nobody, 1n)] },
    { legs: [leg(nobody, b, 1n)] },
    { legs: [leg(a, trx, 1n)] },
    { legs: [leg(trx, b, 1n)] },
    { legs: [leg(a, b, 1n, 'swap-in')] },
    { legs: [leg(a, custody, 1n)] },
    // A customer in place of the house, which such a leg pays.
    { kind: 'swap', legs: [leg(a, b, 1n, 'swap-in')] },
    { legs: [leg(custody, b, 1n)] },
    { legs: [leg(custody, b, 1n, 'deposit')] },
    { legs: [leg(a, b, 1n, 'transfer', 'trx')] },
    // Two faults: the first of them in the order of docs/ledger.md is named.
    { legs: [leg(a, nobody, 0n)] },
    { kind: 'withdrawal-post' as 'swap', legs: [leg(a, await books.house('custody:hot'), 1n, 'withdrawal')] },
    { legs: Array.from({ length: 10_001 }, () => leg(a, b, 1n)) },
    { kind: 'internal-transfer-post' as 'swap' },
    { key: used, legs: [leg(a, b, 0n)] },
  ];
  const journals = faulty.map((fault): BatchedJournal => ({
    key: randomUUID(),
    kind,
    legs: [leg(a, b, 1n)],
    ...fault,
  }));
  const refusal = (error: unknown): unknown =>
    error instanceof LedgerError ? { code: error.code, particulars: error.particulars } : error;
  const singly: unknown[] = [];
  for (const journal of journals)
    singly.push(refusal(await post(books.asApi, journal).catch((error: unknown) => error)));
  // All together, and each alone: a fault is looked for once for all that are alike.
  for (const [together, expected] of [
    [journals, singly] as const,
    ...journals.map((journal, at) => [[journal], [singly[at]]] as const),
  ]) {
    const all = [transfer(a, b, 1n), ...together, transfer(a, b, 1n)];
    const replies = await transact(books.asApi, (tx) => postJournals(tx, all));
    expect(replies.slice(1, -1).map(refusal)).toEqual(expected);
    expect([replies[0], replies.at(-1)].map(refusal)).toMatchObject([{ replayed: false }, { replayed: false }]);
    const withoutOthers = await transact(books.asApi, (tx) => postJournals(tx, together));
    expect(withoutOthers.map(refusal)).toEqual(expected);
  }
});

test('in a batch too a correction needs two operators', async () => {
  const [a, b] = [await books.customer(5n), await books.customer()];
  const correction = (operators: readonly string[]): BatchedJournal => ({
    key: randomUUID(),
    kind: 'correction',
    legs: [leg(a, b, 1n, 'correction')],
    details: { operators, reason: 'wrong person' },
  });
  const replies = await transact(books.asConsole, (tx) =>
    postJournals(tx, [correction(['ann', 'ann']), correction(['ann', 'bob'])]),
  );
  expect(replies).toMatchObject([{ code: 'two-operators-needed' }, { replayed: false }]);
});

test('what was posted is answered as it was, though the chart has no such leg any more', async () => {
  const [a, b] = [await books.customer(5n), await books.customer()];
  const posted = transfer(a, b, 1n);
  const { journalId } = await lane.post(posted);
  const forgotten = sql`DELETE FROM ledger.legs WHERE kind = 'internal-transfer'`;
  const replies = await afterTampering(books, [forgotten], (tx) => postJournals(tx, [posted, transfer(a, b, 1n)]));
  expect(replies).toMatchObject([{ journalId, replayed: true }, { code: 'leg-not-allowed' }]);
});

test('a batch none of whose accounts exist is refused', async () => {
  const [one, other] = ['999999998' as AccountId, '999999999' as AccountId];
  const replies = await transact(books.asApi, (tx) =>
    postJournals(tx, [transfer(one, other, 1n), { ...transfer(one, other, 1n), legs: [] }]),
  );
  expect(replies).toMatchObject([{ code: 'account-not-found' }, { code: 'legs-invalid' }]);
});

test('in a batch too a promise of the debit side is not kept beyond what was promised', async () => {
  const [issuance, capital, cold] = [
    await books.house('issuance', 'reward'),
    await books.house('capital', 'reward'),
    await books.house('custody:cold', 'reward'),
  ];
  const promise = (amount: bigint): BatchedJournal => ({
    key: randomUUID(),
    kind: 'issuance',
    legs: [leg(issuance, capital, amount, 'issue', 'reward')],
  });
  const keep = (amount: bigint): BatchedJournal => ({
    key: randomUUID(),
    kind: 'issuance-on-chain',
    legs: [leg(cold, issuance, amount, 'issue-on-chain', 'reward')],
  });
  const replies = await transact(books.asConsole, (tx) =>
    postJournals(tx, [promise(100n), keep(60n), keep(50n), promise(10n), keep(50n), keep(1n)]),
  );
  expect(replies).toMatchObject([
    { replayed: false },
    { replayed: false },
    { code: 'exceeds-available', particulars: { accountId: issuance, available: '40', needed: '50' } },
    { replayed: false },
    { replayed: false },
    { code: 'exceeds-available', particulars: { accountId: issuance, available: '0', needed: '1' } },
  ]);
  expect(await books.balance(issuance)).toBe('0/0');
});

test('X07 a batch whose arrays could be read two ways is refused whole', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer()];
  const lists = {
    kinds: '{internal-transfer,internal-transfer}',
    details: '{"{}","{}"}',
    legs: '{1,1}',
    accounts: `{${a},${b}}`,
    debits: '{1,1}',
    credits: '{2,2}',
    assets: '{usdt,usdt}',
    amounts: '{1,1}',
    codes: '{transfer,transfer}',
  };
  const call = (changed: Partial<typeof lists>) => {
    const given = { ...lists, ...changed };
    return sql`SELECT * FROM ledger.post_journals(
      ARRAY[gen_random_uuid()::text, gen_random_uuid()::text], ${given.kinds}, ${given.details}, ${given.legs},
      ${given.accounts}, ${given.debits}, ${given.credits}, ${given.assets}, ${given.amounts},
      ${given.codes})`.execute(books.asApi.kysely);
  };
  // A leg less or more than there are, places that begin elsewhere, and lists of lists.
  const everywhere = Object.entries(lists)
    .filter(([name]) => name !== 'accounts')
    .flatMap(([name, list]) => {
      const [first = '', second = ''] = list.slice(1, -1).split(',');
      return [`{${first}}`, `{${first},${second},${second}}`, `[0:1]=${list}`, `{{${first}},{${second}}}`].map(
        (lie) => ({
          [name]: lie,
        }),
      );
    });
  for (const lie of [
    ...everywhere,
    { legs: '{3,-1}' },
    { legs: '{2,NULL}' },
    { legs: '{1,2}' },
    { accounts: `{${b},${a}}` },
    { accounts: `{${a},${a}}` },
    { accounts: `{${a},NULL,${a}}` },
    { accounts: `[0:1]={${a},${b}}` },
    { accounts: `{{${a}},{${b}}}` },
  ]) {
    await expect(call(lie), JSON.stringify(lie)).rejects.toThrow(/of a batch/);
  }
  for (const nothing of [
    { debits: '{1,NULL}' },
    { debits: '{1,7}' },
    { amounts: '{1,NULL}' },
    { amounts: '{1,1.5}' },
  ]) {
    const { rows } = await call(nothing);
    expect(rows).toMatchObject([{ refusal: null }, { refusal: expect.any(String) }]);
  }
  expect(await books.balance(a)).toBe('996/0');
});

test('a journal the batch breaks at is the only one to fail', async () => {
  const [a, b] = [await books.customer(1_000n), await books.customer()];
  const broken = { ...transfer(a, b, 1n), details: { text: '\u0000' } };
  const all = await Promise.allSettled([transfer(a, b, 1n), broken, transfer(a, b, 1n)].map(lane.post));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await books.balance(b)).toBe('2/0');
});

test('connections cut in the middle lose nothing: each caller gets an answer or an error, and asks again under its key', async () => {
  const accounts = await Promise.all(many(10, () => books.customer(10_000n)));
  const journals = many(400, (index) =>
    transfer(accounts[index % 10] as AccountId, accounts[(index * 7 + 1) % 10] as AccountId, 1n),
  ).filter(({ legs: [first] }) => first?.debit !== first?.credit);
  const answers = new Map<string, string>();
  let cut = 0;
  // Held until the first cut: all of it takes a moment, in which nobody might have come to cut anything.
  const taken = Promise.withResolvers<void>();
  const firstCut = Promise.withResolvers<void>();
  const holding = transact(books.db, async (tx) => {
    await sql`SELECT FROM ledger.accounts WHERE id = ANY (${accounts}::bigint[]) FOR UPDATE`.execute(tx);
    taken.resolve();
    await firstCut.promise;
  });
  await taken.promise;
  const cutter = async (): Promise<void> => {
    while (answers.size < journals.length) {
      const { rows } = await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name IN ('one', 'two', 'three') AND state = 'active' LIMIT 1`.execute(books.db.kysely);
      cut += rows.length;
      if (cut > 0) firstCut.resolve();
      await new Promise(setImmediate);
      if (cut >= 8) return;
    }
  };
  const ask = async (journal: BatchedJournal, index: number): Promise<void> => {
    for (;;) {
      try {
        const { journalId } = await laneOf(index).post(journal);
        answers.set(journal.key, journalId);
        return;
      } catch (error) {
        if (error instanceof LedgerError) throw error;
      }
    }
  };
  await Promise.all([holding, cutter(), ...journals.map(ask)]);
  expect(cut).toBeGreaterThan(0);
  const { rows } = await sql<{ idempotency_key: string; id: string }>`
    SELECT idempotency_key, id FROM ledger.journals
    WHERE idempotency_key = ANY (${journals.map(({ key }) => key)})`.execute(books.db.kysely);
  expect(new Map(rows.map((row) => [row.idempotency_key, row.id]))).toEqual(answers);
  const held = await Promise.all(accounts.map(books.balance));
  expect(held.reduce((sum, balance) => sum + BigInt(balance.split('/')[0] ?? 0), 0n)).toBe(100_000n);
});
