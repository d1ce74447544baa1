import type { DepositId, OperatorId } from '@tern/base/ids';
import { readEveryPage } from '@tern/base/read-every-page';
import type { DbReader, DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import { findMissing, lockReserves, shrinkGap } from '../../chain/reserves/public.ts';
import { findSignerAccounts } from '../../chain/signer/public.ts';
import {
  findSuspense,
  listSuspense,
  lockSuspense,
  settleSuspended,
  type SuspenseItem,
} from '../../money/deposits/public.ts';

/** Money that came back from cold storage, as two operators sign it. */
type ColdReturn = {
  /** Its arrival at the hot wallet, which waits in suspense. */
  readonly depositId: DepositId;
  readonly assetId: AssetId;
  readonly amount: Units;
};

/** Why nothing was booked. */
export type ColdReturnRefusal =
  /** It is in suspense no longer, or not from cold storage to the hot wallet. */
  | 'not-from-cold'
  | 'no-shortfall'
  /** Less is missing in cold storage than came back. */
  | 'shortfall-changed';

/** Whether a return from cold storage could be booked as things are; undefined where it could. */
export async function checkColdReturn(tx: DbTx, said: ColdReturn): Promise<ColdReturnRefusal | undefined> {
  const { depositId, assetId, amount } = said;
  await lockReserves(tx);
  await lockSuspense(tx, depositId);
  const item = await findSuspense(tx, depositId);
  if (
    item === undefined ||
    item.assetId !== assetId ||
    item.amount !== amount ||
    !isFromCold(item, await findSignerAccounts(tx))
  ) {
    return 'not-from-cold';
  }
  const missing = await findMissing(tx, { assetId, subject: 'cold' });
  if (missing === undefined) return 'no-shortfall';
  return missing < amount ? 'shortfall-changed' : undefined;
}

/**
 * Books that money in suspense came back from cold storage, in the caller's transaction: what is missing there is less by
 * exactly it. Once, because the arrival leaves suspense by that. Returns why not where it cannot.
 */
export async function bookColdReturn(
  tx: DbTx,
  said: ColdReturn & { readonly key: string; readonly operators: readonly [OperatorId, OperatorId] },
): Promise<ColdReturnRefusal | undefined> {
  const refusal = await checkColdReturn(tx, said);
  if (refusal !== undefined) return refusal;
  const { depositId, assetId, amount, key, operators } = said;
  const [debit, credit] = [
    await houseAccount(tx, 'suspense', assetId),
    await houseAccount(tx, 'custody:cold', assetId),
  ];
  const { journalId } = await postJournal(tx, {
    key,
    kind: 'cold-return',
    legs: [{ debit, credit, asset: assetId, amount, code: 'move' }],
    details: { depositId, operators: [...operators] },
  });
  await settleSuspended(tx, depositId, journalId);
  await shrinkGap(tx, { assetId, subject: 'cold', booked: amount });
  return undefined;
}

/** What waits in suspense and came from cold storage to the hot wallet. */
export async function listColdArrivals(db: DbReader): Promise<readonly SuspenseItem[]> {
  const accounts = await findSignerAccounts(db);
  if (accounts?.cold === undefined) return [];
  const { cold: from } = accounts;
  const fromCold = await readEveryPage((page) => listSuspense(db, { ...page, from }));
  return fromCold.filter((item) => !item.returning && isFromCold(item, accounts));
}

function isFromCold({ from, to }: SuspenseItem, accounts: Awaited<ReturnType<typeof findSignerAccounts>>): boolean {
  return accounts?.cold === from && accounts.hot === to;
}
