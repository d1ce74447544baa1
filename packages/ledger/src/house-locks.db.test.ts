import { randomUUID } from 'node:crypto';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import { LedgerError } from './error.ts';
import type { AccountId } from './ids.ts';
import { postJournals, type BatchedJournal } from './post-journals.ts';
import { countWriters, createTestBooks, leg, post, type TestBooks } from './test-books.ts';
import { verifyBooks } from './verify.ts';

// Goal: calls keep each other from the house's accounts only as long as they have to. Method: somebody has such an account
// locked; a call that waits for it has then written its journals, or has not.
let books: TestBooks;
let ana: AccountId;
let suspense: AccountId;
let issuance: AccountId;
let capital: AccountId;
/** Two accounts of the house, in the order of their locks, that have 1600 each when a test begins. */
let first: AccountId;
let second: AccountId;

beforeAll(async () => {
  books = await createTestBooks();
  const house = (code: Parameters<TestBooks['house']>[0]): Promise<AccountId> => books.house(code, 'reward');
  [first, second] = [await house('liquidity'), await house('swap-rewards')];
  [suspense, issuance, capital] = [await house('suspense'), await house('issuance'), await house('capital')];
  const funding = [leg(await house('custody:hot'), capital, 1_000_000n, 'funding', 'reward')];
  await post(books.asWorker, { kind: 'treasury-funding', legs: funding });
});
beforeEach(async () => {
  ana = await books.customer(1_000n, 'reward');
  await fill(first);
  await fill(second);
});
afterAll(async () => {
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  expect(await verifyBooks(books.db)).toBeUndefined();
  await books.drop();
});

/** A correction between accounts of the house, so that each has what a test begins with. */
async function fill(account: AccountId): Promise<void> {
  const missing = 1_600n - BigInt((await books.balance(account)).split('/')[0] as string);
  if (missing === 0n) return;
  const [from, to] = missing > 0n ? [capital, account] : [account, capital];
  const amount = missing > 0n ? missing : -missing;
  const details = { operators: ['ann', 'bob'], reason: 'what the test begins with' };
  await post(books.asConsole, {
    kind: 'correction',
    legs: [leg(from, to, amount, 'correction', 'reward')],
    details,
  });
}

const journal = (kind: BatchedJournal['kind'], ...legs: BatchedJournal['legs']): BatchedJournal => ({
  key: randomUUID(),
  kind,
  legs,
});
const takes = (amount: bigint): BatchedJournal['legs'][number] => leg(first, ana, amount, 'swap-out', 'reward');
const gives = (amount: bigint): BatchedJournal['legs'][number] => leg(ana, first, amount, 'swap-in', 'reward');
const owes = (amount: bigint): BatchedJournal =>
  journal('swap-reward-accrual', leg(first, second, amount, 'swap-reward', 'reward'));
const isPaid = (amount: bigint): BatchedJournal =>
  journal('distribution', leg(second, ana, amount, 'swap-reward', 'reward'));

type Call = { readonly by?: Database; readonly locked: AccountId; readonly journals: readonly BatchedJournal[] };

/** When the call locks the account, as seen by who has it; and what becomes of each of its journals. */
async function callWhileLocked({ by = books.asApi, locked, journals }: Call) {
  const { when, replies } = await transact(books.db, async (tx) => {
    await sql`SELECT FROM ledger.accounts WHERE id = ${locked} FOR NO KEY UPDATE`.execute(tx);
    const called = transact(by, (own) => postJournals(own, journals));
    await untilLocksAwaited(books.db, 1);
    return { when: (await countWriters(books, 'journals')) === 1 ? 'last' : 'first', replies: called };
  });
  const outcomes = (await replies).map((reply) => (reply instanceof LedgerError ? reply.code : 'done'));
  return { when, outcomes };
}
const done = (when: 'first' | 'last', ...outcomes: readonly string[]) => ({ when, outcomes });

test('an account that has sixteen times what a call takes from it is locked last', async () => {
  const call = { locked: first, journals: [journal('swap', takes(60n)), journal('swap', takes(40n))] };
  expect(await callWhileLocked(call)).toEqual(done('last', 'done', 'done'));
});

test('one that has less is locked first, since others may take from it too', async () => {
  const call = { locked: first, journals: [journal('swap', takes(60n)), journal('swap', takes(41n))] };
  expect(await callWhileLocked(call)).toEqual(done('first', 'done', 'done'));
});

