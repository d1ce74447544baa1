import type { DbTx } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import type { SignedOrder } from '@tern/tron/signer-protocol';
import type { OrderPolicy, Question, SignedAttempt } from '../../chain/orders/public.ts';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import { moveWithdrawal, type Withdrawal } from '../transfers/public.ts';
import { deleteOrderedAttempt, insertAttempt, storeBroadcast, storeSeen, storeSigned } from './attempt-store.ts';
import { keyOf } from './attempt.ts';

/** Stores the signed bytes. Where the signer remembered them, the attempt is the one of then. */
export async function storeSignature(
  tx: DbTx,
  { id, recordId }: Withdrawal,
  {
    question,
    signed,
    owner,
  }: { readonly question: Question; readonly signed: SignedOrder; readonly owner: TronAddress },
): Promise<void> {
  const key = keyOf(id, { question });
  if (signed.readBack !== undefined) {
    await deleteOrderedAttempt(tx, key);
    await insertAttempt(tx, key, { question, costMaxSun: signed.readBack.burnMaxSun });
  }
  await storeSigned(tx, key, signed);
  await moveWithdrawal(tx, { id, from: 'approved', to: 'signed' });
  await updateRecord(tx, recordId, { status: 'withdrawing', reason: null, payAddress: owner, txId: signed.txId });
  await appendStep(tx, recordId, 'signed');
}

/** Keeps the answers of the nodes; from the first of them on the person sees that it was handed out. */
export async function storeAnswers(
  tx: DbTx,
  { id, recordId, state }: Withdrawal,
  { attempt, answers, againAfterMs }: Parameters<OrderPolicy<Withdrawal>['storeAnswers']>[2],
): Promise<void> {
  await storeBroadcast(tx, keyOf(id, attempt), answers, againAfterMs);
  if (state !== 'signed' || answers.length === 0) return;
  await moveWithdrawal(tx, { id, from: 'signed', to: 'broadcast' });
  await appendStep(tx, recordId, 'broadcast');
}

/** Notes for the screens in which block the head shows the payment, or that it is in none (any more). */
export async function storeSeenBlock(
  tx: DbTx,
  { id, recordId, state }: Withdrawal,
  { attempt, blockNumber }: { readonly attempt: SignedAttempt; readonly blockNumber: number | null },
): Promise<void> {
  await storeSeen(tx, keyOf(id, attempt), blockNumber);
  await updateRecord(tx, recordId, { blockNumber });
  if (blockNumber !== null && state !== 'included') {
    await moveWithdrawal(tx, { id, from: state, to: 'included' });
    await appendStep(tx, recordId, 'confirming');
  }
  if (blockNumber === null && state === 'included') await moveWithdrawal(tx, { id, from: 'included', to: 'broadcast' });
}
