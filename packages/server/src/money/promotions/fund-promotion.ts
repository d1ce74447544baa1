import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import type { Units } from '@tern/money/units';

export type FundPromotionInput = {
  /** Reward token base units. */
  readonly amount: Units;
  readonly operator: string;
  /** The same key funds once, whatever happens in between. */
  readonly key: string;
};

/** Sets reward tokens of the house aside for activation bonuses. The ledger refuses more than the house owns. */
export function fundPromotion(db: Database, input: FundPromotionInput): Promise<{ replayed: boolean }> {
  return transact(db, (tx) => postPromotionFunding(tx, input));
}

/** The same within a transaction that does more. */
export async function postPromotionFunding(
  tx: DbTx,
  { amount, operator, key }: FundPromotionInput,
): Promise<{ replayed: boolean }> {
  const { replayed } = await postJournal(tx, {
    key: `promotion-funding:${key}`,
    kind: 'promotion-funding',
    legs: [
      {
        debit: await houseAccount(tx, 'capital', 'reward'),
        credit: await houseAccount(tx, 'promotion:activation', 'reward'),
        asset: 'reward',
        amount,
        code: 'funding',
      },
    ],
    details: { operator },
  });
  return { replayed };
}
