import type { RecordId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { RecordView } from '@tern/contracts/routes/records';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { appendStep, getRecordView, updateRecord } from '../../people/records/public.ts';
import { holdOpenSessions } from '../../people/sessions/public.ts';
import type { ApiSession } from '../../platform/api-context.ts';
import { runIdempotent } from '../../platform/idempotency/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import type { SendingDeps } from './deps.ts';
import { mayHavePaid } from './rebooking-store.ts';
import { returnHeld } from './withdrawal-money.ts';
import { lockWithdrawalOfRecord, moveWithdrawal } from './withdrawal-store.ts';

export type CancelTransferInput = {
  readonly session: ApiSession;
  readonly recordId: RecordId;
  readonly idempotencyKey: string;
};

/**
 * Takes back a send that waits for review: everything held returns at once. The session is held open, not the person: an
 * operator who decides locks the send first and the person after it. Throws `NOT_CANCELLABLE`, `NOT_FOUND`, `LOGIN_EXPIRED`.
 */
export function cancelTransfer(
  deps: Pick<SendingDeps, 'db' | 'confirmations'>,
  input: CancelTransferInput,
): Promise<RecordView> {
  const { session, recordId, idempotencyKey } = input;
  const { personId, sessionId } = session;
  const request = { personId, key: idempotencyKey, request: { route: 'cancel-transfer', recordId } };
  return transact(deps.db, async (tx) => {
    if (!(await holdOpenSessions(tx, [sessionId])).has(sessionId)) throw problem('LOGIN_EXPIRED');
    return runIdempotent(tx, request, () => cancelLocked(deps, tx, input));
  });
}

async function cancelLocked(
  { confirmations }: Pick<SendingDeps, 'confirmations'>,
  tx: DbTx,
  { session: { personId }, recordId }: CancelTransferInput,
): Promise<RecordView> {
  const withdrawal = await lockWithdrawalOfRecord(tx, personId, recordId);
  if (withdrawal === undefined) {
    // A record of one's own that is no send, or somebody else's: the second throws NOT_FOUND here.
    await getRecordView(tx, { personId, recordId, confirmations });
    throw problem('NOT_CANCELLABLE');
  }
  if (withdrawal.state !== 'under-review') throw problem('NOT_CANCELLABLE');
  // Signed before its database was set back.
  if (await mayHavePaid(tx, withdrawal.id)) throw problem('NOT_CANCELLABLE');
  await moveWithdrawal(tx, { id: withdrawal.id, from: 'under-review', to: 'cancelled' });
  await returnHeld(tx, withdrawal, 'cancelled-by-person');
  await updateRecord(tx, recordId, { status: 'cancelled', reason: 'cancelled-by-person' });
  await appendStep(tx, recordId, 'cancelled');
  await appendStep(tx, recordId, 'returned');
  await notifyPeople(tx, [{ personId, topic: 'balances' }]);
  return getRecordView(tx, { personId, recordId, confirmations });
}
