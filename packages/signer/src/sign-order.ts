import { isDeepStrictEqual } from 'node:util';
import { assert } from '@tern/base/assert';
import type { Clock } from '@tern/base/clock';
import { crashPoint } from '@tern/base/crash-point';
import { unitsFromWire, unitsToWire } from '@tern/money/units';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import { encodeRawTransaction } from '@tern/tron/encode-raw-transaction';
import { recoverSigner } from '@tern/tron/recover-signer';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { SignedOrder } from '@tern/tron/signer-protocol';
import { transactionId } from '@tern/tron/transaction-id';
import { requireOneStatement } from './anchor-store.ts';
import { isApproved, requestOrderApproval } from './approvals.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { SignedRecord, SignerStore } from './open-store.ts';
import { checkAttempt, checkFeeLimit, checkWindow, findLimitFault, hashContent, hashOrder } from './order-rules.ts';
import { hot, planOrder, type AnyOrder } from './plan-order.ts';
import { approvalsNeeded, countOperators } from './policy-document.ts';
import type { SigningPolicy } from './signing-policy.ts';

export type SignOrderDeps = {
  readonly clock: Clock;
  readonly keychain: KeyStore;
  readonly store: SignerStore;
  readonly policy: SigningPolicy;
};

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Signs one payment from the hot wallet or one step of the treasury. The same order gives the same bytes for ever, and so
 * does the same content under its id in another frame; any other content is refused. The signature is on the disk before it leaves. Synchronous throughout, so no
 * two orders interleave.
 * @throws SignerRefusal
 */
export function signOrder({ clock, keychain, store, policy }: SignOrderDeps, order: AnyOrder): SignedOrder {
  const orderHash = hashOrder(order);
  const known = findKnown(store, order, orderHash);
  if (known !== undefined) return known;
  if (store.findQuarantine() !== undefined)
    throw new SignerRefusal('quarantined', 'own outflows have to be read back first');
  // A clock set back must not open the day's limit again.
  const nowMs = Math.max(clock.nowMs(), store.lastSignedMs());
  const paid = claimOutflow(store, order, nowMs);
  if (paid !== undefined) return paid;
  if ('action' in order && order.action.kind === 'anchor') requireOneStatement(store, order.action);
  const plan = planOrder({ keychain, policy }, order);
  checkWindow(order, policy);
  checkAttempt(order, store.findLastAttempt(order.orderId), policy);
  checkFeeLimit(plan, policy);
  const overLimit = findLimitFault(plan, policy, (assetId) =>
    // A clock set forward must not open it either: the chain has to have moved on by a day too.
    store.sumSigned(assetId, nowMs - dayMs, order.refBlock.timeMs - dayMs),
  );
  if (overLimit !== undefined) checkApproved({ clock, keychain, store, policy }, order, overLimit);

  const raw = encodeRawTransaction(plan.transaction);
  assert(isDeepStrictEqual(decodeAnyTransaction(raw), plan.transaction), 'the bytes say what the order says');
  const txId = transactionId(raw);
  if (store.hasTransaction(txId)) throw new SignerRefusal('same-transaction', txId);
  const rawHex = Buffer.from(raw).toString('hex');
  const signatureHex = keychain.signRawTransaction(plan.place, raw);
  assert(recoverSigner({ rawHex, signatureHex }) === plan.owner, 'the signature is the owner’s');
  // Before the signature is remembered: a death in between binds the number and signs nothing.
  if ('action' in order && order.action.kind === 'anchor') store.putAnchor(order.action);
  const signed: SignedOrder = { txId, rawHex, signatureHex };
  store.recordSigned({
    ...signed,
    kind: plan.kind,
    assetId: plan.assetId,
    amount: plan.amount,
    burnMaxSun: plan.burnMaxSun,
    approved: overLimit !== undefined,
    orderId: order.orderId,
    attempt: order.attempt,
    orderHash,
    paymentHash: hashContent(order),
    refBlockNumber: order.refBlock.number,
    refBlock: order.refBlock,
    expirationMs: order.expirationMs,
    signedAtMs: nowMs,
    ...(order.deathProof === undefined ? {} : { deathProof: JSON.stringify(order.deathProof) }),
  });
  crashPoint('w5');
  return signed;
}

