import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';

export type FundLiquidityInput = {
  readonly assetId: AssetId;
  readonly amount: Units;
  readonly operator: string;
  /** The same key funds once, whatever happens in between. */
  readonly key: string;
};

/** Sets money of the house aside as inventory for swaps. The ledger refuses more than the house owns. */
export function fundLiquidity(db: Database, input: FundLiquidityInput): Promise<{ replayed: boolean }> {
  return transact(db, (tx) => postLiquidityFunding(tx, input));
}

/** The same within a transaction that does more. */
export async function postLiquidityFunding(
  tx: DbTx,
  { assetId, amount, operator, key }: FundLiquidityInput,
): Promise<{ replayed: boolean }> {
  const { replayed } = await postJournal(tx, {
    key: `liquidity-funding:${key}`,
    kind: 'liquidity-funding',
    legs: [
      {
        debit: await houseAccount(tx, 'capital', assetId),
        credit: await houseAccount(tx, 'liquidity', assetId),
        asset: assetId,
        amount,
        code: 'funding',
      },
    ],
    details: { operator },
  });
  return { replayed };
}
