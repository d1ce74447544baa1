import { assert } from '@tern/base/assert';
import { forEachIsolated } from '@tern/base/for-each-isolated';
import type { DepositId, OperatorId } from '@tern/base/ids';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { voidHold } from '@tern/ledger/void-hold';
import { recordOperatorAction, refuseOwnAccount } from '../../people/operators/public.ts';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import {
  deleteDepositCheck,
  endDepositCase,
  findDepositCase,
  findDepositOwner,
  listOverdueDeposits,
  type HeldDeposit,
} from '../../people/screening/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';

/** Lets the person use what was held of a deposit, in the transaction that ends its case or the question about it. */
export async function giveFree(
  tx: DbTx,
  { depositId, pendingId, recordId }: HeldDeposit,
  reason: 'nothing-found' | 'released' | 'not-decided-in-time',
): Promise<void> {
  await voidHold(tx, { key: `deposit-hold:${depositId}:void`, pendingId, reason });
  await updateRecord(tx, recordId, { status: 'success' });
  await appendStep(tx, recordId, 'credited');
  const owner = await findDepositOwner(tx, recordId);
  assert(owner !== undefined, `deposit ${depositId} is somebody's`);
  await notifyPeople(tx, [{ personId: owner.personId, topic: 'balances', ref: owner.walletId }]);
}

/** What became of a decision. Everything but the first changes nothing. */
export type ReleaseOutcome =
  | 'released'
  | 'not-found'
  /** Decided before, or its time is over. */
  | 'not-open'
  /** It is the operator's, or of somebody close to them. */
  | 'own-account'
  | 'reason-needed';

/** One operator's decision that nothing speaks against a held deposit any more. */
export async function releaseDeposit(
  db: Database,
  input: { readonly depositId: DepositId; readonly operatorId: OperatorId; readonly note: string },
): Promise<ReleaseOutcome> {
  const { depositId, operatorId } = input;
  const note = input.note.trim().slice(0, 500);
  if (note.length < 3) return 'reason-needed';
  return await transact(db, async (tx) => {
    const held = await findDepositCase(tx, depositId);
    if (held === undefined) return 'not-found';
    if (await refuseOwnAccount(tx, { operatorId, personIds: [held.personId], subject: depositId }))
      return 'own-account';
    if (!(await endDepositCase(tx, depositId, operatorId))) return 'not-open';
    await recordOperatorAction(tx, {
      operatorId,
      kind: 'deposit-released',
      subject: depositId,
      details: { reason: note },
    });
    await giveFree(tx, held, 'released');
    return 'released';
  });
}

/**
 * Worker step: lets people use everything that was held and that nobody has decided about by its deadline, whatever a list or
 * the service says. Returns how many deposits it ended, `limit` at most.
 */
export async function releaseOverdueDeposits(db: Database, { limit }: { readonly limit: number }): Promise<number> {
  const overdue = await listOverdueDeposits(db.kysely, limit);
  return await forEachIsolated(overdue, ({ isCase, ...held }) =>
    transact(db, async (tx) => {
      const isOpen = isCase
        ? await endDepositCase(tx, held.depositId, null)
        : await deleteDepositCheck(tx, held.depositId);
      if (isOpen) await giveFree(tx, held, 'not-decided-in-time');
      return isOpen;
    }),
  );
}
