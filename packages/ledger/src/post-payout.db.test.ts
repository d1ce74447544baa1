import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import { LedgerError } from './error.ts';
import type { AccountId, JournalId } from './ids.ts';
import { postJournals } from './post-journals.ts';
import { postPayout, type Payout } from './post-payout.ts';
import { afterTampering, countWriters, leg, post, type TestBooks } from './test-books.ts';
import { createTestPayouts, journalOf, part, payout, refusalOf, type TestPayouts } from './test-payouts.ts';
import { findFault, verifyBooks } from './verify.ts';

let books: TestBooks;
let pool: AccountId;
let owed: AccountId;
let supply: TestPayouts['supply'];
let fromPool: TestPayouts['fromPool'];
let customerWith: TestPayouts['customerWith'];
let pay: TestPayouts['pay'];

beforeAll(async () => {
  ({ books, pool, owed, supply, fromPool, customerWith, pay } = await createTestPayouts(20_000_000n));
});
afterAll(async () => {
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  expect(await verifyBooks(books.db)).toBeUndefined();
  await books.drop();
});

/** What a journal has left in every table, but for numbers and hashes that are drawn anew each time. */
async function tracesOf(tx: DbTx, journalId: JournalId): Promise<unknown> {
  const { rows: journals } = await sql`
    SELECT kind, details, encode(content_hash, 'hex') AS content, call_id = id AS called FROM ledger.journals
     WHERE id = ${journalId}`.execute(tx);
  const { rows: transfers } = await sql`
    SELECT leg, state, code, debit_account_id, credit_account_id, asset, amount FROM ledger.transfers
     WHERE journal_id = ${journalId} ORDER BY leg`.execute(tx);
  const { rows: entries } = await sql`
    SELECT e.account_id, e.seq, e.amount, e.balance_after, t.leg, e.call_id = ${journalId} AS called
      FROM ledger.entries e LEFT JOIN ledger.transfers t ON t.id = e.transfer_id
     WHERE t.journal_id = ${journalId} OR e.call_id = ${journalId} ORDER BY e.account_id, e.seq`.execute(tx);
  const { rows: accounts } = await sql`
    SELECT id, posted, held, version FROM ledger.accounts ORDER BY id`.execute(tx);
  return { journals, transfers, entries, accounts };
}

const remains = async (): Promise<bigint> => BigInt((await books.balance(pool)).split('/')[0] as string);

const undone = new Error('undone');

