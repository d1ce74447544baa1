import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import type { JournalId } from '@tern/ledger/ids';
import { postJournal } from '@tern/ledger/post-journal';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';

/** Books what is in suspense as money of the house. Once for a key. */
export async function bookToHouse(
  tx: DbTx,
  {
    assetId: asset,
    amount,
    key,
    details,
  }: {
    readonly assetId: AssetId;
    readonly amount: Units;
    readonly key: string;
    readonly details: Record<string, string>;
  },
): Promise<JournalId> {
  const [debit, credit] = [await houseAccount(tx, 'suspense', asset), await houseAccount(tx, 'capital', asset)];
  const legs = [{ debit, credit, asset, amount, code: 'surplus' as const }];
  return (await postJournal(tx, { key, kind: 'suspense-resolution', legs, details })).journalId;
}
