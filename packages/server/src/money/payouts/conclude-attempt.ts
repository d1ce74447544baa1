import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import type { DeathProof } from '@tern/tron/signer-protocol';
import { expectedMove, type Conclusion, type SignedAttempt } from '../../chain/orders/public.ts';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { bookNetworkCost, settlePaid, moveWithdrawal, pauseAsset, type Withdrawal } from '../transfers/public.ts';
import { endAttempt, readAttemptHistory } from './attempt-store.ts';
import { keyOf } from './attempt.ts';
import { giveUp } from './give-up.ts';
import type { PayoutSettings } from './payout-deps.ts';
import { storeUnexpectedReceipt } from './unexpected-receipt-store.ts';
import { listEvents, sumOutflow } from './unexpected-receipt.ts';

type Limits = { readonly settings: Pick<PayoutSettings, 'failuresMax' | 'expiriesMax'> };

/** The chain shows the payment: the hold becomes an outflow, the fee income, the burnt TRX a cost of the house. */
export async function concludePaid(tx: DbTx, withdrawal: Withdrawal, { attempt, facts }: Conclusion): Promise<void> {
  const { block, transaction } = facts;
  const { id, recordId, state } = withdrawal;
  await endAttempt(tx, keyOf(id, attempt), {
    state: 'succeeded',
    result: transaction.resultCode || 'SUCCESS',
    feeSun: transaction.feeSun,
    blockNumber: block.number,
  });
  const journalId = await settlePaid(tx, withdrawal);
  await bookCost(tx, withdrawal, { attempt, facts });
  await moveWithdrawal(tx, { id, from: state, to: 'completed' });
  await updateRecord(tx, recordId, { status: 'success', journalId, ...chainFacts(facts) });
  await appendStep(tx, recordId, 'settled');
  await notifyPeople(tx, [{ personId: withdrawal.personId, topic: 'balances' }]);
}

/** The chain shows a failure: the house bears the fee, the hold stays for another attempt or goes back whole. */
export async function concludeFailed(
  tx: DbTx,
  withdrawal: Withdrawal,
  {
    attempt,
    facts,
    code,
    proof,
    settings,
  }: Conclusion & Limits & { readonly code: string; readonly proof: DeathProof },
): Promise<void> {
  const { block, transaction } = facts;
  await endAttempt(tx, keyOf(withdrawal.id, attempt), {
    state: 'failed',
    result: code,
    feeSun: transaction.feeSun,
    blockNumber: block.number,
    proof,
  });
  await bookCost(tx, withdrawal, { attempt, facts });
  const { failures } = await readAttemptHistory(tx, withdrawal.id);
  if (failures < settings.failuresMax) return await retry(tx, withdrawal);
  await updateRecord(tx, withdrawal.recordId, chainFacts(facts));
  await giveUp(tx, withdrawal, 'failed-on-chain');
}

/** The attempt can never be included any more: another attempt, or everything goes back. */
export async function concludeDead(
  tx: DbTx,
  withdrawal: Withdrawal,
  { attempt, proof, settings }: Limits & { readonly attempt: SignedAttempt; readonly proof: DeathProof },
): Promise<void> {
  await endAttempt(tx, keyOf(withdrawal.id, attempt), { state: 'dead', proof });
  const { expiries } = await readAttemptHistory(tx, withdrawal.id);
  await (expiries < settings.expiriesMax ? retry(tx, withdrawal) : giveUp(tx, withdrawal, 'never-included'));
}

/** The chain shows something that was not ordered: the evidence is kept and the asset pauses until two operators decide. */
export async function concludeUnexpected(
  tx: DbTx,
  { id, assetId }: Withdrawal,
  { attempt, facts, detail }: Conclusion & { readonly detail: string },
): Promise<void> {
  const { block, transaction } = facts;
  const expected = expectedMove(attempt);
  assert(expected !== undefined, `withdrawal ${id} is paid by a transfer`);
  await storeUnexpectedReceipt(tx, {
    ...keyOf(id, attempt),
    blockNumber: block.number,
    blockId: block.id,
    blockTime: new Date(block.timeMs),
    detail,
    outflow: sumOutflow(transaction, expected),
    feeSun: transaction.feeSun,
    energyUsed: Number(transaction.energyUsed),
    bandwidthUsed: Number(transaction.bandwidthUsed),
    events: listEvents(transaction, expected),
  });
  await pauseAsset(tx, assetId, `withdrawal ${id}: ${detail}`);
}

async function bookCost(tx: DbTx, { id }: Withdrawal, { attempt, facts }: Conclusion): Promise<void> {
  const { feeSun } = facts.transaction;
  await bookNetworkCost(tx, { ...keyOf(id, attempt), txId: attempt.signed.txId, feeSun });
}

async function retry(tx: DbTx, { id, state, recordId }: Withdrawal): Promise<void> {
  await moveWithdrawal(tx, { id, from: state, to: 'approved' });
  await updateRecord(tx, recordId, { txId: null, blockNumber: null });
}

function chainFacts({ block, transaction }: Conclusion['facts']) {
  return {
    txId: transaction.txId,
    blockNumber: block.number,
    blockId: block.id,
    blockTime: new Date(block.timeMs),
    energyUsed: Number(transaction.energyUsed),
    bandwidthUsed: Number(transaction.bandwidthUsed),
    networkFeeSun: transaction.feeSun,
  };
}
