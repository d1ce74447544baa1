import { assert } from '@tern/base/assert';
import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { clearWaiting, isSigned, revokeLease, type SignedAttempt } from '../../chain/orders/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import {
  refuseParty,
  bookNetworkCost,
  bookReceiptDifference,
  settlePaid,
  lockWithdrawal,
  moveWithdrawal,
  type Withdrawal,
} from '../transfers/public.ts';
import { endAttempt, findLiveAttempt } from './attempt-store.ts';
import type { PayoutAttempt } from './attempt.ts';
import { giveUp } from './give-up.ts';
import { clearAttention } from './stuck-store.ts';
import {
  closeUnexpectedReceipt,
  findUnexpectedReceipt,
  selectReceiptDecisions,
  storeReceiptDecision,
} from './unexpected-receipt-store.ts';
import type { DecidedReceipt, ReceiptDecision, UnexpectedReceipt } from './unexpected-receipt.ts';

/** What became of a decision. Everything but the first three changes nothing. */
export type ReceiptOutcome =
  | 'settled'
  | 'returned'
  | 'second-operator-needed'
  | 'not-found'
  | 'no-unexpected-receipt'
  | 'already-decided-by-you'
  /** The operator, or somebody close to them, sends or receives. */
  | 'own-account'
  | 'reason-needed';

export type DecideUnexpectedReceiptInput = {
  readonly withdrawalId: WithdrawalId;
  readonly operatorId: OperatorId;
  readonly decision: ReceiptDecision;
  /** For other operators and for the books. At least 3 characters. */
  readonly reason: string;
};

/**
 * One operator's word about a payment whose receipt is unexpected. The second one of the same mind ends it: `settle` takes it as
 * paid, `return` gives everything back. What the hot wallet really lost beyond that goes to suspense, so that the books
 * and the chain agree again; the asset stays paused until somebody opens it.
 */
export async function decideUnexpectedReceipt(
  db: Database,
  input: DecideUnexpectedReceiptInput,
): Promise<ReceiptOutcome> {
  const reason = input.reason.trim().slice(0, 500);
  if (reason.length < 3) return 'reason-needed';
  return transact(db, (tx) => decideLocked(tx, { ...input, reason }));
}

async function decideLocked(tx: DbTx, input: DecideUnexpectedReceiptInput): Promise<ReceiptOutcome> {
  const { withdrawalId, operatorId, decision, reason } = input;
  const withdrawal = await lockWithdrawal(tx, withdrawalId);
  if (withdrawal === undefined) return 'not-found';
  const receipt = await findUnexpectedReceipt(tx, withdrawalId);
  if (receipt === undefined) return 'no-unexpected-receipt';
  if (await refuseParty(tx, operatorId, withdrawal)) return 'own-account';
  if (!(await storeReceiptDecision(tx, { receipt, operatorId, decision, reason }))) return 'already-decided-by-you';
  await recordOperatorAction(tx, {
    operatorId,
    kind: decision === 'settle' ? 'unexpected-receipt-settled' : 'unexpected-receipt-returned',
    subject: withdrawalId,
    details: { attempt: receipt.number, detail: receipt.detail, reason },
  });
  const agreeing = (await selectReceiptDecisions(tx, withdrawalId)).filter((each) => each.decision === decision);
  const [first, second] = agreeing;
  if (first === undefined || second === undefined) return 'second-operator-needed';
  const attempt = await findLiveAttempt(tx, withdrawalId);
  assert(
    isSigned(attempt) && attempt.state === 'signed' && attempt.number === receipt.number,
    `${withdrawalId} has the attempt of its unexpected receipt`,
  );
  const ending = { withdrawal, receipt, attempt, operators: [first, second] } as const;
  // A worker that looks at it at this moment comes to nothing.
  await revokeLease(tx, { table: 'withdrawals', id: withdrawalId });
  await (decision === 'settle' ? settle(tx, ending) : giveBack(tx, ending));
  await closeUnexpectedReceipt(tx, withdrawalId);
  await clearAttention(tx, withdrawalId);
  await clearWaiting(tx, { table: 'withdrawals', id: withdrawalId });
  return decision === 'settle' ? 'settled' : 'returned';
}

type Ending = {
  readonly withdrawal: Withdrawal;
  readonly receipt: UnexpectedReceipt;
  readonly attempt: PayoutAttempt & SignedAttempt;
  readonly operators: readonly [DecidedReceipt, DecidedReceipt];
};

async function settle(tx: DbTx, ending: Ending): Promise<void> {
  const { withdrawal, receipt, attempt } = ending;
  await endAttempt(tx, attempt, {
    state: 'succeeded',
    result: `settled by operators: ${receipt.detail}`,
    feeSun: units(receipt.feeSun),
    blockNumber: receipt.blockNumber,
  });
  const journalId = await settlePaid(tx, withdrawal);
  await bookTheRest(tx, ending, receipt.outflow - withdrawal.amount);
  await moveWithdrawal(tx, { id: withdrawal.id, from: withdrawal.state, to: 'completed' });
  await updateRecord(tx, withdrawal.recordId, { status: 'success', journalId, ...chainFacts(ending) });
  await appendStep(tx, withdrawal.recordId, 'settled');
  await notifyPeople(tx, [{ personId: withdrawal.personId, topic: 'balances' }]);
}

async function giveBack(tx: DbTx, ending: Ending): Promise<void> {
  const { withdrawal, receipt, attempt } = ending;
  const at = { number: receipt.blockNumber, id: receipt.blockId, timeMs: receipt.blockTime.getTime() };
  const resultCode = `returned by operators: ${receipt.detail}`;
  await endAttempt(tx, attempt, {
    state: 'failed',
    result: resultCode,
    feeSun: units(receipt.feeSun),
    blockNumber: receipt.blockNumber,
    // In a block for ever, so it can never be included again.
    proof: { cause: 'failed', txId: attempt.signed.txId, block: at, resultCode },
  });
  await bookTheRest(tx, ending, receipt.outflow);
  await updateRecord(tx, withdrawal.recordId, chainFacts(ending));
  await giveUp(tx, withdrawal, 'failed-on-chain');
}

/** The network's cost, and what left the hot wallet beyond what the hold settles. */
async function bookTheRest(tx: DbTx, ending: Ending, difference: bigint): Promise<void> {
  const { withdrawal, receipt, attempt, operators } = ending;
  const { number } = attempt;
  const { txId } = attempt.signed;
  await bookNetworkCost(tx, { withdrawalId: withdrawal.id, number, txId, feeSun: units(receipt.feeSun) });
  await bookReceiptDifference(tx, {
    withdrawal,
    number,
    difference,
    operators: [operators[0].operatorId, operators[1].operatorId],
    reason: operators[1].reason,
  });
}

function chainFacts({ receipt, attempt }: Ending) {
  return {
    txId: attempt.signed.txId,
    blockNumber: receipt.blockNumber,
    blockId: receipt.blockId,
    blockTime: receipt.blockTime,
    energyUsed: receipt.energyUsed,
    bandwidthUsed: receipt.bandwidthUsed,
    networkFeeSun: units(receipt.feeSun),
  };
}