test('one that has less for a moment is locked first, though it gets it back within the call', async () => {
  const journals = [takes(101n), gives(101n), takes(1n)].map((own) => journal('swap', own));
  expect(await callWhileLocked({ locked: first, journals })).toEqual(done('first', 'done', 'done', 'done'));
});

test.each(['the first', 'the second'])('all are locked first where only %s of them has less', async (which) => {
  const journals = which === 'the first' ? [owes(101n)] : [journal('swap', takes(1n)), isPaid(101n)];
  const by = which === 'the first' ? books.asApi : books.db;
  expect((await callWhileLocked({ by, locked: first, journals })).when).toBe('first');
});

test('what a refused journal would have taken does not count', async () => {
  const tooMuch = journal('swap', takes(101n), leg(ana, first, 1_000_000n, 'swap-in', 'reward'));
  const call = { locked: first, journals: [tooMuch, journal('swap', takes(100n))] };
  expect(await callWhileLocked(call)).toEqual(done('last', 'exceeds-available', 'done'));
});

test('a customer who has too little is no reason to lock the house first', async () => {
  const [poor, ben] = [await books.customer(1n, 'reward'), await books.customer(0n, 'reward')];
  const transfer = journal('internal-transfer', leg(poor, ben, 2n, 'transfer', 'reward'));
  for (const journals of [
    [transfer, journal('swap', takes(1n))],
    [journal('swap', leg(poor, first, 2n, 'swap-in', 'reward')), journal('swap', takes(1n))],
  ]) {
    const outcomes = ['exceeds-available', 'done'];
    expect(await callWhileLocked({ locked: first, journals })).toEqual(done('last', ...outcomes));
  }
});

test('accounts that may have less than nothing are locked last', async () => {
  const custody = await books.house('custody:deposit', 'reward');
  const deposit = journal('deposit', leg(custody, ana, 1n, 'deposit', 'reward'));
  expect(await callWhileLocked({ by: books.asWorker, locked: custody, journals: [deposit] })).toEqual(
    done('last', 'done'),
  );
  const found = journal('suspense-resolution', leg(suspense, ana, 1n, 'identified', 'reward'));
  expect(await callWhileLocked({ by: books.asWorker, locked: suspense, journals: [found] })).toEqual(
    done('last', 'done'),
  );
});

test('a promise is locked first, and what may have less than nothing is not refused next to it', async () => {
  const promise = journal('issuance', leg(issuance, capital, 5n, 'issue', 'reward'));
  const found = journal('suspense-resolution', leg(suspense, ana, 7n, 'identified', 'reward'));
  const call = { by: books.asConsole, locked: issuance, journals: [promise, found] };
  expect(await callWhileLocked(call)).toEqual(done('first', 'done', 'done'));
});

test('more than an account has may be taken by a journal that gives it back', async () => {
  const replies = await transact(books.asApi, (tx) =>
    postJournals(tx, [journal('swap', takes(2_000n), gives(1_500n))]),
  );
  expect(replies).toMatchObject([{ replayed: false }]);
  expect([await books.balance(first), await books.balance(ana)]).toEqual(['1100/0', '1500/0']);
});

test('one that others leave with just what the call takes needs no second attempt', async () => {
  const call = await books.asApi.kysely.startTransaction().execute();
  const waiting = await transact(books.db, async (tx) => {
    await postJournals(tx, [journal('swap', leg(first, ana, 1_500n, 'swap-out', 'reward'))]);
    // Without `transact`, which would begin again.
    const replies = postJournals(call, [
      journal('swap', leg(first, await books.customer(0n, 'reward'), 100n, 'swap-out', 'reward')),
    ]);
    await untilLocksAwaited(books.db, 1);
    return { replies };
  });
  const answer = await waiting.replies.catch((error: unknown) => error);
  await call.commit().execute();
  expect(answer).toMatchObject([{ replayed: false }]);
  expect(await books.balance(first)).toBe('0/0');
});

test('what is locked first is judged by what it has, though its account is younger than the customers’', async () => {
  const campaign = await books.house(`promotion:${randomUUID()}`, 'reward');
  await post(books.asConsole, {
    kind: 'promotion-funding',
    legs: [leg(capital, campaign, 100n, 'funding', 'reward')],
  });
  const rewards = [101n, 99n].map((amount) =>
    journal('activity-reward', leg(campaign, ana, amount, 'activity-reward', 'reward')),
  );
  const replies = await transact(books.asWorker, (tx) => postJournals(tx, rewards));
  expect(replies).toMatchObject([
    { code: 'exceeds-available', particulars: { accountId: campaign, available: '100', needed: '101' } },
    { replayed: false },
  ]);
});
