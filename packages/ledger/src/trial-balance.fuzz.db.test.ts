import { randomUUID } from 'node:crypto';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDays } from './close-days.ts';
import { holdFunds } from './hold.ts';
import type { AccountId } from './ids.ts';
import { findLastTotalled, findWrongTotals, listTotals } from './list-totals.ts';
import { postHold } from './post-hold.ts';
import { postJournals } from './post-journals.ts';
import { findUnlikeAccounts, readTrialBalance } from './read-trial-balance.ts';
import { afterTampering, createTestBooks, leg, post, tamper, type TestBooks } from './test-books.ts';
import { totalDays } from './total-days.ts';

// Goal: the trial balance of any moment is what all entries before it sum to, whichever days have totals by then.
// Method: books of every shape of journal, dated over several days by a superuser in one transaction; as many days as the draw
// says get totals; at random moments, and at those of journals, the quick answer must be that of a sum over every entry.
let books: TestBooks;
let people: readonly AccountId[];

beforeAll(async () => {
  books = await createTestBooks();
  const [a, b, c] = [await books.customer(500n), await books.customer(300n), await books.customer(0n)];
  const [liquidity, capital] = [await books.house('liquidity', 'reward'), await books.house('capital', 'reward')];
  const [cold, income] = [await books.house('custody:cold', 'reward'), await books.house('fee-income')];
  const rewards = await books.customer(0n, 'reward');
  people = [a, b, c];
  await post(books.asWorker, { kind: 'treasury-funding', legs: [leg(cold, capital, 9_000n, 'funding', 'reward')] });
  await post(books.db, { kind: 'liquidity-funding', legs: [leg(capital, liquidity, 9_000n, 'funding', 'reward')] });
  for (let n = 1n; n <= 12n; n += 1n) {
    await post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, b, n), leg(b, c, 1n)] });
  }
  // One call of several journals: the house has one entry for all of them.
  const swap = (n: bigint) => ({
    key: randomUUID(),
    kind: 'swap' as const,
    legs: [leg(a, income, n, 'swap-fee'), leg(liquidity, rewards, n * 10n, 'swap-out', 'reward')],
  });
  for (let n = 1n; n <= 4n; n += 1n) {
    await transact(books.asApi, (tx) => postJournals(tx, [swap(n), swap(n + 1n), swap(n + 2n)]));
  }
  const hot = await books.house('custody:hot');
  for (const amount of [20n, 30n]) {
    const { pendingId } = await transact(books.asApi, (tx) =>
      holdFunds(tx, {
        ...{ key: randomUUID(), kind: 'withdrawal-hold', account: b, asset: 'usdt', code: 'withdrawal' },
        amount: units(amount),
      }),
    );
    if (amount === 30n) continue;
    await transact(books.asWorker, (tx) =>
      postHold(tx, {
        key: randomUUID(),
        pendingId,
        legs: [
          { credit: hot, amount: units(19n), code: 'withdrawal' },
          { credit: income, amount: units(1n), code: 'withdrawal-fee' },
        ],
      }),
    );
  }
});
afterAll(() => books.drop());

const lastDay = sql`((now() AT TIME ZONE 'UTC' - interval '1 hour')::date - 1)`;
/** As if the calls so far had been spread over six days until now, in no order of their numbers; each call at one moment. */
const scattered = (seed: number) => sql`
  UPDATE ledger.journals SET created_at = transaction_timestamp() - interval '1 millisecond' *
    (('x' || substr(md5(${String(seed)}::text || coalesce(call_id, id)), 1, 7))::bit(28)::bigint % (6 * 86400000))`;

type Sums = Readonly<Record<string, string>>;

/** What every entry before a moment sums to. An entry of a whole call is dated as the call's journals, which are dated alike. */
async function sumEntries(tx: DbTx, at: Date): Promise<Sums> {
  const { rows } = await sql<{ name: string; balance: string }>`
    SELECT a.class || ' ' || a.asset AS name, sum(e.amount)::text AS balance
      FROM ledger.entries e
      JOIN ledger.accounts a ON a.id = e.account_id
      LEFT JOIN ledger.transfers t ON t.id = e.transfer_id AND e.call_id IS NULL
      JOIN ledger.journals j ON j.id = coalesce(t.journal_id, e.call_id)
     WHERE j.created_at < ${at.toISOString()}::timestamptz GROUP BY 1`.execute(tx);
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
}

