import { randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { PersonId, WalletId } from '@tern/base/ids';
import { newId } from '@tern/base/ids';
import { openDatabase, type Database, type DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql, type RawBuilder } from 'kysely';
import { houseAccount, openCustomerAccount } from './account.ts';
import { getAccountBalance } from './balances.ts';
import type { HouseAccountCode } from './chart.ts';
import { holdFunds } from './hold.ts';
import type { AccountId } from './ids.ts';
import { postJournal, type Leg } from './post-journal.ts';

/** For tests: fresh books, with short ways to make accounts and to look at them. */
export type TestBooks = TestDatabase & {
  /** A customer's account of a new wallet that a deposit has filled. */
  readonly customer: (posted?: bigint, asset?: AssetId) => Promise<AccountId>;
  readonly house: (code: HouseAccountCode, asset?: AssetId) => Promise<AccountId>;
  /** `posted/held` on the account's own side. */
  readonly balance: (account: AccountId) => Promise<string>;
};

export async function createTestBooks(): Promise<TestBooks> {
  const database = await createTestDatabase();
  const db = database.asWorker;
  const house = (code: HouseAccountCode, asset: AssetId = 'usdt'): Promise<AccountId> =>
    transact(db, (tx) => houseAccount(tx, code, asset));
  return {
    ...database,
    house,
    customer: async (posted = 0n, asset = 'usdt') => {
      const person = { personId: newId<PersonId>(), walletId: newId<WalletId>(), asset };
      const account = await transact(db, (tx) => openCustomerAccount(tx, person));
      const legs = [leg(await house('custody:deposit', asset), account, posted, 'deposit', asset)];
      if (posted > 0n) await post(db, { kind: 'deposit', legs });
      return account;
    },
    balance: async (account) => {
      const { posted, held } = await getAccountBalance(db.kysely, account);
      return `${posted}/${held}`;
    },
  };
}

export function leg(
  debit: AccountId,
  credit: AccountId,
  amount: bigint,
  code: Leg['code'] = 'transfer',
  asset: AssetId = 'usdt',
): Leg {
  // Not through `units`: tests also try amounts that it would refuse.
  return { debit, credit, amount: amount as Units, code, asset };
}

type Posting = Partial<Parameters<typeof postJournal>[1]> & Pick<Parameters<typeof postJournal>[1], 'kind' | 'legs'>;

/** Posts in a transaction of its own, with a fresh key unless one is given. */
export function post(db: Database, posting: Posting): ReturnType<typeof postJournal> {
  return transact(db, (tx) => postJournal(tx, { key: randomUUID(), ...posting }));
}

/** Holds funds for a withdrawal in a transaction of its own, with a fresh key. */
export function holdWithdrawal(
  db: Database,
  account: AccountId,
  amount: bigint,
  asset: AssetId = 'usdt',
): ReturnType<typeof holdFunds> {
  const hold = { key: randomUUID(), kind: 'withdrawal-hold', code: 'withdrawal', account, asset } as const;
  return transact(db, (tx) => holdFunds(tx, { ...hold, amount: units(amount) }));
}

/** Changes rows behind the functions' back, as a superuser can with triggers off. Throws when a statement finds none. */
export async function tamper(tx: DbTx, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  await sql`SET LOCAL session_replication_role = replica`.execute(tx);
  for (const statement of statements) {
    const { numAffectedRows = 0n } = await statement.execute(tx);
    assert(numAffectedRows > 0n, 'there was something to tamper with');
  }
}

/** What `look` sees after such a change, which is then undone. */
export async function afterTampering<Seen>(
  { db }: TestBooks,
  change: readonly RawBuilder<unknown>[],
  look: (tx: DbTx) => Promise<Seen>,
): Promise<Seen> {
  const tx = await db.kysely.startTransaction().execute();
  try {
    await tamper(tx, change);
    return await look(tx);
  } finally {
    await tx.rollback().execute();
  }
}

/** How many transactions have written to a table of these books and have not ended. */
export async function countWriters({ db }: TestBooks, table: 'journals' | 'entries'): Promise<number> {
  // Databases that are copies of one template have the same numbers for their tables.
  const { rows } = await sql<{ writers: number }>`
    SELECT count(*)::int AS writers FROM pg_locks
     WHERE relation = ${`ledger.${table}`}::regclass AND mode = 'RowExclusiveLock' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db.kysely);
  return rows[0]?.writers ?? 0;
}

/** For tests: books, and many connections of the api to them at once. */
export type BusyBooks = {
  readonly books: TestBooks;
  readonly api: Database;
  readonly close: () => Promise<void>;
};

export async function createBusyBooks(): Promise<BusyBooks> {
  const books = await createTestBooks();
  const api = openDatabase({ applicationName: 'parts', connectionTimeoutMs: 60_000, url: books.apiUrl, poolMax: 50 });
  return {
    books,
    api,
    close: async () => {
      await api.close();
      await books.drop();
    },
  };
}
