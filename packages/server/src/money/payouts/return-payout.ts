import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { revokeLease } from '../../chain/orders/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { refuseParty, lockWithdrawal } from '../transfers/public.ts';
import { findLiveAttempt } from './attempt-store.ts';
import { giveUp } from './give-up.ts';

/** What became of it. Everything but the first changes nothing. */
export type ReturnOutcome =
  | 'returned'
  | 'not-found'
  | 'not-waiting'
  | 'may-still-pay'
  /** The operator, or somebody close to them, sends or receives. */
  | 'own-account'
  | 'reason-needed';

export type ReturnPayoutInput = {
  readonly withdrawalId: WithdrawalId;
  readonly operatorId: OperatorId;
  /** For other operators. At least 3 characters. */
  readonly reason: string;
};

/**
 * An operator gives everything back to the person where an approved payment cannot be made, so that no money waits for
 * ever. Only while no attempt is ordered or signed: one that is may still pay, and its end is found out on the chain.
 */
export async function returnPayout(db: Database, input: ReturnPayoutInput): Promise<ReturnOutcome> {
  const { withdrawalId, operatorId } = input;
  const reason = input.reason.trim().slice(0, 500);
  if (reason.length < 3) return 'reason-needed';
  return transact(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId);
    if (withdrawal === undefined) return 'not-found';
    if (withdrawal.state !== 'approved') return 'not-waiting';
    if ((await findLiveAttempt(tx, withdrawalId)) !== undefined) return 'may-still-pay';
    if (await refuseParty(tx, operatorId, withdrawal)) return 'own-account';
    // A worker may be planning an attempt at this moment; without its claim it cannot store one.
    await revokeLease(tx, { table: 'withdrawals', id: withdrawalId });
    await recordOperatorAction(tx, {
      operatorId,
      kind: 'withdrawal-returned',
      subject: withdrawalId,
      details: { reason },
    });
    await giveUp(tx, withdrawal, 'not-payable');
    return 'returned';
  });
}
