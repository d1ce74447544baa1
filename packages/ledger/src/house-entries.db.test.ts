import { randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import { closeDays } from './close-days.ts';
import { LedgerError } from './error.ts';
import type { AccountId } from './ids.ts';
import { postJournals, type BatchedJournal, type BatchReply } from './post-journals.ts';
import { openPostingLane } from './posting-lane.ts';
import { afterTampering, countWriters, createTestBooks, leg, post, type TestBooks } from './test-books.ts';
import { findFault, verifyBooks } from './verify.ts';

// The house's accounts in calls that post many journals: locked last, one entry for the whole call.
let books: TestBooks;
let usdtLiquidity: AccountId;
let rewardLiquidity: AccountId;
let income: AccountId;

beforeAll(async () => {
  books = await createTestBooks();
  usdtLiquidity = await books.house('liquidity');
  rewardLiquidity = await books.house('liquidity', 'reward');
  income = await books.house('fee-income');
  await supply(10_000n);
});
afterAll(async () => {
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  expect(await verifyBooks(books.db)).toBeUndefined();
  await books.drop();
});

/** Reward tokens for swaps, posted singly. */
async function supply(amount: bigint): Promise<void> {
  const [hot, capital] = [await books.house('custody:hot', 'reward'), await books.house('capital', 'reward')];
  await post(books.asWorker, { kind: 'treasury-funding', legs: [leg(hot, capital, amount, 'funding', 'reward')] });
  const legs = [leg(capital, rewardLiquidity, amount, 'funding', 'reward')];
  await post(books.asConsole, { kind: 'liquidity-funding', legs });
}

type Swapper = { readonly usdt: AccountId; readonly reward: AccountId };

const swapper = async (posted = 1_000n): Promise<Swapper> => ({
  usdt: await books.customer(posted),
  reward: await books.customer(0n, 'reward'),
});

const swap = ({ usdt, reward }: Swapper, gives: bigint, gets: bigint): BatchedJournal => ({
  key: randomUUID(),
  kind: 'swap',
  legs: [
    leg(usdt, usdtLiquidity, gives, 'swap-in'),
    leg(usdt, income, 3n, 'swap-fee'),
    leg(income, usdtLiquidity, 2n, 'fee-share'),
    leg(rewardLiquidity, reward, gets, 'swap-out', 'reward'),
  ],
});

const postTogether = (journals: readonly BatchedJournal[]): Promise<readonly BatchReply[]> =>
  transact(books.asApi, (tx) => postJournals(tx, journals));
const outcomes = (replies: readonly BatchReply[]): readonly string[] =>
  replies.map((reply) => (reply instanceof LedgerError ? reply.code : 'done'));

type Line = { readonly account: AccountId; readonly amount: string; readonly transfers: number };

/** The entries that a call's journals made, and how many transfers each of them tells. */
async function linesOf(replies: readonly BatchReply[]): Promise<readonly Line[]> {
  const journals = replies.flatMap((reply) => (reply instanceof LedgerError ? [] : [reply.journalId]));
  const { rows } = await sql<Line>`
    SELECT e.account_id AS account, e.amount::text AS amount, count(*)::int AS transfers
      FROM ledger.entries e CROSS JOIN LATERAL ledger.moves_of(e.account_id, e.transfer_id, e.call_id) m
     WHERE m.journal_id = ANY (${journals}::bigint[])
     GROUP BY e.account_id, e.transfer_id, e.amount HAVING e.amount = sum(m.amount)
     ORDER BY e.account_id, e.transfer_id`.execute(books.db.kysely);
  return rows;
}

describe('one entry for a call', () => {
  test('an account of the house has one for all journals, a customer’s one for each transfer', async () => {
    const [ana, ben] = [await swapper(), await swapper()];
    const replies = await postTogether([swap(ana, 100n, 10n), swap(ben, 200n, 20n), swap(ana, 50n, 5n)]);
    expect(outcomes(replies)).toEqual(['done', 'done', 'done']);
    const lines = await linesOf(replies);
    const of = (account: AccountId): readonly string[] =>
      lines.filter((line) => line.account === account).map(({ amount, transfers }) => `${amount} of ${transfers}`);
    expect(of(usdtLiquidity)).toEqual(['356 of 6']);
    expect(of(income)).toEqual(['3 of 6']);
    expect(of(rewardLiquidity)).toEqual(['-35 of 3']);
    expect(of(ana.usdt)).toEqual(['-100 of 1', '-3 of 1', '-50 of 1', '-3 of 1']);
    expect(of(ben.reward)).toEqual(['20 of 1']);
  });

  test('an account of the house that only refused journals name has none', async () => {
    const [ana, ben] = [await swapper(10n), await books.customer()];
    const before = await books.balance(rewardLiquidity);
    const replies = await postTogether([
      swap(ana, 100n, 10n),
      { key: randomUUID(), kind: 'internal-transfer', legs: [leg(ana.usdt, ben, 10n)] },
    ]);
    expect(outcomes(replies)).toEqual(['exceeds-available', 'done']);
    expect((await linesOf(replies)).map(({ account }) => account)).toEqual([ana.usdt, ben]);
    expect(await books.balance(rewardLiquidity)).toBe(before);
  });

  test('nor has it one where others of the house are moved', async () => {
    const ana = await swapper(10n);
    const entries = async (): Promise<unknown> =>
      (await sql`SELECT count(*) FROM ledger.entries WHERE account_id = ${usdtLiquidity}`.execute(books.db.kysely))
        .rows;
    const before = await entries();
    const replies = await postTogether([
      swap(ana, 100n, 10n),
      { key: randomUUID(), kind: 'swap', legs: [leg(rewardLiquidity, ana.reward, 1n, 'swap-out', 'reward')] },
    ]);
    expect(outcomes(replies)).toEqual(['exceeds-available', 'done']);
    expect(await entries()).toEqual(before);
  });

  test('what comes to nothing together is still an entry', async () => {
    const [hot, capital] = [await books.house('custody:hot', 'reward'), await books.house('capital', 'reward')];
    const replies = await transact(books.db, (tx) =>
      postJournals(tx, [
        { key: randomUUID(), kind: 'treasury-funding', legs: [leg(hot, capital, 7n, 'funding', 'reward')] },
        {
          key: randomUUID(),
          kind: 'liquidity-funding',
          legs: [leg(capital, rewardLiquidity, 7n, 'funding', 'reward')],
        },
      ]),
    );
    expect(outcomes(replies)).toEqual(['done', 'done']);
    expect((await linesOf(replies)).find(({ account }) => account === capital)).toMatchObject({
      amount: '0',
      transfers: 2,
    });
  });
});

describe('never more than the house has', () => {
  const many = <Result>(times: number, run: (index: number) => Result): readonly Result[] =>
    Array.from({ length: times }, (_, index) => run(index));

  test('M01 lanes and single postings that want more than it has get exactly what it has', async () => {
    const people = await Promise.all(many(30, () => swapper(100_000n)));
    const [has] = (await books.balance(rewardLiquidity)).split('/');
    const gets = BigInt(has as string) / 100n;
    const lanes = many(3, () => openPostingLane(books.asApi));
    const results = await Promise.all(
      many(300, async (index) => {
        const journal = swap(people[index % people.length] as Swapper, 10n, gets);
        try {
          await (index % 7 === 0
            ? post(books.asApi, journal)
            : (lanes[index % 3] as (typeof lanes)[number]).post(journal));
          return 'done';
        } catch (error) {
          if (!(error instanceof LedgerError)) throw error;
          return `${error.code} ${String(error.particulars['accountId'])}`;
        }
      }),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(100);
    expect(new Set(results)).toEqual(new Set(['done', `exceeds-available ${rewardLiquidity}`]));
    expect(BigInt((await books.balance(rewardLiquidity)).split('/')[0] as string)).toBe(BigInt(has as string) % 100n);
  });

  test('M01 a call that finds the house emptied when it comes to lock it begins again and is refused', async () => {
    await supply(100_000n);
    const [ana, ben] = [await swapper(), await swapper(10n)];
    const { waiting } = await transact(books.db, async (tx) => {
      // Everything is taken, and nobody can see it yet.
      const { rows } = await sql<{ has: string }>`
        SELECT posted::text AS has FROM ledger.accounts WHERE id = ${rewardLiquidity}`.execute(tx);
      const all = BigInt(rows[0]?.has as string);
      const legs = [leg(rewardLiquidity, ben.reward, all, 'swap-out', 'reward')];
      const [taken] = await postJournals(tx, [{ key: randomUUID(), kind: 'swap', legs }]);
      expect(taken).toMatchObject({ replayed: false });
      const late = postTogether([swap(ana, 100n, 10n), swap(ana, 200n, 10n), swap(ana, 300n, 10n)]);
      await untilLocksAwaited(books.db, 1);
      return { waiting: late };
    });
    expect(outcomes(await waiting)).toEqual(['exceeds-available', 'exceeds-available', 'exceeds-available']);
    expect(await books.balance(ana.usdt)).toBe('1000/0');
    expect(await books.balance(rewardLiquidity)).toBe('0/0');
  });

  test('a refused journal of the house names what the ones before it left', async () => {
    const has = BigInt((await books.balance(rewardLiquidity)).split('/')[0] as string);
    await supply(30n);
    const ana = await swapper();
    const replies = await postTogether([swap(ana, 1n, has + 20n), swap(ana, 1n, 11n), swap(ana, 1n, 10n)]);
    expect(replies).toMatchObject([
      { replayed: false },
      {
        code: 'exceeds-available',
        particulars: { accountId: rewardLiquidity, code: 'liquidity', asset: 'reward', available: '10', needed: '11' },
      },
      { replayed: false },
    ]);
  });
});

test('two calls post at once over the same accounts of the house, and wait for each other only there', async () => {
  await supply(1_000_000n);
  const [ana, ben] = [await swapper(), await swapper()];
  const replies = await transact(books.asApi, async (tx) => {
    const first = await postJournals(tx, [swap(ana, 1n, 1n), swap(ana, 1n, 1n)]);
    const second = postTogether([swap(ben, 1n, 1n), swap(ben, 1n, 1n)]);
    await untilLocksAwaited(books.db, 1);
    // The second has written its journals while the first still holds the house.
    expect(await countWriters(books, 'journals')).toBe(2);
    return { first, second };
  });
  expect(outcomes([...replies.first, ...(await replies.second)])).toEqual(['done', 'done', 'done', 'done']);
});

describe('M34 tampering with a call is seen', () => {
  let call: string;
  let ana: Swapper;
  beforeAll(async () => {
    await supply(1_000n);
    ana = await swapper();
    const replies = await postTogether([swap(ana, 100n, 10n), swap(ana, 200n, 20n), swap(ana, 50n, 5n)]);
    const [first] = replies;
    if (first === undefined || first instanceof LedgerError) throw new Error('the call was refused');
    call = first.journalId;
    await postTogether([swap(ana, 1n, 1n), swap(ana, 1n, 1n)]);
  });

  const ofHouse = (): RawBuilder<unknown> => sql`account_id = ${rewardLiquidity} AND call_id = ${call}`;
  /** One unit more within the house in one journal of the call, one less in another. */
  const shifted = (): RawBuilder<unknown> => sql`
    UPDATE ledger.transfers SET amount = amount + CASE journal_id WHEN ${call}::bigint THEN 1 ELSE -1 END
     WHERE code = 'fee-share' AND journal_id IN (${call}::bigint, ${call}::bigint + 1)`;
  const cases: readonly { change: string; statements: () => readonly RawBuilder<unknown>[]; table: string }[] = [
    {
      change: 'an entry of the house removed',
      statements: () => [sql`DELETE FROM ledger.entries WHERE ${ofHouse()}`],
      table: 'entries',
    },
    {
      change: 'its amount changed',
      statements: () => [sql`UPDATE ledger.entries SET amount = amount - 1 WHERE ${ofHouse()}`],
      table: 'entries',
    },
    {
      change: 'its call taken away',
      statements: () => [sql`UPDATE ledger.entries SET call_id = NULL WHERE ${ofHouse()}`],
      table: 'entries',
    },
    {
      change: 'a journal of the call moved to another',
      statements: () => [sql`UPDATE ledger.journals SET call_id = ${call}::bigint + 1 WHERE id = ${call}::bigint + 1`],
      table: 'entries',
    },
    {
      change: 'a journal of the call made one of its own',
      statements: () => [sql`UPDATE ledger.journals SET call_id = NULL WHERE id = ${call}::bigint + 1`],
      table: 'entries',
    },
    {
      change: 'another journal made one of the call',
      statements: () => [
        sql`UPDATE ledger.journals SET call_id = ${call} WHERE id = (SELECT max(id) FROM ledger.journals)`,
      ],
      table: 'entries',
    },
    {
      change: 'two transfers within the house changed so that their sum stays',
      statements: () => [shifted()],
      table: 'journals',
    },
    {
      change: 'the same with the journals’ hashes made anew',
      statements: () => [
        shifted(),
        sql`UPDATE ledger.journals j SET content_hash = made.hash FROM (
              SELECT t.journal_id, ledger.content_hash('swap', NULL, array_agg(t.debit_account_id ORDER BY t.leg),
                array_agg(t.credit_account_id ORDER BY t.leg), array_agg(t.asset ORDER BY t.leg), array_agg(t.amount ORDER BY t.leg),
                array_agg(t.code ORDER BY t.leg), '{}', NULL) AS hash
              FROM ledger.transfers t GROUP BY t.journal_id
            ) made WHERE made.journal_id = j.id AND j.id IN (${call}::bigint, ${call}::bigint + 1)`,
      ],
      table: 'entries',
    },
    {
      change: 'the whole call given another name',
      statements: () => [
        sql`UPDATE ledger.journals SET call_id = call_id + 1 WHERE call_id = ${call}`,
        sql`UPDATE ledger.entries SET call_id = call_id + 1 WHERE call_id = ${call}`,
      ],
      table: 'entries',
    },
    {
      change: 'an entry of the house added for a call that has one',
      statements: () => [
        sql`INSERT INTO ledger.entries SELECT account_id, transfer_id + 1000000, seq + 1000, 0, balance_after, hash, call_id
              FROM ledger.entries WHERE ${ofHouse()}`,
      ],
      table: 'entries',
    },
  ];
  test.each(cases)('M34 $change', async ({ statements, table }) => {
    expect(await afterTampering(books, statements(), findFault)).toMatchObject({ table });
  });

  test('M34 a day’s root covers the house’s entries: one rewritten without a flaw is given away', async () => {
    const noon = sql`((((now() AT TIME ZONE 'UTC' - interval '1 hour')::date - 1) + interval '12 hours') AT TIME ZONE 'UTC')`;
    await afterTampering(books, [sql`UPDATE ledger.journals SET created_at = ${noon}`], async (tx) => {
      expect(await closeDays(tx)).toBe(1);
      expect(await findFault(tx)).toBeUndefined();
      const { rows } = await sql<{ entries: string; told: string }>`
        SELECT (SELECT count(*) FROM ledger.entries)::text AS entries, (SELECT entries FROM ledger.daily_roots)::text AS told`.execute(
        tx,
      );
      expect(rows[0]?.told).toBe(rows[0]?.entries);
      // The last entry of an account, with the account's own copy of its hash.
      await sql`
        WITH forged AS (
          UPDATE ledger.entries e SET hash = sha256('x') FROM ledger.accounts a
           WHERE a.id = ${rewardLiquidity} AND e.account_id = a.id AND e.seq = a.version RETURNING e.account_id
        ) UPDATE ledger.accounts SET last_hash = sha256('x') WHERE id IN (SELECT account_id FROM forged)`.execute(tx);
      const { rows: roots } = await sql<{ same: boolean }>`
        SELECT r.root = (ledger.compute_daily_root(r.day)).root AS same FROM ledger.daily_roots r`.execute(tx);
      expect(roots).toEqual([{ same: false }]);
    });
  });
});
