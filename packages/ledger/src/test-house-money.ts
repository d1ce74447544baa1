import { randomUUID } from 'node:crypto';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import { houseAccount } from './account.ts';
import { postJournal } from './post-journal.ts';

/** For tests: puts base units of the house into its hot wallet, in the books. */
export async function bookHouseMoney(asWorker: Database, asset: AssetId, amount: bigint): Promise<void> {
  await transact(asWorker, async (tx) => {
    const leg = {
      debit: await houseAccount(tx, 'custody:hot', asset),
      credit: await houseAccount(tx, 'capital', asset),
      asset,
      amount: units(amount),
      code: 'funding',
    } as const;
    await postJournal(tx, { key: `test:${randomUUID()}`, kind: 'treasury-funding', legs: [leg] });
  });
}
