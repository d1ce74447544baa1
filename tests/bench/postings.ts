import { randomUUID } from 'node:crypto';
import type { AccountId } from '@tern/ledger/ids';
import type { BatchedJournal } from '@tern/ledger/post-journals';
import type { TestDatabase } from '@tern/testkit/database';
import { fund, fundLiquidity, house, leg, openCustomers, randomTransfer } from './books.ts';

/** What is posted: plain data, so that it can be handed to another process. */
export type Workload =
  | { readonly shape: 'transfer'; readonly accounts: readonly AccountId[] }
  | {
      readonly shape: 'swap';
      readonly customers: readonly Swapper[];
      readonly house: HouseAccounts;
      readonly refused: number;
    };

type Swapper = { readonly usdt: AccountId; readonly reward: AccountId };

type HouseAccounts = {
  readonly usdtLiquidity: AccountId;
  readonly rewardLiquidity: AccountId;
  readonly income: AccountId;
  readonly pool: AccountId;
};

const plenty = 1_000_000_000n;

/** Customers with money. Each posting picks two of them. */
export async function openTransfers(database: TestDatabase, customers: number): Promise<Workload> {
  const accounts = await openCustomers(database, customers, 'usdt');
  await fund(database, accounts, plenty, 'usdt');
  return { shape: 'transfer', accounts };
}

/** Customers with USDT and an account for reward tokens; the house with both. `refused` of the swaps are too large. */
export async function openSwaps(database: TestDatabase, customers: number, refused: number): Promise<Workload> {
  const usdt = await openCustomers(database, customers, 'usdt');
  const reward = await openCustomers(database, customers, 'reward');
  await fund(database, usdt, plenty, 'usdt');
  await fundLiquidity(database, plenty * plenty, 'reward');
  const db = database.asWorker;
  return {
    shape: 'swap',
    customers: usdt.map((account, index) => ({ usdt: account, reward: reward[index] as AccountId })),
    house: {
      usdtLiquidity: await house(db, 'liquidity', 'usdt'),
      rewardLiquidity: await house(db, 'liquidity', 'reward'),
      income: await house(db, 'fee-income', 'usdt'),
      pool: await house(db, 'reward-pool', 'reward'),
    },
    refused,
  };
}

export function nextPosting(workload: Workload): BatchedJournal {
  return workload.shape === 'transfer' ? randomTransfer(workload.accounts) : swap(workload);
}

/** A swap as the chart has it: five legs over two accounts of a customer and four of the house that every swap shares. */
function swap({ customers, house: own, refused }: Extract<Workload, { shape: 'swap' }>): BatchedJournal {
  const { usdt, reward } = customers[Math.floor(Math.random() * customers.length)] as Swapper;
  const amount = Math.random() < refused ? plenty * plenty : 1_000n;
  return {
    key: randomUUID(),
    kind: 'swap',
    legs: [
      leg([usdt, own.usdtLiquidity], amount, 'swap-in'),
      leg([usdt, own.income], 3n, 'swap-fee'),
      leg([own.rewardLiquidity, reward], 5_000n, 'swap-out', 'reward'),
      leg([own.income, own.usdtLiquidity], 1n, 'fee-share'),
      leg([own.rewardLiquidity, own.pool], 4n, 'pool-share', 'reward'),
    ],
  };
}