/**
 * What was signed for this order and attempt. A transaction read back from the chain has another frame than any order; and
 * a product that was restored to an earlier moment asks in another frame for what was signed long ago.
 */
function findKnown(store: SignerStore, order: AnyOrder, orderHash: string): SignedOrder | undefined {
  const known = store.findSigned(order.orderId, order.attempt);
  if (known === undefined) return undefined;
  const signed = { txId: known.txId, rawHex: known.rawHex, signatureHex: known.signatureHex };
  if (known.orderHash === orderHash && known.readBackFrame === undefined) return signed;
  const frame = known.paymentHash === hashContent(order) ? frameOf(known) : undefined;
  if (frame === undefined) throw new SignerRefusal('order-changed', `attempt ${order.attempt} was signed otherwise`);
  return { ...signed, readBack: frame };
}

/** The frame of what was signed; undefined for what was signed before reference blocks were kept. */
function frameOf({ readBackFrame, refBlock, rawHex, burnMaxSun }: SignedRecord): SignedOrder['readBack'] {
  if (readBackFrame !== undefined) return readFrame(readBackFrame);
  if (refBlock === undefined) return undefined;
  const { expirationMs, timestampMs, permissionId } = decodeAnyTransaction(Buffer.from(rawHex, 'hex'));
  return { refBlock, expirationMs, timestampMs, burnMaxSun, ...(permissionId === undefined ? {} : { permissionId }) };
}

/**
 * A payment that is on the chain already, from before a restore: the order gets that transaction instead of a second one.
 * Each transaction is claimed by one order; who was paid twice in truth is paid twice again.
 */
function claimOutflow(store: SignerStore, order: AnyOrder, nowMs: number): SignedOrder | undefined {
  if (!('payment' in order)) return undefined;
  const found = store.findUnclaimed(hashContent(order));
  if (found === undefined) return undefined;
  const { txId, rawHex, signatureHex, refBlock, burnMaxSun, assetId, amount, kind } = found;
  const { expirationMs, timestampMs, permissionId } = decodeAnyTransaction(Buffer.from(rawHex, 'hex'));
  const readBackFrame = JSON.stringify({
    refBlock,
    expirationMs,
    timestampMs,
    permissionId,
    burnMaxSun: unitsToWire(burnMaxSun),
  });
  store.recordSigned({
    txId,
    rawHex,
    signatureHex,
    kind,
    assetId,
    amount,
    burnMaxSun,
    approved: false,
    orderId: order.orderId,
    attempt: order.attempt,
    orderHash: hashOrder(order),
    paymentHash: hashContent(order),
    refBlockNumber: refBlock.number,
    refBlock,
    expirationMs,
    signedAtMs: nowMs,
    readBackFrame,
  });
  return { txId, rawHex, signatureHex, readBack: readFrame(readBackFrame) };
}

function readFrame(text: string): NonNullable<SignedOrder['readBack']> {
  const stored = JSON.parse(text) as Omit<NonNullable<SignedOrder['readBack']>, 'burnMaxSun'> & { burnMaxSun: string };
  return { ...stored, burnMaxSun: unitsFromWire(stored.burnMaxSun) };
}

/** Lets a payment above the limits pass that two operators approved; otherwise asks them, where there are two. */
function checkApproved(
  { clock, keychain, store, policy }: SignOrderDeps,
  order: AnyOrder,
  overLimit: SignerRefusal,
): void {
  if (!('payment' in order) || countOperators(policy.operators) < approvalsNeeded) throw overLimit;
  const deps = { clock, store, hotAddress: keychain.addressAt(hot) };
  if (isApproved(deps, order, policy.operators)) return;
  requestOrderApproval(deps, order);
  throw overLimit.code === 'order-limit' ? new SignerRefusal('approval-needed', order.orderId) : overLimit;
}
