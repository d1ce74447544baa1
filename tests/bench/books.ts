import { randomUUID } from 'node:crypto';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import type { HouseAccountCode } from '@tern/ledger/chart';
import type { AccountId } from '@tern/ledger/ids';
import { postJournal, type Leg } from '@tern/ledger/post-journal';
import { postJournals, type BatchedJournal } from '@tern/ledger/post-journals';
import type { AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';

export function leg(
  [debit, credit]: readonly [AccountId, AccountId],
  amount: bigint,
  code: Leg['code'],
  asset: AssetId = 'usdt',
): Leg {
  return { debit, credit, amount: units(amount), code, asset };
}

export function house(db: Database, code: HouseAccountCode, asset: AssetId): Promise<AccountId> {
  return transact(db, (tx) => houseAccount(tx, code, asset));
}

/** Accounts of as many customers, written as the owner: empty, so that nothing is in the books that no journal put there. */
export async function openCustomers(
  { db }: Pick<TestDatabase, 'db'>,
  count: number,
  asset: AssetId,
): Promise<readonly AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    INSERT INTO ledger.accounts (class, code, side, guarded, owner_id, wallet_id, asset)
    SELECT 'customer', 'customer', 'credit', true, gen_random_uuid(), gen_random_uuid(), ${asset}
    FROM generate_series(1, ${count}::int) RETURNING id`.execute(db.kysely);
  return rows.map(({ id }) => id);
}

/** As many people with a wallet each, written as the owner. */
export async function openWallets(db: Database['kysely'], count: number): Promise<void> {
  await sql`
    INSERT INTO address_pool (derivation_index, address, mac, assigned_at)
    SELECT number, 'T' || lpad(number::text, 33, 'x'), 'bench', now() FROM generate_series(1, ${count}::int) AS number`.execute(
    db,
  );
  await sql`
    INSERT INTO wallets (id, person_id, name, address, position, is_default)
    SELECT gen_random_uuid(), gen_random_uuid(), 'Bench', 'T' || lpad(number::text, 33, 'x'), 1, true
      FROM generate_series(1, ${count}::int) AS number`.execute(db);
  await sql`
    INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    SELECT person_id, (10000000 + number)::text,
           translate(lpad(to_hex(number), 8, '0'), '0123456789abcdef', 'ABCDEFGH23456789'), now(), now()
      FROM (SELECT person_id, row_number() OVER () AS number FROM wallets) AS numbered`.execute(db);
}

const legsAtOnce = 500;

/** Gives every account the same deposit. */
export async function fund(database: TestDatabase, accounts: readonly AccountId[], amount: bigint, asset: AssetId) {
  const custody = await house(database.asWorker, 'custody:deposit', asset);
  for (let from = 0; from < accounts.length; from += legsAtOnce) {
    const legs = accounts
      .slice(from, from + legsAtOnce)
      .map((account) => leg([custody, account], amount, 'deposit', asset));
    await transact(database.asWorker, (tx) => postJournals(tx, [{ key: randomUUID(), kind: 'deposit', legs }]));
  }
}

/** The house's money in its liquidity account. */
export async function fundLiquidity(
  { asWorker, asConsole }: TestDatabase,
  amount: bigint,
  asset: AssetId,
): Promise<void> {
  const [hot, capital, liquidity] = (await Promise.all(
    (['custody:hot', 'capital', 'liquidity'] as const).map((code) => house(asWorker, code, asset)),
  )) as [AccountId, AccountId, AccountId];
  const into = {
    key: randomUUID(),
    kind: 'treasury-funding',
    legs: [leg([hot, capital], amount, 'funding', asset)],
  } as const;
  const on = {
    key: randomUUID(),
    kind: 'liquidity-funding',
    legs: [leg([capital, liquidity], amount, 'funding', asset)],
  } as const;
  await transact(asWorker, (tx) => postJournal(tx, into));
  await transact(asConsole, (tx) => postJournal(tx, on));
}

/** A transfer between two random customers. */
export function randomTransfer(accounts: readonly AccountId[]): BatchedJournal {
  const from = Math.floor(Math.random() * accounts.length);
  const to = (from + 1 + Math.floor(Math.random() * (accounts.length - 1))) % accounts.length;
  return {
    key: randomUUID(),
    kind: 'internal-transfer',
    legs: [leg([accounts[from], accounts[to]] as [AccountId, AccountId], 1n, 'transfer')],
  };
}
