import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import type { Units } from '@tern/money/units';

export type FundPoolInput = {
  /** Reward token base units. */
  readonly amount: Units;
  readonly operator: string;
  /** The same key funds once, whatever happens in between. */
  readonly key: string;
};

/** Tops the reward pool up with tokens of the house. The ledger refuses more than the house owns. */
export function fundPool(db: Database, input: FundPoolInput): Promise<{ replayed: boolean }> {
  return transact(db, (tx) => postPoolFunding(tx, input));
}

/** The same within a transaction that does more. */
export async function postPoolFunding(
  tx: DbTx,
  { amount, operator, key }: FundPoolInput,
): Promise<{ replayed: boolean }> {
  const { replayed } = await postJournal(tx, {
    key: `pool-funding:${key}`,
    kind: 'pool-funding',
    legs: [
      {
        debit: await houseAccount(tx, 'capital', 'reward'),
        credit: await houseAccount(tx, 'reward-pool', 'reward'),
        asset: 'reward',
        amount,
        code: 'funding',
      },
    ],
    details: { operator },
  });
  return { replayed };
}
