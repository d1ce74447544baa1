import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';

/** What the house can lose at once: its capital that is not set aside, and the fees it has earned. */
export type Equity = { readonly capital: bigint; readonly income: bigint };

/** What one of the two accounts gives. */
export type EquityPart = { readonly from: 'capital' | 'fee-income'; readonly amount: Units };

export async function readEquity(tx: DbTx, assetId: AssetId): Promise<Equity> {
  const read = async (code: 'capital' | 'fee-income'): Promise<bigint> => {
    const { available } = await getAccountBalance(tx, await houseAccount(tx, code, assetId));
    return available > 0n ? available : 0n;
  };
  return { capital: await read('capital'), income: await read('fee-income') };
}

/** What each account gives of an amount: the capital first, then the fees. Undefined where both are too small. Pure. */
export function splitOverEquity({ capital, income }: Equity, amount: bigint): readonly EquityPart[] | undefined {
  if (amount > capital + income) return undefined;
  const ofCapital = capital < amount ? capital : amount;
  const parts = [
    { from: 'capital', amount: units(ofCapital) },
    { from: 'fee-income', amount: units(amount - ofCapital) },
  ] as const;
  return parts.filter((part) => part.amount > 0n);
}
