import { isDeepStrictEqual } from 'node:util';
import { crashPoint } from '@tern/base/crash-point';
import type { TronAddress } from '@tern/tron/address';
import { decodeRawTransaction } from '@tern/tron/decode-raw-transaction';
import { recoverSigner } from '@tern/tron/recover-signer';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import type { SignedOrder, SignerOrder, SignerRefusalCode } from '@tern/tron/signer-protocol';
import { transactionId } from '@tern/tron/transaction-id';
import { findHotShortage } from '../../chain/orders/public.ts';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import { moveWithdrawal } from '../transfers/public.ts';
import { deleteOrderedAttempt, findLiveAttempt, insertAttempt, storeSigned, sumOpenOutflows } from './attempt-store.ts';
import { expectedPayment, type Attempt } from './attempt.ts';
import type { PayoutDeps } from './payout-deps.ts';
import {
  clearWaiting,
  endLease,
  leaseDue,
  setAttention,
  setDue,
  setWaiting,
  underLease,
  workThrough,
  type Leased,
  type WaitingFor,
} from './payout-lease.ts';
import { planPayout } from './plan-payout.ts';

/** When a withdrawal that cannot be signed now is looked at again. */
const retryMs = { soon: 3_000, later: 30_000 };

/**
 * Gets approved withdrawals signed: order stored, signer asked, bytes stored; nothing leaves the house here. A stored
 * order is asked for again unchanged, and the signer answers the same order with the same bytes for ever.
 * Returns how many were signed.
 */
export async function signPayouts(deps: PayoutDeps, { limit }: { readonly limit: number }): Promise<number> {
  const leased = await leaseDue(deps.db, { states: ['approved'], limit });
  return workThrough(deps.db, leased, (each) => signPayout(deps, each));
}

async function signPayout(deps: PayoutDeps, leased: Leased): Promise<boolean> {
  const { db, signer } = deps;
  let attempt: Attempt | undefined;
  try {
    const hotAddress = await signer.getHotAddress();
    attempt = await findLiveAttempt(db.kysely, leased.withdrawal.id);
    if (attempt === undefined) attempt = await orderAttempt(deps, leased, hotAddress);
    // An order from before a freeze may be signed already, and is kept; but it is not asked for until the freeze ends.
    else if (!(await deps.isPersonActive(db.kysely, leased.withdrawal.personId))) return await frozen(deps, leased);
    if (attempt === undefined) return false;
    crashPoint('w4');
    const signed = await signer.signOrder(attempt.order);
    attempt = withFrameOf(signed, attempt);
    if (!isWhatWasOrdered(signed, attempt.order, hotAddress)) {
      await stop(deps, leased, 'the signer returned other bytes than ordered');
      return false;
    }
    crashPoint('w5');
    const stored = await storeSignature(deps, leased, { attempt, signed, hotAddress });
    crashPoint('w6');
    return stored;
  } catch (error) {
    if (error instanceof SignerUnavailable)
      await postpone(deps, leased, { waitingFor: 'signer', detail: error.message, afterMs: retryMs.soon });
    else if (error instanceof SignerRefusal) await takeRefusal(deps, leased, { attempt, refusal: error });
    else throw error;
    return false;
  }
}

/** Plans and stores the order of the next attempt. Undefined where it has to wait. */
async function orderAttempt(deps: PayoutDeps, leased: Leased, hotAddress: TronAddress): Promise<Attempt | undefined> {
  const plan = await planPayout(deps, leased.withdrawal, hotAddress);
  if (plan.kind === 'wait') {
    await postpone(deps, leased, { ...plan, afterMs: retryMs.soon });
    return undefined;
  }
  const { order, costMaxSun } = plan;
  const attempt = { withdrawalId: leased.withdrawal.id, number: order.attempt, order };
  let active = false;
  let short: string | undefined;
  // The claim is kept: the row is only checked to be still ours, and still unpaid, in the transaction that adds the order.
  const stored = await underLease(deps.db, leased, async (tx, { personId, assetId, amount }) => {
    active = await deps.isPersonActive(tx, personId);
    if (!active) return;
    // Planned from the chain; promised under the lock, where nobody else was promised the same meanwhile.
    short = await findHotShortage(tx, [sumOpenOutflows, deps.sumTreasuryOutflows], { assetId, amount, costSun: costMaxSun });
    if (short === undefined) await insertAttempt(tx, { ...attempt, costMaxSun });
  });
  if (stored && !active) await frozen(deps, leased);
  if (stored && short !== undefined) {
    const detail = `${short === 'sun' ? 'TRX' : leased.withdrawal.assetId} short`;
    await postpone(deps, leased, { waitingFor: 'hot-wallet', detail, afterMs: retryMs.soon });
  }
  return stored && active && short === undefined
    ? { ...attempt, state: 'ordered', txId: null, rawHex: null, signatureHex: null, blockNumber: null }
    : undefined;
}

/** A payment that was signed before has the frame and fee limit of then, and not those ordered now. */
function withFrameOf({ readBack, rawHex }: SignedOrder, attempt: Attempt): Attempt {
  if (readBack === undefined) return attempt;
  const { refBlock, expirationMs, timestampMs, permissionId } = readBack;
  const { permissionId: _asked, ...order } = attempt.order;
  const { feeLimitSun } = decodeRawTransaction(Buffer.from(rawHex, 'hex'));
  const { payment } = attempt.order;
  const then = payment.kind === 'trc20' ? { ...payment, feeLimitSun } : payment;
  const permission = permissionId === undefined ? {} : { permissionId };
  return { ...attempt, order: { ...order, payment: then, refBlock, expirationMs, timestampMs, ...permission } };
}

