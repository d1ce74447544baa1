import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import type { TestDatabase } from '@tern/testkit/database';

/** Puts whole reward tokens of the house's own into its hot wallet, in the books. */
export async function ownTokens(database: TestDatabase, whole: bigint): Promise<void> {
  await transact(database.asWorker, async (tx) => {
    const leg = {
      debit: await houseAccount(tx, 'custody:hot', 'reward'),
      credit: await houseAccount(tx, 'capital', 'reward'),
      asset: 'reward',
      amount: units(whole * 10n ** 18n),
      code: 'funding',
    } as const;
    await postJournal(tx, { key: 'test:own', kind: 'treasury-funding', legs: [leg] });
  });
}
