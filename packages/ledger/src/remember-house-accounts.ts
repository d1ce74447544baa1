import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { houseAccount } from './account.ts';
import type { HouseAccountCode } from './chart.ts';
import type { AccountId } from './ids.ts';

/** As `houseAccount` within one transaction, asking for each account once: many journals share a few of them. */
export function rememberHouseAccounts(tx: DbTx): (code: HouseAccountCode, asset: AssetId) => Promise<AccountId> {
  const known = new Map<string, AccountId>();
  return async (code, asset) => {
    const key = `${code} ${asset}`;
    const id = known.get(key) ?? (await houseAccount(tx, code, asset));
    known.set(key, id);
    return id;
  };
}
