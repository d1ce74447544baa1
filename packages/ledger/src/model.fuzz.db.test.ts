import { randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import type { Units } from '@tern/money/units';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import { LedgerError } from './error.ts';
import { expireHolds } from './expire-holds.ts';
import { holdFunds } from './hold.ts';
import type { AccountId, PendingId } from './ids.ts';
import { postHold } from './post-hold.ts';
import type { Leg } from './post-journal.ts';
import { postJournals, type BatchReply } from './post-journals.ts';
import { postPayout } from './post-payout.ts';
import { createTestBooks, leg, post, type TestBooks } from './test-books.ts';
import { verifyBooks } from './verify.ts';
import { voidHold } from './void-hold.ts';

// Goal: any sequence of operations does what a page of arithmetic says it does.
// Method: random sequences over four customers go to the ledger and to the model below, which shares no code with it;
// outcome and all balances must agree after every step.
let books: TestBooks;
let custody: AccountId;
let hot: AccountId;
let fees: AccountId;

beforeAll(async () => {
  books = await createTestBooks();
  [custody, hot, fees] = [
    await books.house('custody:deposit'),
    await books.house('custody:hot'),
    await books.house('fee-income'),
  ];
});
afterAll(async () => {
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  expect(await verifyBooks(books.db)).toBeUndefined();
  await books.drop();
});

const people = [0, 1, 2, 3] as const;
type Person = (typeof people)[number];

type Part = { readonly to: Person; readonly amount: number };
type Move = { readonly from: Person; readonly to: Person; readonly amount: number };
type Operation =
  | ({ readonly do: 'deposit' } & Part)
  | { readonly do: 'payout'; readonly parts: readonly Part[] }
  | { readonly do: 'transfer'; readonly moves: readonly Move[] }
  | { readonly do: 'batch'; readonly journals: readonly (readonly Move[])[] }
  | { readonly do: 'hold'; readonly from: Person; readonly amount: number; readonly lapsed: boolean }
  | { readonly do: 'pay'; readonly hold: number; readonly fee: number }
  | { readonly do: 'void'; readonly hold: number }
  | { readonly do: 'sweep' }
  | { readonly do: 'again'; readonly step: number };

const person = fc.constantFrom(...people);
const amount = fc.integer({ min: 1, max: 60 });
const moves = fc.array(fc.record({ from: person, to: person, amount }), { minLength: 1, maxLength: 4 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deposit' as const), to: person, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('payout' as const),
      parts: fc.array(fc.record({ to: person, amount }), { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('transfer' as const), moves }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('batch' as const),
      journals: fc.array(moves, { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), from: person, amount, lapsed: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay' as const), hold: fc.nat(5), fee: fc.integer({ min: 0, max: 70 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const), hold: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const), step: fc.nat(20) }) },
);

type ModelHold = { readonly from: Person; readonly amount: number; readonly lapsed: boolean; open: boolean };

/** The books as plain numbers. `apply` returns `done` or the refusal, and changes nothing when refused. */
class Model {
  readonly posted = [0, 0, 0, 0];
  readonly holds: ModelHold[] = [];
  paid = 0;
  earned = 0;

  held(who: Person): number {
    return this.holds.filter((hold) => hold.open && hold.from === who).reduce((sum, hold) => sum + hold.amount, 0);
  }

  apply(operation: Done['operation']): string {
    switch (operation.do) {
      case 'deposit':
        return this.deposit([operation]);
      case 'payout':
        return this.deposit(operation.parts);
      case 'transfer':
        return this.transfer(operation.moves);
      case 'batch':
        return operation.journals.map((moves) => this.transfer(moves)).join();
      case 'hold':
        if ((this.posted[operation.from] ?? 0) - this.held(operation.from) < operation.amount)
          return 'exceeds-available';
        this.holds.push({ ...operation, open: true });
        return 'done';
      case 'pay':
        return this.pay(operation.hold, operation.fee);
      case 'void': {
        const hold = this.holds[operation.hold];
        if (hold === undefined) return 'pending-not-found';
        if (!hold.open) return 'pending-already-resolved';
        hold.open = false;
        return 'done';
      }
      case 'sweep':
        for (const hold of this.holds) if (hold.lapsed) hold.open = false;
        return 'done';
    }
  }

  private deposit(parts: readonly Part[]): string {
    for (const { to, amount } of parts) this.posted[to] = (this.posted[to] ?? 0) + amount;
    return 'done';
  }

  private transfer(moves: readonly Move[]): string {
    if (moves.some(({ from, to }) => from === to)) return 'accounts-equal';
    const after = [...this.posted];
    for (const { from, to, amount } of moves) {
      after[from] = (after[from] ?? 0) - amount;
      after[to] = (after[to] ?? 0) + amount;
    }
    if (people.some((who) => (after[who] ?? 0) < this.held(who))) return 'exceeds-available';
    after.forEach((value, who) => (this.posted[who] = value));
    return 'done';
  }

  private pay(index: number, fee: number): string {
    const hold = this.holds[index];
    if (hold === undefined) return 'pending-not-found';
    if (fee > hold.amount) return 'amount-invalid';
    if (!hold.open) return 'pending-already-resolved';
    if (hold.lapsed) return 'pending-expired';
    hold.open = false;
    this.posted[hold.from] = (this.posted[hold.from] ?? 0) - hold.amount;
    this.paid += hold.amount - fee;
    this.earned += fee;
    return 'done';
  }
}

type Ledger = {
  readonly accounts: readonly AccountId[];
  readonly pendings: PendingId[];
  readonly amounts: number[];
};

const units = (value: number): Units => BigInt(value) as Units;

async function outcomeOf(run: Promise<unknown>): Promise<string> {
  try {
    const reply = await run;
    return typeof reply === 'string' ? reply : 'done';
  } catch (error) {
    if (error instanceof LedgerError) return error.code;
    throw error;
  }
}

const codeOf = (reply: BatchReply): string => (reply instanceof LedgerError ? reply.code : 'done');

function send(ledger: Ledger, key: string, operation: Done['operation']): Promise<unknown> {
  const account = (who: Person): AccountId => ledger.accounts[who] as AccountId;
  const legsOf = (moves: readonly Move[]): readonly Leg[] =>
    moves.map(({ from, to, amount }) => leg(account(from), account(to), BigInt(amount)));
  const pendingId = 'hold' in operation ? (ledger.pendings[operation.hold] ?? ('999999999' as PendingId)) : undefined;
  switch (operation.do) {
    case 'deposit':
      return post(books.asWorker, {
        key,
        kind: 'deposit',
        legs: [leg(custody, account(operation.to), BigInt(operation.amount), 'deposit')],
      });
    case 'payout': {
      const parts = operation.parts.map(({ to, amount }) => ({ credit: account(to), amount: units(amount) }));
      return transact(books.asWorker, (tx) =>
        postPayout(tx, { key, kind: 'deposit', asset: 'usdt', sources: [{ debit: custody, code: 'deposit', parts }] }),
      ).then(() => 'done');
    }
    case 'transfer':
      return post(books.asApi, {
        key,
        kind: 'internal-transfer',
        legs: legsOf(operation.moves),
      });
    case 'batch':
      return transact(books.asApi, (tx) =>
        postJournals(
          tx,
          operation.journals.map((moves, index) => ({
            key: `${key}:${index}`,
            kind: 'internal-transfer',
            legs: legsOf(moves),
          })),
        ),
      ).then((replies) => replies.map(codeOf).join());
    case 'hold':
      return transact(books.asApi, (tx) =>
        holdFunds(tx, {
          key,
          kind: 'withdrawal-hold',
          account: account(operation.from),
          asset: 'usdt',
          code: 'withdrawal',
          amount: units(operation.amount),
          ...(operation.lapsed ? { expiresAt: new Date(0) } : {}),
        }),
      ).then((hold) => {
        if (hold.replayed) return;
        ledger.pendings.push(hold.pendingId);
        ledger.amounts.push(operation.amount);
      });
    case 'pay': {
      const total = ledger.amounts[operation.hold] ?? 1;
      const legs = [
        { credit: hot, amount: units(total - operation.fee), code: 'withdrawal' } as const,
        { credit: fees, amount: units(operation.fee), code: 'withdrawal-fee' } as const,
      ].filter((candidate) => candidate.amount !== 0n);
      return transact(books.asWorker, (tx) => postHold(tx, { key, pendingId: pendingId as PendingId, legs }));
    }
    case 'void':
      return transact(books.asApi, (tx) => voidHold(tx, { key, pendingId: pendingId as PendingId, reason: 'fuzz' }));
    case 'sweep':
      return transact(books.asWorker, (tx) => expireHolds(tx, { limit: 1_000 }));
  }
}

type Done = { readonly key: string; readonly operation: Exclude<Operation, { do: 'again' }> };

/** What to send for an operation and what must come back. What succeeded once succeeds again under its key, as before. */
function plan(
  next: Operation,
  model: Model,
  done: readonly Done[],
): { readonly key: string; readonly sent: Done['operation']; readonly expected: string } {
  if (next.do !== 'again') return { key: randomUUID(), sent: next, expected: model.apply(next) };
  const earlier = done[next.step];
  if (earlier !== undefined) return { key: earlier.key, sent: earlier.operation, expected: 'done' };
  return plan({ do: 'sweep' }, model, done);
}

/** What of an operation was done, each part so that it can be sent again by itself: a batched journal singly. */
function repeatable(key: string, operation: Done['operation'], outcome: string): readonly Done[] {
  if (operation.do !== 'batch') return outcome === 'done' && operation.do !== 'sweep' ? [{ key, operation }] : [];
  return outcome.split(',').flatMap((code, index): readonly Done[] => {
    const moves = operation.journals[index];
    if (code !== 'done' || moves === undefined) return [];
    return [{ key: `${key}:${index}`, operation: { do: 'transfer', moves } }];
  });
}

const numbers = async (account: AccountId): Promise<string> => await books.balance(account);
const change = async (account: AccountId, before: string): Promise<number> =>
  Number(BigInt((await numbers(account)).split('/')[0] ?? 0) - BigInt(before.split('/')[0] ?? 0));

test('agrees with the model over random histories', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40 }), async (operations) => {
      const model = new Model();
      const ledger: Ledger = {
        accounts: await Promise.all(people.map(() => books.customer())),
        pendings: [],
        amounts: [],
      };
      const [hotBefore, feesBefore] = [await numbers(hot), await numbers(fees)];
      const done: Done[] = [];
      for (const next of operations) {
        const { key, sent, expected } = plan(next, model, done);
        expect(await outcomeOf(send(ledger, key, sent)), next.do).toBe(expected);
        done.push(...repeatable(key, sent, expected));
        expect(await Promise.all(ledger.accounts.map(numbers))).toEqual(
          people.map((who) => `${model.posted[who]}/${model.held(who)}`),
        );
      }
      expect([await change(hot, hotBefore), await change(fees, feesBefore)]).toEqual([0 - model.paid, model.earned]);
    }),
    { numRuns: 60 },
  );
});
