import { createHash } from 'node:crypto';
import type { AssetId } from '@tern/money/asset';
import { add, zero, type Units } from '@tern/money/units';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { OrderFrame, SignerOrder, TreasuryOrder } from '@tern/tron/signer-protocol';
import type { SignedRecord } from './open-store.ts';
import type { AnyOrder, OrderPlan } from './plan-order.ts';
import type { SigningPolicy } from './signing-policy.ts';

/** SHA-256 of the order without its death proof: equal for equal demands only. */
export function hashOrder(order: AnyOrder): string {
  return hashJson([
    order.orderId,
    order.attempt,
    hashContent(order),
    feeLimitOf(order),
    order.refBlock.number,
    order.refBlock.id,
    order.refBlock.timeMs,
    order.expirationMs,
    order.timestampMs,
    // Left out where it is the owner's, as it was before there was another.
    ...(order.permissionId === undefined ? [] : [order.permissionId]),
  ]);
}

/** SHA-256 of what no attempt may change: who gets how much of what, with which note, or which step of the treasury. */
export function hashContent(order: AnyOrder): string {
  return 'payment' in order ? hashPayment(order) : hashAction(order);
}

export function hashPayment({ payment, memo = '' }: Pick<SignerOrder, 'payment' | 'memo'>): string {
  return payment.kind === 'trx'
    ? hashJson(['trx', payment.to, payment.amountSun, memo])
    : hashJson(['trc20', payment.contract, payment.to, payment.amount, memo]);
}

function hashAction({ action }: TreasuryOrder): string {
  // The fee limit may be raised by a further attempt, as it may for a payment.
  const text = JSON.stringify(action, (key, value: unknown) => {
    if (key === 'feeLimitSun') return undefined;
    return typeof value === 'bigint' ? value.toString() : value;
  });
  return hashJson(['treasury', text]);
}

function feeLimitOf(order: AnyOrder): Units {
  const move = 'payment' in order ? order.payment : 'move' in order.action ? order.action.move : undefined;
  return move?.kind === 'trc20' ? move.feeLimitSun : zero;
}

/** Refuses transactions that could live longer than the chain's clock and the policy allow. */
export function checkWindow(
  { refBlock, expirationMs, timestampMs }: OrderFrame,
  { lifetimeMaxMs }: SigningPolicy,
): void {
  const lifetimeMs = expirationMs - refBlock.timeMs;
  const inWindow = timestampMs >= refBlock.timeMs && timestampMs <= expirationMs;
  if (lifetimeMs <= 0 || lifetimeMs > lifetimeMaxMs || !inWindow) {
    throw new SignerRefusal('window-not-allowed', `${lifetimeMs} ms after the reference block`);
  }
}

/** Refuses a fee limit above the one of every order; nobody can approve it. */
export function checkFeeLimit({ feeLimitSun }: OrderPlan, { feeLimitMaxSun }: SigningPolicy): void {
  if (feeLimitSun > feeLimitMaxSun) throw new SignerRefusal('fee-limit', `${feeLimitSun} sun`);
}

/**
 * Why an order is not signed without operators: it exceeds the limit of one order or of the last 24 hours. Money that
 * stays in the house has no limit of its own, but what moving it burns counts as TRX that leaves.
 */
export function findLimitFault(
  { kind, assetId, amount, burnMaxSun }: OrderPlan,
  { limits }: SigningPolicy,
  signedToday: (assetId: AssetId) => Units,
): SignerRefusal | undefined {
  const leaving = kind === 'payout' ? amount : zero;
  if (leaving > limits[assetId].perOrder) return new SignerRefusal('order-limit', `${amount} of ${assetId}`);
  const leavingTrx = assetId === 'trx' ? add(leaving, burnMaxSun) : burnMaxSun;
  if (add(signedToday('trx'), leavingTrx) > limits.trx.perDay)
    return new SignerRefusal('day-limit', `${leavingTrx} sun, fees included`);
  if (assetId !== 'trx' && add(signedToday(assetId), leaving) > limits[assetId].perDay)
    return new SignerRefusal('day-limit', `${amount} of ${assetId}`);
  return undefined;
}

/**
 * Refuses a further attempt unless the one before was this very content and is shown to be dead: an irreversible block
 * at or past its expiration on every node scanned from its reference block, or an irreversible failure.
 */
export function checkAttempt(order: AnyOrder, last: SignedRecord | undefined, { attemptsMax }: SigningPolicy): void {
  const { attempt, deathProof } = order;
  const refuse = (detail: string): SignerRefusal => new SignerRefusal('attempt-not-proven', detail);
  if (attempt > attemptsMax) throw new SignerRefusal('attempts-exhausted', `attempt ${attempt}`);
  if (attempt !== (last?.attempt ?? 0) + 1) throw refuse(`attempt ${attempt} does not follow ${last?.attempt ?? 0}`);
  if (last === undefined) {
    if (deathProof !== undefined) throw refuse('a first attempt has nothing to prove');
    return;
  }
  if (hashContent(order) !== last.paymentHash) throw new SignerRefusal('order-changed', 'another content than before');
  if (deathProof?.txId !== last.txId) throw refuse('the proof is not about the attempt before');
  if (deathProof.cause === 'failed') {
    if (deathProof.block.number <= last.refBlockNumber) throw refuse('the failure is older than the attempt');
    return;
  }
  for (const { node, fromBlock, toBlock } of deathProof.scans) {
    const covers = fromBlock.number <= last.refBlockNumber && toBlock.timeMs >= last.expirationMs;
    if (!covers || toBlock.number <= fromBlock.number) throw refuse(`the scan of ${node} does not cover the attempt`);
  }
}

function hashJson(parts: readonly (string | number | bigint)[]): string {
  return createHash('sha256')
    .update(JSON.stringify(parts.map(String)))
    .digest('hex');
}
