import { randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import type { Units } from '@tern/money/units';
import type { TransferCode } from './chart.ts';
import { LedgerError } from './error.ts';
import type { AccountId } from './ids.ts';
import type { BatchedJournal } from './post-journals.ts';
import { postPayout, type Payout, type PayoutPart } from './post-payout.ts';
import { createTestBooks, leg, post, type TestBooks } from './test-books.ts';

type Source = readonly [AccountId, TransferCode, ...PayoutPart[]];

/** For tests: books with a reward pool and owed swap rewards, and short ways to pay customers out of them. */
export type TestPayouts = {
  readonly books: TestBooks;
  readonly pool: AccountId;
  readonly owed: AccountId;
  /** Tokens for the pool. */
  readonly supply: (amount: bigint) => Promise<void>;
  readonly customerWith: (amount: bigint) => Promise<AccountId>;
  readonly fromPool: (...parts: readonly PayoutPart[]) => Payout;
  /** Pays in a transaction of its own. */
  readonly pay: (payout: Payout) => ReturnType<typeof postPayout>;
};

/** Opens them, with as much in the pool as is owed. */
export async function createTestPayouts(amount: bigint): Promise<TestPayouts> {
  const books = await createTestBooks();
  const house = (code: Parameters<TestBooks['house']>[0]): Promise<AccountId> => books.house(code, 'reward');
  const [hot, capital, liquidity] = [await house('custody:hot'), await house('capital'), await house('liquidity')];
  const [pool, owed] = [await house('reward-pool'), await house('swap-rewards')];
  const move = async (
    kind: 'treasury-funding' | 'pool-funding' | 'liquidity-funding',
    to: AccountId,
    units: bigint,
  ) => {
    const from = kind === 'treasury-funding' ? hot : capital;
    await post(books.db, { kind, legs: [leg(from, to, units, 'funding', 'reward')] });
  };
  const supply = async (units: bigint): Promise<void> => {
    await move('treasury-funding', capital, units);
    await move('pool-funding', pool, units);
  };
  await supply(amount);
  await move('treasury-funding', capital, amount);
  await move('liquidity-funding', liquidity, amount);
  const legs = [leg(liquidity, owed, amount, 'swap-reward', 'reward')];
  await post(books.asApi, { kind: 'swap-reward-accrual', legs });
  return {
    books,
    pool,
    owed,
    supply,
    customerWith: (units) => books.customer(units, 'reward'),
    fromPool: (...parts) => payout([pool, 'distribution', ...parts]),
    pay: (one) => transact(books.asWorker, (tx) => postPayout(tx, one)),
  };
}

export function payout(...sources: readonly Source[]): Payout {
  return {
    key: randomUUID(),
    kind: 'distribution',
    asset: 'reward',
    sources: sources.map(([debit, code, ...parts]) => ({ debit, code, parts })),
  };
}

export function part(credit: AccountId, amount: bigint): PayoutPart {
  // Not through `units`: tests also try amounts that it would refuse.
  return { credit, amount: amount as Units };
}

/** The same journal, leg by leg, for the functions that post any. */
export function journalOf({ key, kind, asset, sources, details = {} }: Payout): BatchedJournal {
  const legs = sources.flatMap(({ debit, code, parts }) =>
    parts.map(({ credit, amount }) => ({ debit, credit, amount, code, asset })),
  );
  return { key, kind, details, legs };
}

/** Why it was refused; undefined where it was not. */
export async function refusalOf(run: Promise<unknown>): Promise<unknown> {
  try {
    await run;
    return undefined;
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return { code: error.code, particulars: error.particulars };
  }
}
