import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { houseAccount } from './account.ts';
import type { HouseAccountCode } from './chart.ts';
import type { AccountId } from './ids.ts';

/**
 * Makes a `houseAccount` for one database transaction that asks the database for each account once, because many
 * journals share a few of them. Do not keep it beyond the transaction: an account that was made in one that rolled back
 * is not there.
 *
 * @example
 * const account = rememberHouseAccounts(tx);
 * await account('fee-income', 'usdt'); // → house.income
 * await account('fee-income', 'usdt'); // → house.income
 */
export function rememberHouseAccounts(tx: DbTx): (code: HouseAccountCode, asset: AssetId) => Promise<AccountId> {
  const known = new Map<string, AccountId>();
  return async (code, asset) => {
    const key = `${code} ${asset}`;
    const id = known.get(key) ?? (await houseAccount(tx, code, asset));
    known.set(key, id);
    return id;
  };
}
