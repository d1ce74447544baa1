import { assert } from '@tern/base/assert';
import type { WalletId } from '@tern/base/ids';
import { anyOf } from '@tern/db/any-of';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { subtract, unitsFromWire, type Units } from '@tern/money/units';
import { sql, type NotNull } from 'kysely';
import type { AccountId } from './ids.ts';

export type Balance = {
  /** What belongs to the person, holds included. */
  readonly posted: Units;
  /** What is reserved for things under way. */
  readonly held: Units;
  /** posted − held: what can be spent now. */
  readonly available: Units;
};

/**
 * Reads the balances of a wallet by asset, in base units. An asset for which the wallet has no account yet is absent.
 *
 * @example
 * const balances = await getBalances(tx, { walletId: alice.walletId });
 * balances.get('usdt'); // → { posted: 100_000_000n, held: 0n, available: 100_000_000n }
 * balances.has('trx'); // → false
 */
export async function getBalances(
  db: DbReader,
  { walletId }: { readonly walletId: WalletId },
): Promise<ReadonlyMap<AssetId, Balance>> {
  const rows = await db
    .selectFrom('ledger.accounts')
    .select(['asset', 'posted', 'held'])
    .where('wallet_id', '=', walletId)
    .where('class', '=', 'customer')
    .execute();
  return new Map(rows.map((row) => [row.asset as AssetId, toBalance(row.posted, row.held)]));
}

/** A wallet's account for an asset. */
export type WalletAccount = Balance & {
  readonly id: AccountId;
  readonly walletId: WalletId;
  readonly asset: AssetId;
};

/**
 * Reads the accounts of several wallets with their balances in base units, with one query and in no particular order.
 * An asset for which a wallet has no account yet is absent, as are others than `assets` where these are given.
 *
 * @example
 * const accounts = await listWalletAccounts(tx, [alice.walletId, bob.walletId]);
 * accounts.find(({ id }) => id === alice.usdt)?.available; // → 100_000_000n
 * accounts.find(({ id }) => id === bob.usdt)?.available; // → 0n
 */
export async function listWalletAccounts(
  db: DbReader,
  walletIds: readonly WalletId[],
  { assets }: { readonly assets?: readonly AssetId[] } = {},
): Promise<readonly WalletAccount[]> {
  const rows = await db
    .selectFrom('ledger.accounts')
    .select(['id', 'wallet_id', 'asset', 'posted', 'held'])
    .where('wallet_id', '=', anyOf(walletIds))
    .where('class', '=', 'customer')
    .$if(assets !== undefined, (query) => query.where('asset', '=', sql<string>`ANY(${[...new Set(assets)]}::text[])`))
    .$narrowType<{ wallet_id: NotNull }>()
    .execute();
  return rows.map((row) => ({
    ...toBalance(row.posted, row.held),
    id: row.id as AccountId,
    walletId: row.wallet_id,
    asset: row.asset as AssetId,
  }));
}

function toBalance(posted: string, held: string): Balance {
  const balance = { posted: unitsFromWire(posted), held: unitsFromWire(held) };
  return { ...balance, available: subtract(balance.posted, balance.held) };
}

export type AccountBalance = {
  readonly code: string;
  readonly asset: AssetId;
  /**
   * On the account's own side: what customers own, what custody contains. Negative only where the account mirrors facts
   * (custody, costs, suspense) and they ran ahead of the books.
   */
  readonly posted: bigint;
  readonly held: bigint;
  readonly available: bigint;
};

/**
 * Reads the balance of any account, a customer's or the house's, in base units and on the account's own side: what
 * custody contains is positive, although debits make it so (docs/ledger.md, "Signs").
 *
 * @throws AssertionFault where there is no such account.
 * @example
 * (await getAccountBalance(tx, alice.usdt)).posted; // → 100_000_000n
 * await getAccountBalance(tx, house.deposits);
 * // → { code: 'custody:deposit', asset: 'usdt', posted: 100_000_000n, held: 0n, available: 100_000_000n }
 */
export async function getAccountBalance(db: DbReader, accountId: AccountId): Promise<AccountBalance> {
  const row = await db
    .selectFrom('ledger.accounts')
    .select(['code', 'asset', 'side', 'posted', 'held'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  assert(row !== undefined, `no account ${accountId}`);
  const posted = row.side === 'credit' ? BigInt(row.posted) : -BigInt(row.posted);
  const held = BigInt(row.held);
  return { code: row.code, asset: row.asset as AssetId, posted, held, available: posted - held };
}
