import { assert } from '@tern/base/assert';
import { crashPoint } from '@tern/base/crash-point';
import type { DbTx } from '@tern/db/database';
import type { BlockFacts, TransactionFacts } from '@tern/tron/block-facts';
import type { PaymentVerdict } from '@tern/tron/judge-payment';
import { recoverSigner } from '@tern/tron/recover-signer';
import type { DeathProof } from '@tern/tron/signer-protocol';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { bookNetworkCost, settlePaid, moveWithdrawal, pauseAsset, type Withdrawal } from '../transfers/public.ts';
import { endAttempt, readAttemptHistory, storeSeen } from './attempt-store.ts';
import { expectedPayment, type SignedAttempt } from './attempt.ts';
import { giveUp } from './give-up.ts';
import { storeOddReceipt } from './odd-receipt-store.ts';
import { listEvents, sumOutflow } from './odd-receipt.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { clearWaiting, endLease, setAttention, setDue, type Leased } from './payout-lease.ts';

/** A signed transaction in an irreversible block, and what it means. */
export type SolidFacts = {
  readonly block: BlockFacts;
  readonly transaction: TransactionFacts;
  readonly verdict: PaymentVerdict;
};

type Conclusion = { readonly attempt: SignedAttempt; readonly facts: SolidFacts };

/** The chain shows the payment: the hold becomes an outflow, the fee income, the burnt TRX a cost of the house. */
export async function concludePaid(
  { db }: PayoutDeps,
  leased: Leased,
  { attempt, facts }: Conclusion,
): Promise<boolean> {
  const { block, transaction } = facts;
  const done = await endLease(db, leased, async (tx, withdrawal) => {
    const { number, txId } = attempt;
    await endAttempt(tx, attempt, {
      state: 'succeeded',
      result: transaction.resultCode || 'SUCCESS',
      feeSun: transaction.feeSun,
      blockNumber: block.number,
    });
    const journalId = await settlePaid(tx, withdrawal);
    await bookNetworkCost(tx, { withdrawalId: withdrawal.id, number, txId, feeSun: transaction.feeSun });
    await moveWithdrawal(tx, { id: withdrawal.id, from: withdrawal.state, to: 'completed' });
    await clearWaiting(tx, withdrawal.id);
    await updateRecord(tx, withdrawal.recordId, { status: 'success', journalId, ...chainFacts(facts) });
    await appendStep(tx, withdrawal.recordId, 'settled');
    await notifyPeople(tx, [{ personId: withdrawal.personId, topic: 'balances' }]);
  });
  crashPoint('w12');
  return done;
}

/** The chain shows a failure: the house bears the fee, the hold stays for another attempt or goes back whole. */
export function concludeFailed(
  { db, settings }: PayoutDeps,
  leased: Leased,
  { attempt, facts, code }: Conclusion & { readonly code: string },
): Promise<boolean> {
  const { block, transaction } = facts;
  return endLease(db, leased, async (tx, withdrawal) => {
    const { number, txId } = attempt;
    const at = { number: block.number, id: block.id, timeMs: block.timeMs };
    const proof: DeathProof = { cause: 'failed', txId, block: at, resultCode: code };
    await endAttempt(tx, attempt, {
      state: 'failed',
      result: code,
      feeSun: transaction.feeSun,
      blockNumber: block.number,
      proof,
    });
    await bookNetworkCost(tx, { withdrawalId: withdrawal.id, number, txId, feeSun: transaction.feeSun });
    const { failures } = await readAttemptHistory(tx, withdrawal.id);
    if (failures < settings.failuresMax) await retry(tx, withdrawal);
    else {
      await updateRecord(tx, withdrawal.recordId, chainFacts(facts));
      await giveUp(tx, withdrawal, 'failed-on-chain');
    }
  });
}

/** The attempt can never be included any more: another attempt, or everything goes back. */
export function concludeDead(
  { db, settings }: PayoutDeps,
  leased: Leased,
  { attempt, proof }: { readonly attempt: SignedAttempt; readonly proof: DeathProof },
): Promise<boolean> {
  return endLease(db, leased, async (tx, withdrawal) => {
    await endAttempt(tx, attempt, { state: 'dead', proof });
    const { expiries } = await readAttemptHistory(tx, withdrawal.id);
    if (expiries < settings.expiriesMax) await retry(tx, withdrawal);
    else await giveUp(tx, withdrawal, 'never-included');
  });
}

/** The chain shows something that was not ordered: nothing is booked, the asset pauses, two operators decide. */
export async function concludeOdd(
  { db, report }: PayoutDeps,
  leased: Leased,
  { attempt, facts, detail }: Conclusion & { readonly detail: string },
): Promise<boolean> {
  const { block, transaction } = facts;
  const owner = recoverSigner(attempt);
  assert(owner !== undefined, `attempt ${attempt.txId} carries a signature`);
  const expected = expectedPayment(attempt.order, owner);
  const done = await endLease(db, leased, async (tx, { id, assetId }) => {
    await storeOddReceipt(tx, {
      withdrawalId: id,
      number: attempt.number,
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
    await setAttention(tx, id, `attempt ${attempt.number} is in a block but shows ${detail}`);
    await pauseAsset(tx, assetId, `withdrawal ${id}: ${detail}`);
  });
  report({ event: 'asset-paused', withdrawalId: leased.withdrawal.id, detail });
  return done;
}

/** Notes for the screens in which block the head shows the payment, or that it is in none (any more). */
export async function noteSeen(
  { db }: PayoutDeps,
  leased: Leased,
  seen: { readonly attempt: SignedAttempt; readonly blockNumber: number | undefined; readonly lookAgainMs: number },
): Promise<void> {
  const blockNumber = seen.blockNumber ?? null;
  await endLease(db, leased, async (tx, { id, recordId, state }) => {
    await clearWaiting(tx, id);
    await setDue(tx, id, seen.lookAgainMs);
    if (blockNumber === seen.attempt.blockNumber) return;
    await storeSeen(tx, seen.attempt, blockNumber);
    await updateRecord(tx, recordId, { blockNumber });
    if (blockNumber !== null && state !== 'included') {
      await moveWithdrawal(tx, { id, from: state, to: 'included' });
      await appendStep(tx, recordId, 'confirming');
    }
    if (blockNumber === null && state === 'included')
      await moveWithdrawal(tx, { id, from: 'included', to: 'broadcast' });
    // Moving sets the withdrawal due at once; it was looked at just now.
    await setDue(tx, id, seen.lookAgainMs);
  });
}

async function retry(tx: DbTx, { id, state, recordId }: Withdrawal): Promise<void> {
  await moveWithdrawal(tx, { id, from: state, to: 'approved' });
  await clearWaiting(tx, id);
  await updateRecord(tx, recordId, { txId: null, blockNumber: null });
}

function chainFacts({ block, transaction }: SolidFacts) {
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
