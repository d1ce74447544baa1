import type { PersonId, RecordId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { RecordView } from '@tern/contracts/routes/records';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { appendStep, getRecordView, updateRecord } from '../../people/records/public.ts';
import { runIdempotent } from '../../platform/idempotency/public.ts';
import type { SendingDeps } from './deps.ts';
import { returnHeld } from './withdrawal-money.ts';
import { notifyBalances } from './withdrawal-records.ts';
import { lockWithdrawalOfRecord, moveWithdrawal } from './withdrawal-store.ts';

export type CancelTransferInput = {
  readonly personId: PersonId;
  readonly recordId: RecordId;
  readonly idempotencyKey: string;
};

/** Takes back a send that waits for review: everything held returns at once. Throws `NOT_CANCELLABLE`, `NOT_FOUND`. */
export function cancelTransfer(
  deps: Pick<SendingDeps, 'db' | 'confirmations'>,
  input: CancelTransferInput,
): Promise<RecordView> {
  const { personId, recordId, idempotencyKey } = input;
  const request = { personId, key: idempotencyKey, request: { route: 'cancel-transfer', recordId } };
  return transact(deps.db, (tx) => runIdempotent(tx, request, () => cancelLocked(deps, tx, input)));
}

async function cancelLocked(
  { confirmations }: Pick<SendingDeps, 'confirmations'>,
  tx: DbTx,
  input: CancelTransferInput,
): Promise<RecordView> {
  const { personId, recordId } = input;
  const withdrawal = await lockWithdrawalOfRecord(tx, personId, recordId);
  if (withdrawal === undefined) {
    // A record of one's own that is no send, or somebody else's: the second throws NOT_FOUND here.
    await getRecordView(tx, { personId, recordId, confirmations });
    throw problem('NOT_CANCELLABLE');
  }
  if (withdrawal.state !== 'under-review') throw problem('NOT_CANCELLABLE');
  await moveWithdrawal(tx, { id: withdrawal.id, from: 'under-review', to: 'cancelled' });
  await returnHeld(tx, withdrawal, 'cancelled-by-person');
  await updateRecord(tx, recordId, { status: 'cancelled', reason: 'cancelled-by-person' });
  await appendStep(tx, recordId, 'cancelled');
  await appendStep(tx, recordId, 'returned');
  await notifyBalances(tx, [personId]);
  return getRecordView(tx, { personId, recordId, confirmations });
}
