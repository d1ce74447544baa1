import { randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import type { HouseAccountCode, TransferCode } from '@tern/ledger/chart';
import { closeDays } from '@tern/ledger/close-days';
import { holdFunds } from '@tern/ledger/hold';
import type { AccountId } from '@tern/ledger/ids';
import { postHold } from '@tern/ledger/post-hold';
import { postJournal } from '@tern/ledger/post-journal';
import { postJournals } from '@tern/ledger/post-journals';
import { totalDays } from '@tern/ledger/total-days';
import type { AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import type { TestOwner } from './console-world.ts';

export type BooksWorld = Awaited<ReturnType<typeof openBooksWorld>>;

/** For tests: books in which the given people deposit, send to each other and to the chain, swap and are rewarded. */
export async function openBooksWorld(database: TestDatabase, people: readonly [TestOwner, TestOwner]) {
  const house = (code: HouseAccountCode, asset: AssetId): Promise<AccountId> =>
    transact(database.asWorker, (tx) => houseAccount(tx, code, asset));
  const own = ({ personId, walletId }: TestOwner, asset: AssetId): Promise<AccountId> =>
    transact(database.asWorker, (tx) => openCustomerAccount(tx, { personId, walletId, asset }));
  const [a, b] = [await own(people[0], 'usdt'), await own(people[1], 'usdt')];
  const rewards = await own(people[0], 'reward');
  const [deposits, hot] = [await house('custody:deposit', 'usdt'), await house('custody:hot', 'usdt')];
  const [income, cost] = [await house('fee-income', 'usdt'), await house('network-cost', 'trx')];
  const [cold, capital] = [await house('custody:cold', 'reward'), await house('capital', 'reward')];
  const [liquidity, hotTrx] = [await house('liquidity', 'reward'), await house('custody:hot', 'trx')];
  const swapped = await house('liquidity', 'usdt');

  const leg = (debit: AccountId, credit: AccountId, amount: bigint, code: TransferCode, asset: AssetId = 'usdt') => ({
    ...{ debit, credit, asset, code },
    amount: units(amount),
  });
  type Posted = Parameters<typeof postJournal>[1];
  const post = (db: TestDatabase['db'], kind: Posted['kind'], legs: Posted['legs']) =>
    transact(db, (tx) => postJournal(tx, { key: randomUUID(), kind, legs }));

  await post(database.asWorker, 'treasury-funding', [leg(cold, capital, 10n ** 24n, 'funding', 'reward')]);
  await post(database.db, 'liquidity-funding', [leg(capital, liquidity, 10n ** 24n, 'funding', 'reward')]);

  /** One of everything that a day of people has. */
  const day = async (size: bigint): Promise<void> => {
    await post(database.asWorker, 'deposit', [leg(deposits, a, 100n * size, 'deposit')]);
    await post(database.asApi, 'internal-transfer', [leg(a, b, 7n * size, 'transfer')]);
    const { pendingId } = await transact(database.asApi, (tx) =>
      holdFunds(tx, {
        ...{ key: randomUUID(), kind: 'withdrawal-hold', account: b, asset: 'usdt', code: 'withdrawal' },
        amount: units(5n * size),
      }),
    );
    await transact(database.asWorker, (tx) =>
      postHold(tx, {
        key: randomUUID(),
        pendingId,
        legs: [
          { credit: hot, amount: units(4n * size), code: 'withdrawal' },
          { credit: income, amount: units(size), code: 'withdrawal-fee' },
        ],
      }),
    );
    await post(database.asWorker, 'network-cost', [leg(cost, hotTrx, 3n * size, 'network-cost', 'trx')]);
    const swap = (amount: bigint) => ({
      ...{ key: randomUUID(), kind: 'swap' as const },
      legs: [
        leg(a, swapped, 9n * amount, 'swap-in'),
        leg(a, income, amount, 'swap-fee'),
        leg(liquidity, rewards, 50n * amount, 'swap-out', 'reward'),
        leg(income, swapped, 1n, 'fee-share'),
      ],
    });
    await transact(database.asApi, (tx) => postJournals(tx, [swap(size), swap(size + 1n)]));
  };

  /** As if what was posted so far had happened some days ago, as a superuser can make it look; then those days are closed. */
  const age = async (days: number): Promise<void> => {
    await transact(database.db, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE ledger.journals SET created_at = created_at - make_interval(days => ${days})`.execute(tx);
    });
  };
  const close = async (): Promise<void> => {
    await transact(database.asWorker, closeDays);
    while ((await transact(database.asWorker, (tx) => totalDays(tx, { limit: 3 }))) > 0);
  };
  return { accounts: { a, b, rewards }, day, age, close };
}