/** Reads the bytes as the chain will: the same receiver, amount, contract and times as ordered, signed by the hot wallet. */
function isWhatWasOrdered(signed: SignedOrder, order: SignerOrder, hotAddress: TronAddress): boolean {
  const bytes = Buffer.from(signed.rawHex, 'hex');
  const raw = decodeRawTransaction(bytes);
  const { transfer } = raw;
  const payment =
    transfer.kind === 'trx'
      ? { kind: 'trx', owner: transfer.owner, to: transfer.to, amount: transfer.amountSun }
      : { kind: 'trc20', owner: transfer.owner, to: transfer.to, amount: transfer.amount, contract: transfer.contract };
  return (
    transactionId(bytes) === signed.txId &&
    isDeepStrictEqual(payment, expectedPayment(order, hotAddress)) &&
    raw.expirationMs === order.expirationMs &&
    recoverSigner(signed) === hotAddress
  );
}

function storeSignature(
  { db }: PayoutDeps,
  leased: Leased,
  { attempt, signed, hotAddress }: { attempt: Attempt; signed: SignedOrder; hotAddress: TronAddress },
): Promise<boolean> {
  return endLease(db, leased, async (tx, { id, recordId }) => {
    if (signed.readBack !== undefined) {
      await deleteOrderedAttempt(tx, attempt);
      await insertAttempt(tx, { ...attempt, costMaxSun: signed.readBack.burnMaxSun });
    }
    await storeSigned(tx, attempt, signed);
    await moveWithdrawal(tx, { id, from: 'approved', to: 'signed' });
    await clearWaiting(tx, id);
    await updateRecord(tx, recordId, {
      status: 'withdrawing',
      reason: null,
      payAddress: hotAddress,
      txId: signed.txId,
    });
    await appendStep(tx, recordId, 'signed');
  });
}

/**
 * What each refusal of the signer means for a withdrawal. Where the order is dropped it was never signed: the signer says
 * so only after it has looked for it among those it signed.
 */
const refusals: Readonly<
  Record<SignerRefusalCode, 'wait-for-signer' | 'wait-for-limit' | 'order-anew' | 'drop-and-stop' | 'stop'>
> = {
  'not-authenticated': 'wait-for-signer',
  'order-limit': 'wait-for-limit',
  'approval-needed': 'wait-for-limit',
  'assertion-refused': 'stop',
  quarantined: 'wait-for-signer',
  'not-read-back': 'stop',
  'day-limit': 'wait-for-limit',
  'fee-limit': 'wait-for-limit',
  'window-not-allowed': 'order-anew',
  'same-transaction': 'order-anew',
  'unknown-command': 'stop',
  malformed: 'stop',
  'order-changed': 'stop',
  'attempt-not-proven': 'drop-and-stop',
  'attempts-exhausted': 'drop-and-stop',
  'token-not-listed': 'drop-and-stop',
  'destination-not-allowed': 'drop-and-stop',
  'cold-not-enrolled': 'stop',
  'owners-not-enrolled': 'stop',
};

async function takeRefusal(
  deps: PayoutDeps,
  leased: Leased,
  { attempt, refusal }: { attempt: Attempt | undefined; refusal: SignerRefusal },
): Promise<void> {
  const meaning = refusals[refusal.code];
  if (meaning === 'wait-for-signer') {
    await postpone(deps, leased, { waitingFor: 'signer', detail: refusal.message, afterMs: retryMs.later });
  } else if (meaning === 'stop' || meaning === 'drop-and-stop') {
    const dropped = meaning === 'drop-and-stop' ? attempt : undefined;
    await stop(deps, leased, `the signer refuses: ${refusal.message}`, dropped);
  } else {
    let news = false;
    // Its window would be over by the time the signer agrees.
    await endLease(deps.db, leased, async (tx, { id }) => {
      if (attempt !== undefined) await deleteOrderedAttempt(tx, attempt);
      if (meaning === 'wait-for-limit')
        news = await setWaiting(tx, id, {
          waitingFor: 'signer-limit',
          detail: refusal.message,
          afterMs: retryMs.later,
        });
      else await setDue(tx, id, retryMs.soon);
    });
    if (news) deps.report({ event: 'payout-waits', withdrawalId: leased.withdrawal.id, detail: refusal.message });
  }
}

async function frozen(deps: PayoutDeps, leased: Leased): Promise<false> {
  await postpone(deps, leased, { waitingFor: 'person', detail: 'frozen', afterMs: retryMs.soon });
  return false;
}

async function postpone(
  deps: PayoutDeps,
  leased: Leased,
  why: { waitingFor: WaitingFor; detail: string; afterMs: number },
): Promise<void> {
  let news = false;
  await endLease(deps.db, leased, async (tx, { id }) => {
    news = await setWaiting(tx, id, why);
  });
  // Said once, not at every look.
  if (news)
    deps.report({
      event: why.waitingFor === 'fee' ? 'payout-too-dear' : 'payout-waits',
      withdrawalId: leased.withdrawal.id,
      detail: `${why.waitingFor}: ${why.detail}`,
    });
}

async function stop(deps: PayoutDeps, leased: Leased, detail: string, dropped?: Attempt): Promise<void> {
  await endLease(deps.db, leased, async (tx, { id }) => {
    if (dropped !== undefined) await deleteOrderedAttempt(tx, dropped);
    await setAttention(tx, id, detail);
  });
  deps.report({ event: 'payout-needs-attention', withdrawalId: leased.withdrawal.id, detail });
}
