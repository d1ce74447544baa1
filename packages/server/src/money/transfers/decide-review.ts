import { assert } from '@tern/base/assert';
import { crashPoint } from '@tern/base/crash-point';
import { toldReasons } from '@tern/contracts/routes/console-reviews';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { isPersonActive } from '../../people/accounts/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import { findCase, insertCases, listListings, readRuleVersion } from '../../people/screening/public.ts';
import { holdOpenWallet } from '../../people/wallets/public.ts';
import { followSigned } from './follow-signed.ts';
import { mayHavePaid } from './rebooking-store.ts';
import { refuseParty } from './refuse-party.ts';
import { rejectHeld } from './reject-held.ts';
import { countApprovals, insertReview } from './review-store.ts';
import { noteOf, type DecideReviewInput } from './review.ts';
import { settleInside } from './settle-inside.ts';
import { lockWithdrawal, moveWithdrawal } from './withdrawal-store.ts';
import { recordStatusOf, type Withdrawal } from './withdrawal.ts';

/** What became of a decision. Of the others than the first three only `receiver-listed` changes anything. */
export type ReviewOutcome =
  | 'approved'
  | 'second-operator-needed'
  | 'rejected'
  | 'not-found'
  | 'not-under-review'
  | 'already-decided-by-you'
  /** The operator, or somebody close to them, sends or receives. */
  | 'own-account'
  /** The account is frozen or closed: it can be rejected, or approved once that is over. */
  | 'account-on-hold'
  /** The receiver has closed their account since: it can only be rejected, which returns the money. */
  | 'receiver-closed'
  /** It was signed before its database was set back, and may have been paid: it can only be approved. */
  | 'may-have-paid'
  /** Its receiver has come on a list since this operator looked: it is held as a case, and can be decided with what was found. */
  | 'receiver-listed'
  /** It was held for its receiver, and its deadline has passed: it goes back, or is rejected. */
  | 'deadline-over'
  | 'reason-needed';

/**
 * One operator's decision about a send under review. The last approval needed releases it, one rejection returns
 * everything. Whoever comes first of operators and the person who cancels, wins; the others are told.
 */
export async function decideReview(db: Database, input: DecideReviewInput): Promise<ReviewOutcome> {
  if (input.decision === 'reject' && input.note.trim().length < 3) return 'reason-needed';
  const outcome = await transact(db, (tx) => decideLocked(tx, input));
  crashPoint(outcome === 'approved' ? 'w3' : 'w2');
  return outcome;
}

async function decideLocked(tx: DbTx, input: DecideReviewInput): Promise<ReviewOutcome> {
  const { withdrawalId, operatorId } = input;
  const withdrawal = await lockWithdrawal(tx, withdrawalId);
  if (withdrawal === undefined) return 'not-found';
  if (withdrawal.state !== 'under-review') return 'not-under-review';
  if (await refuseParty(tx, operatorId, withdrawal)) return 'own-account';
  // What is locked here stays so: a freeze comes before this approval or waits for it, and then stops the payment.
  if (input.decision === 'approve' && !(await isPersonActive(tx, withdrawal.personId))) return 'account-on-hold';
  if (input.decision === 'approve' && !(await holdReceiver(tx, withdrawal))) return 'receiver-closed';
  const isSigned = await mayHavePaid(tx, withdrawalId);
  if (input.decision === 'reject' && isSigned) return 'may-have-paid';
  if (input.decision === 'approve' && !isSigned) {
    const refused = await judgeCase(tx, withdrawal, input.sawCase === true);
    if (refused !== undefined) return refused;
  }
  if (!(await insertReview(tx, input))) return 'already-decided-by-you';
  const note = noteOf(input);
  await recordOperatorAction(tx, {
    operatorId,
    kind: input.decision === 'approve' ? 'withdrawal-approved' : 'withdrawal-rejected',
    subject: withdrawalId,
    details: note === undefined ? {} : { reason: note },
  });
  if (input.decision === 'reject') {
    await rejectHeld(tx, withdrawal, { told: toldReasons[input.reason], cause: 'rejected-by-review' });
    return 'rejected';
  }
  if ((await countApprovals(tx, withdrawalId)) < withdrawal.approvalsNeeded) return 'second-operator-needed';
  await approve(tx, withdrawal);
  return 'approved';
}

/** Whether there is still somebody to pay, who then stays there until the transaction ends. A send to the chain has no such wallet. */
async function holdReceiver(tx: DbTx, { receiverWalletId }: Withdrawal): Promise<boolean> {
  return receiverWalletId === null || (await holdOpenWallet(tx, receiverWalletId));
}

/**
 * Why a send to the chain is not approved for what is known of its receiver; undefined where nothing speaks against it. A
 * receiver that is on a list and no case yet becomes one.
 */
async function judgeCase(
  tx: DbTx,
  { id, settlement, toAddress: address }: Withdrawal,
  sawCase: boolean,
): Promise<'receiver-listed' | 'deadline-over' | undefined> {
  if (settlement === 'internal') return undefined;
  const held = await findCase(tx, id);
  // Two may decide at the same moment: whoever comes second has signed for what they saw before the first one met the list.
  if (held !== undefined) return held.isOver ? 'deadline-over' : sawCase ? undefined : 'receiver-listed';
  const evidence = (await listListings(tx, [address])).get(address);
  if (evidence === undefined) return undefined;
  await insertCases(tx, [{ withdrawalId: id, address, evidence, ruleVersion: await readRuleVersion(tx) }]);
  return 'receiver-listed';
}

async function approve(tx: DbTx, withdrawal: Withdrawal): Promise<void> {
  const { id, recordId, settlement } = withdrawal;
  await appendStep(tx, recordId, 'approved');
  if (settlement === 'internal') {
    await settleInside(tx, withdrawal);
    return;
  }
  const moved = await moveWithdrawal(tx, { id, from: 'under-review', to: 'approved' });
  assert(moved, `withdrawal ${id} left its review while it was locked`);
  await updateRecord(tx, recordId, { status: recordStatusOf('approved', true), reason: null });
  await followSigned(tx, withdrawal);
}