/** What `work` returns; what it did is undone. */
async function undoing<Result>(work: (tx: DbTx) => Promise<Result>): Promise<Result> {
  let result: { readonly is: Result } | undefined;
  await transact(books.asWorker, async (tx) => {
    result = { is: await work(tx) };
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return (result as unknown as { readonly is: Result }).is;
}

describe('one journal, one outcome', () => {
  test('pays many customers from two accounts of the house', async () => {
    const [ana, ben, cem] = [await customerWith(5n), await customerWith(0n), await customerWith(0n)];
    const [before, owedBefore] = [await books.balance(pool), await books.balance(owed)];
    const paid = await pay(
      payout(
        [pool, 'distribution', part(cem, 30n), part(ana, 10n), part(ben, 20n)],
        [owed, 'swap-reward', part(ben, 2n), part(ana, 1n)],
      ),
    );
    expect(paid).toMatchObject({ replayed: false, journalId: expect.stringMatching(/^\d+$/) });
    expect(await Promise.all([ana, ben, cem].map(books.balance))).toEqual(['16/0', '22/0', '30/0']);
    const has = (balance: string): bigint => BigInt(balance.split('/')[0] as string);
    expect(has(before) - has(await books.balance(pool))).toBe(60n);
    expect(has(owedBefore) - has(await books.balance(owed))).toBe(3n);
  });

  test('leaves the rows that posting leg by leg would, whoever is paid what', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => customerWith(7n)));
    const parts = fc.array(
      fc.record({ credit: fc.constantFrom(...people), amount: fc.bigInt({ min: 1n, max: 20_000n }) }),
      { minLength: 1, maxLength: 8 },
    );
    const sources = fc.oneof(
      parts.map((own) => [[pool, 'distribution', own]] as const),
      parts.map((own) => [[owed, 'swap-reward', own]] as const),
      fc
        .tuple(parts, parts)
        .map(([own, more]) => [[pool, 'distribution', own] as const, [owed, 'swap-reward', more] as const]),
      fc
        .tuple(parts, parts)
        .map(([own, more]) => [[pool, 'distribution', own] as const, [pool, 'distribution', more] as const]),
    );
    const details = fc.constantFrom({}, { distributionId: 'a "name", with marks' });
    await fc.assert(
      fc.asyncProperty(sources, details, async (given, about) => {
        const one: Payout = {
          ...payout(
            ...given.map(
              ([debit, code, own]) => [debit, code, ...own.map((to) => part(to.credit, to.amount))] as const,
            ),
          ),
          details: about,
        };
        const [inSets, byLeg] = [
          await undoing(async (tx) => tracesOf(tx, (await postPayout(tx, one)).journalId)),
          await undoing(async (tx) => {
            const [reply] = await postJournals(tx, [journalOf(one)]);
            if (reply === undefined || reply instanceof LedgerError)
              throw new Error('the journal was refused', { cause: reply });
            return tracesOf(tx, reply.journalId);
          }),
        ];
        expect(inSets).toEqual(byLeg);
        await pay(one);
      }),
      { numRuns: 60 },
    );
  });

  describe('goes leg by leg only where something is out of the ordinary', () => {
    const calls = async (tx: DbTx): Promise<number> => {
      const { rows } = await sql<{ calls: string }>`
        SELECT calls FROM pg_stat_xact_user_functions WHERE funcname = 'post_journals'`.execute(tx);
      return Number(rows[0]?.calls ?? 0);
    };
    const callsFor = (one: Payout): Promise<number> =>
      transact(books.db, async (tx) => {
        await sql`SET LOCAL track_functions = 'pl'`.execute(tx);
        const before = await calls(tx);
        await postPayout(tx, one);
        return (await calls(tx)) - before;
      });

    test('where a key was used, a customer is paid twice, or the house may not suffice', async () => {
      const [ana, ben] = [await customerWith(0n), await customerWith(0n)];
      const one = fromPool(part(ana, 1n), part(ben, 2n));
      expect(await callsFor(one)).toBe(0);
      expect(await callsFor(one), 'the same again').toBe(1);
      expect(await callsFor(fromPool(part(ana, 1n), part(ana, 2n))), 'a customer twice').toBe(1);
      expect(await callsFor(payout([pool, 'distribution', part(ana, 1n)], [owed, 'swap-reward', part(ana, 2n)]))).toBe(
        0,
      );
      await supply(16n - ((await remains()) % 16n));
      const sixteenth = (await remains()) / 16n;
      expect(await callsFor(fromPool(part(ana, sixteenth))), 'a sixteenth of what is there').toBe(0);
      expect(await callsFor(fromPool(part(ana, sixteenth))), 'more than a sixteenth of it').toBe(1);
    });

    test('where more than eight accounts pay', async () => {
      const details = { operators: ['ann', 'bob'], reason: 'what the test begins with' };
      const sources = await Promise.all(
        Array.from({ length: 9 }, async (_, index) => {
          const campaign = await books.house(`promotion:activity-${index}`, 'reward');
          const legs = [leg(pool, campaign, 100n, 'correction', 'reward')];
          await post(books.asConsole, { kind: 'correction', legs, details });
          return [campaign, 'activity-reward', part(await customerWith(0n), 1n)] as const;
        }),
      );
      const kind = 'activity-reward';
      expect(await callsFor({ ...payout(...sources.slice(1)), kind })).toBe(0);
      expect(await callsFor({ ...payout(...sources), kind })).toBe(1);
    });

    test('where a customer pays, and not where what pays may have less than nothing', async () => {
      const [ana, ben] = [await customerWith(1_000n), await customerWith(0n)];
      const sent: Payout = { ...payout([ana, 'transfer', part(ben, 1n)]), kind: 'internal-transfer' };
      expect(await callsFor(sent)).toBe(1);
      const [suspense, custody] = [
        await books.house('suspense', 'reward'),
        await books.house('custody:deposit', 'reward'),
      ];
      const found: Payout = { ...payout([suspense, 'identified', part(ben, 1n)]), kind: 'suspense-resolution' };
      expect(await callsFor(found)).toBe(0);
      expect(await callsFor({ ...payout([custody, 'deposit', part(ben, 1n)]), kind: 'deposit' })).toBe(0);
      expect(await books.balance(ben)).toBe('3/0');
    });
  });

  test('M02 has one effect under one key, however it was posted the first time', async () => {
    const [ana, ben] = [await customerWith(0n), await customerWith(0n)];
    const one = fromPool(part(ana, 3n), part(ben, 4n));
    const replies = await Promise.all(Array.from({ length: 20 }, () => pay(one)));
    expect(new Set(replies.map(({ journalId }) => journalId)).size).toBe(1);
    expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const [again] = await transact(books.asWorker, (tx) => postJournals(tx, [journalOf(one)]));
    expect(again).toMatchObject({ replayed: true, journalId: replies[0]?.journalId });
    const other = fromPool(part(ana, 5n));
    const first = await post(books.asWorker, journalOf(other));
    expect(await pay(other)).toEqual({ journalId: first.journalId, replayed: true });
    expect(await refusalOf(pay({ ...fromPool(part(ana, 6n)), key: other.key }))).toMatchObject({ code: 'key-reused' });
    expect(await Promise.all([ana, ben].map(books.balance))).toEqual(['8/0', '4/0']);
  });
});

