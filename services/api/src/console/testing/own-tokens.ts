import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import type { AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import type { TestDatabase } from '@tern/testkit/database';

/** Puts whole reward tokens of the house's own into its hot wallet, in the books. */
export async function ownTokens(database: TestDatabase, whole: bigint): Promise<void> {
  await ownMoney(database, 'reward', whole * 10n ** 18n);
}

/** Puts base units of the house's own into its hot wallet, in the books. */
export async function ownMoney(database: TestDatabase, asset: AssetId, amount: bigint): Promise<void> {
  await transact(database.asWorker, async (tx) => {
    const leg = {
      debit: await houseAccount(tx, 'custody:hot', asset),
      credit: await houseAccount(tx, 'capital', asset),
      asset,
      amount: units(amount),
      code: 'funding',
    } as const;
    await postJournal(tx, { key: `test:own:${asset}`, kind: 'treasury-funding', legs: [leg] });
  });
}