async function quickly(tx: DbTx, at: Date): Promise<Sums> {
  const { rows } = await readTrialBalance(tx, { at });
  for (const asset of ['usdt', 'reward']) {
    const own = rows.filter((row) => row.asset === asset);
    const [debits, credits] = (['debits', 'credits'] as const).map((side) =>
      own.reduce((sum, row) => sum + row[side], 0n),
    );
    expect(debits).toBe(credits);
  }
  return Object.fromEntries(rows.map((row) => [`${row.class} ${row.asset}`, String(row.credits - row.debits)]));
}

test('the trial balance of any moment is the sum of all entries before it, with and without totals of days', async () => {
  const drawn = fc.record({
    seed: fc.nat(1_000_000),
    totalled: fc.integer({ min: 0, max: 8 }),
    agesMs: fc.array(fc.nat(7 * 86_400_000), { minLength: 3, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ seed, totalled, agesMs }) => {
      await afterTampering(books, [scattered(seed)], async (tx) => {
        await closeDays(tx);
        expect(await totalDays(tx, { limit: totalled })).toBeLessThanOrEqual(totalled);
        const { rows } = await sql<{ at: Date }>`SELECT date_trunc('milliseconds', created_at) AS at
          FROM ledger.journals ORDER BY id % 7, id LIMIT 3`.execute(tx);
        const midnight = new Date(new Date().toISOString().slice(0, 10));
        const moments = [...agesMs.map((age) => new Date(Date.now() - age)), ...rows.map(({ at }) => at), midnight];
        for (const at of moments) expect(await quickly(tx, at)).toEqual(await sumEntries(tx, at));
        const now = await readTrialBalance(tx, { at: new Date(Date.now() + 60_000) });
        expect(await findUnlikeAccounts(tx, now)).toEqual([]);
      });
    }),
    { numRuns: 25 },
  );
});

test('the totals of all days add up to the balances, and a day without totals is told like one with them', async () => {
  await afterTampering(books, [scattered(7)], async (tx) => {
    const [from, to] = ['2000-01-01', '2999-01-01'];
    const before = await listTotals(tx, { from, to });
    await closeDays(tx);
    while ((await totalDays(tx, { limit: 2 })) > 0);
    const { rows } = await sql<{ day: string }>`SELECT to_char(${lastDay}, 'YYYY-MM-DD') AS day`.execute(tx);
    expect(await findLastTotalled(tx)).toBe(rows[0]?.day);
    const after = await listTotals(tx, { from, to });
    expect(after).toEqual(before);
    const customers = after.filter(({ class: each, asset }) => each === 'customer' && asset === 'usdt');
    expect(customers.reduce((sum, { credits, debits }) => sum + credits - debits, 0n)).toBe(
      (await Promise.all(people.map(async (each) => BigInt((await books.balance(each)).split('/')[0] ?? '0')))).reduce(
        (sum, each) => sum + each,
        0n,
      ),
    );
  });
});

test('totals that were changed behind the functions are named, and so is a balance', async () => {
  await afterTampering(books, [scattered(11)], async (tx) => {
    await closeDays(tx);
    await totalDays(tx, { limit: 100 });
    const { rows } = await sql<{ day: string }>`
      SELECT to_char(day, 'YYYY-MM-DD') AS day FROM ledger.day_totals WHERE code = 'transfer' LIMIT 1`.execute(tx);
    const day = rows[0]?.day ?? '';
    expect(await findWrongTotals(tx, day)).toEqual([]);
    await tamper(tx, [
      sql`UPDATE ledger.day_totals SET debits = debits + 1 WHERE day = ${day}::date AND code = 'transfer'`,
    ]);
    expect(await findWrongTotals(tx, day)).toEqual(['customer usdt internal-transfer transfer']);
    const now = await readTrialBalance(tx, { at: new Date(Date.now() + 60_000) });
    expect(await findUnlikeAccounts(tx, now)).toEqual(['customer usdt']);
  });
});