describe('never more than the house has', () => {
  test('M01 payouts at once that want more than the pool has get exactly what it has', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => customerWith(0n)));
    const each = (await remains()) / 40n / 10n;
    const results = await Promise.all(
      Array.from({ length: 60 }, () => refusalOf(pay(fromPool(...people.map((person) => part(person, each)))))),
    );
    expect(results.filter((result) => result === undefined)).toHaveLength(40);
    expect(new Set(results.map((result) => (result as { code: string } | undefined)?.code))).toEqual(
      new Set([undefined, 'exceeds-available']),
    );
    expect(await Promise.all(people.map(books.balance))).toEqual(people.map(() => `${each * 40n}/0`));
    const ana = await customerWith(0n);
    const left = await remains();
    await pay(fromPool(part(ana, left)));
    expect(await books.balance(pool)).toBe('0/0');
    expect(await refusalOf(pay(fromPool(part(ana, 1n))))).toMatchObject({ code: 'exceeds-available' });
  });

  test('M01 a payout that finds the pool emptied when it comes to lock it begins again and is refused', async () => {
    await supply(100_000n);
    const [ana, ben] = [await customerWith(0n), await customerWith(0n)];
    const { late } = await transact(books.asWorker, async (tx) => {
      // Everything is taken, and nobody can see it yet.
      await postPayout(tx, fromPool(part(ben, 100_000n)));
      const second = refusalOf(pay(fromPool(part(ana, 10n))));
      await untilLocksAwaited(books.db, 1);
      return { late: second };
    });
    expect(await late).toMatchObject({ code: 'exceeds-available', particulars: { accountId: pool, available: '0' } });
    expect(await books.balance(ana)).toBe('0/0');
  });

  test('two payouts to different people wait for each other at the pool alone', async () => {
    await supply(100_000n);
    const [ana, ben] = [await customerWith(0n), await customerWith(0n)];
    const { second } = await transact(books.asWorker, async (tx) => {
      await postPayout(tx, fromPool(part(ana, 10n)));
      const other = pay(fromPool(part(ben, 20n)));
      await untilLocksAwaited(books.db, 1);
      // The second has written its entries while the first still holds the pool.
      expect(await countWriters(books, 'entries')).toBe(2);
      return { second: other };
    });
    expect(await second).toMatchObject({ replayed: false });
    expect(await Promise.all([ana, ben].map(books.balance))).toEqual(['10/0', '20/0']);
  });

  test('a pool that others leave with just what a payout takes needs no second attempt', async () => {
    await supply(100_000n);
    const [ana, ben] = [await customerWith(0n), await customerWith(0n)];
    const has = await remains();
    // Without `transact`, which would begin again.
    const call = await books.asWorker.kysely.startTransaction().execute();
    const { paid } = await transact(books.db, async (tx) => {
      await postPayout(tx, fromPool(part(ben, has - 10n)));
      const late = postPayout(call, fromPool(part(ana, 10n)));
      await untilLocksAwaited(books.db, 1);
      return { paid: late };
    });
    const answer = await paid.catch((error: unknown) => error);
    await call.commit().execute();
    expect(answer).toMatchObject({ replayed: false });
    expect(await Promise.all([pool, ana].map(books.balance))).toEqual(['0/0', '10/0']);
  });
});

describe('M34 tampering with a payout is seen', () => {
  let journal: JournalId;
  let ana: AccountId;
  beforeAll(async () => {
    await supply(100_000n);
    ana = await customerWith(0n);
    ({ journalId: journal } = await pay(fromPool(part(ana, 10n), part(await customerWith(0n), 20n))));
  });
  const cases: readonly { change: string; statements: () => readonly RawBuilder<unknown>[]; table: string }[] = [
    {
      change: 'two parts exchanged',
      statements: () => [sql`UPDATE ledger.transfers SET amount = 30 - amount WHERE journal_id = ${journal}`],
      table: 'transfers',
    },
    {
      change: 'a customer’s entry changed',
      statements: () => [sql`UPDATE ledger.entries SET amount = amount + 1 WHERE account_id = ${ana}`],
      table: 'entries',
    },
    {
      change: 'the pool’s entry removed',
      statements: () => [sql`DELETE FROM ledger.entries WHERE account_id = ${pool} AND call_id = ${journal}`],
      table: 'entries',
    },
  ];
  test.each(cases)('M34 $change', async ({ statements, table }) => {
    expect(await afterTampering(books, statements(), findFault)).toMatchObject({ table });
  });
});
