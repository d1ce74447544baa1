import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@tern/base/clock';
import { assetIds, type AssetId } from '@tern/money/asset';
import { add, zero, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { readAnchorMemo, type AnchoredStatement } from '@tern/tron/anchor-memo';
import { CodecFault } from '@tern/tron/codec-fault';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import { ownerOf } from '@tern/tron/owner-of';
import { recoverSigner } from '@tern/tron/recover-signer';
import { referenceTo } from '@tern/tron/reference-block';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type {
  ReadBackBlocks,
  RememberedOrder,
  SignerMemory,
  SignerOrder,
  SignerQuarantine,
} from '@tern/tron/signer-protocol';
import type { AnyTransaction } from '@tern/tron/transaction';
import { transactionId } from '@tern/tron/transaction-id';
import { isReopeningApproved, requestReopening } from './approvals.ts';
import { facts } from './facts.ts';
import type { KeyStore } from './keys/key-store.ts';
import { beginQuarantine } from './open-signer.ts';
import type { SignerStore } from './open-store.ts';
import { hashContent, hashOrder, hashPayment } from './order-rules.ts';
import { fee, hot, planOrder, type OrderKind } from './plan-order.ts';
import { approvalsNeeded, countOperators } from './policy-document.ts';
import type { Quarantine } from './quarantine-store.ts';
import type { SigningPolicy } from './signing-policy.ts';

export type QuarantineDeps = {
  readonly clock: Clock;
  readonly keychain: KeyStore;
  readonly store: SignerStore;
  readonly policy: SigningPolicy;
};

/** How far this memory reaches. */
export function getMemory(store: SignerStore): SignerMemory {
  const storeId = store.findFact(facts.storeId);
  if (storeId === undefined) throw new Error('a store has an id from its first opening on');
  return { storeId, sequence: store.sequence() };
}

/** Hears how far the memory of this store was known to reach. One that reaches less far is an old copy: quarantine. */
export function hearWitness({ clock, store }: QuarantineDeps, known: SignerMemory | undefined): SignerMemory {
  const memory = getMemory(store);
  if (known?.storeId === memory.storeId && known.sequence > memory.sequence) {
    const current = store.findQuarantine();
    if (current !== undefined) store.raiseWitnessed(current.number, known.sequence);
    else {
      const reason = `an old copy: ${memory.sequence} of ${known.sequence} signatures`;
      beginQuarantine(store, { atMs: clock.nowMs(), reason, sequence: known.sequence });
    }
  }
  return memory;
}

/**
 * Somebody saw that keys of the house may be in other hands: nothing is signed until everything was read back and two
 * operators have agreed. Anybody who may give orders may say so; the worst that comes of it is that payments wait.
 */
export function closeSigner({ clock, store }: Pick<QuarantineDeps, 'clock' | 'store'>, reason: string): void {
  if (store.findQuarantine() !== undefined) return;
  beginQuarantine(store, { atMs: clock.nowMs(), reason, sequence: store.sequence() });
}

/** The quarantine as others see it; ends it first where nothing more is missing. */
export function reviewQuarantine(deps: QuarantineDeps): SignerQuarantine | undefined {
  const current = deps.store.findQuarantine();
  if (current === undefined) return undefined;
  const { number, reason, nextBlock, readToMs } = current;
  const untilMs = untilOf(current, deps.policy);
  const read = readToMs >= untilMs;
  if (read && mayReopen(deps, current)) {
    deps.store.endQuarantine(number, deps.clock.nowMs());
    return undefined;
  }
  return { number, reason, nextBlock, untilMs, read };
}

/** Gives back orders that the product remembers with their signatures. Returns how many of them were forgotten here. */
export function importOrders(deps: QuarantineDeps, orders: readonly RememberedOrder[]): number {
  getQuarantine(deps);
  return deps.store.inOne(() => orders.filter((remembered) => importOrder(deps, remembered)).length);
}

/** Takes the next solidified blocks. Returns how many of their outflows were forgotten here. */
export function readBack(deps: QuarantineDeps, { fromBlock, toBlock, headMs, outflows }: ReadBackBlocks): number {
  const current = getQuarantine(deps);
  if (fromBlock !== current.nextBlock || toBlock.number < fromBlock || headMs < toBlock.timeMs)
    throw refused(`block ${current.nextBlock} comes next`);
  return deps.store.inOne(() => {
    const forgotten = outflows.filter((outflow) => keepOutflow(deps, outflow, toBlock.timeMs));
    deps.store.noteRead(current.number, { toBlock, headMs });
    return forgotten.length;
  });
}

function getQuarantine(deps: QuarantineDeps): Quarantine {
  const current = deps.store.findQuarantine();
  if (current === undefined) throw refused('there is no quarantine');
  return current;
}

/**
 * A signature given a moment before the memory ended may be included until its window is over. Windows are in chain time,
 * which may be ahead of ours.
 */
function untilOf({ beganAtMs, headMs }: Quarantine, { lifetimeMaxMs }: SigningPolicy): number {
  return Math.max(beganAtMs, headMs) + lifetimeMaxMs;
}

/** Where operators are enrolled two of them look at what was found; without any this is an installation for trying out. */
function mayReopen({ clock, keychain, store, policy }: QuarantineDeps, current: Quarantine): boolean {
  if (countOperators(policy.operators) < approvalsNeeded) return true;
  const approvals = { clock, store, hotAddress: keychain.addressAt(hot) };
  const subject = String(current.number);
  if (isReopeningApproved(approvals, subject, policy.operators)) return true;
  requestReopening(approvals, subject, summarize(store));
  return false;
}

/** What was found on the chain and belongs to no known order, for the eyes of those who decide. */
function summarize(store: SignerStore): object {
  const sums: Record<AssetId, Units> = { trx: zero, usdt: zero, reward: zero };
  const unclaimed = store.listUnclaimed().filter(({ kind }) => kind === 'payout');
  for (const { assetId, amount } of unclaimed) sums[assetId] = add(sums[assetId], amount);
  return {
    paymentsFoundOnChain: unclaimed.length,
    sums: Object.fromEntries(assetIds.map((id) => [id, String(sums[id])])),
  };
}

function importOrder({ keychain, store, policy }: QuarantineDeps, remembered: RememberedOrder): boolean {
  const { order, rawHex, signatureHex } = remembered;
  const raw = Buffer.from(rawHex, 'hex');
  const txId = transactionId(raw);
  if (store.findSigned(order.orderId, order.attempt) !== undefined || store.hasTransaction(txId)) return false;
  const then = policyOf(raw, { order, policy, store });
  // To an address that no policy of ours ever named: what it is shows when its block is read back.
  if (then === undefined) return false;
  const plan = planOrder({ keychain, policy: then }, order);
  // Only what the signer made of this order itself can be its own signature over these bytes.
  if (!isDeepStrictEqual(findDecoded(raw), plan.transaction)) throw refused(`${order.orderId} is another order`);
  if (recoverSigner({ rawHex, signatureHex }) !== plan.owner) throw refused(`${order.orderId} is not signed here`);
  if ('action' in order && order.action.kind === 'anchor') store.putAnchor(order.action);
  store.recordSigned({
    txId,
    rawHex,
    signatureHex,
    kind: plan.kind,
    assetId: plan.assetId,
    amount: plan.amount,
    burnMaxSun: plan.burnMaxSun,
    approved: false,
    orderId: order.orderId,
    attempt: order.attempt,
    orderHash: hashOrder(order),
    paymentHash: hashContent(order),
    refBlockNumber: order.refBlock.number,
    refBlock: order.refBlock,
    expirationMs: order.expirationMs,
    signedAtMs: order.timestampMs,
    ...(order.deathProof === undefined ? {} : { deathProof: JSON.stringify(order.deathProof) }),
  });
  return true;
}

/**
 * The policy an order was signed under, as far as its bytes depend on it: a cold order says nothing of its receiver, nor a
 * restriction of the owners, and both may have changed since. Only addresses that were in force once count, so nothing that left the house
 * passes for a cold order.
 */
function policyOf(
  raw: Uint8Array,
  { order, policy, store }: { readonly order: RememberedOrder['order'] } & Pick<QuarantineDeps, 'policy' | 'store'>,
): SigningPolicy | undefined {
  const kind = 'payment' in order ? 'payout' : order.action.kind;
  if (kind !== 'cold' && kind !== 'restrict') return policy;
  const decoded = findDecoded(raw);
  if (kind === 'restrict') {
    const owners = decoded !== undefined && 'permission' in decoded ? decoded.permission.owners : undefined;
    const known = store.listOwners().find((each) => isDeepStrictEqual(each, owners));
    return known === undefined ? undefined : { ...policy, owners: known };
  }
  const to = decoded !== undefined && 'transfer' in decoded ? decoded.transfer.to : undefined;
  return to !== undefined && store.listColdAddresses().has(to) ? { ...policy, coldAddress: to } : undefined;
}

/** Keeps a transaction of the house that is not remembered. What this signer could not have signed it cannot have forgotten. */
function keepOutflow(
  { keychain, store, policy }: QuarantineDeps,
  { rawHex, signatureHex, refBlock }: ReadBackBlocks['outflows'][number],
  seenAtMs: number,
): boolean {
  const raw = Buffer.from(rawHex, 'hex');
  const txId = transactionId(raw);
  const transaction = findDecoded(raw);
  if (transaction === undefined || store.hasTransaction(txId)) return false;
  const owner = ownerOf(transaction);
  const own = [hot, fee].some((place) => keychain.addressAt(place) === owner);
  if (!own || recoverSigner({ rawHex, signatureHex }) !== owner) return false;
  const { refBlockBytes, refBlockHash } = referenceTo(refBlock);
  if (transaction.refBlockBytes !== refBlockBytes || transaction.refBlockHash !== refBlockHash)
    throw refused(`${txId} refers to another block`);
  const meaning = findMeaning(transaction, { keychain, policy, store });
  if (meaning === undefined) return false;
  const anchored = anchorOf(transaction, keychain);
  if (anchored !== undefined) store.putAnchor(anchored);
  const burnMaxSun = add(transaction.feeLimitSun, policy.networkBurnMaxSun);
  store.putOutflow({ ...meaning, txId, rawHex, signatureHex, refBlock, seenAtMs, burnMaxSun });
  return true;
}

/** What a transaction moved; `undefined` for a token that is not listed. */
function findMeaning(
  transaction: AnyTransaction,
  { keychain, policy, store }: Omit<QuarantineDeps, 'clock'>,
): { kind: OrderKind; assetId: AssetId; amount: Units; paymentHash: string } | undefined {
  if ('staking' in transaction) {
    const { staking } = transaction;
    const amount = 'amountSun' in staking ? staking.amountSun : zero;
    return { kind: staking.kind, assetId: 'trx', amount, paymentHash: '' };
  }
  if ('permission' in transaction) return { kind: 'restrict', assetId: 'trx', amount: zero, paymentHash: '' };
  const { transfer, feeLimitSun, memo } = transaction;
  const { to } = transfer;
  const payment: SignerOrder['payment'] =
    transfer.kind === 'trx'
      ? { kind: 'trx', to, amountSun: transfer.amountSun }
      : { kind: 'trc20', contract: transfer.contract, to, amount: transfer.amount, feeLimitSun };
  const assetId = transfer.kind === 'trx' ? 'trx' : policy.tokens.get(transfer.contract);
  if (assetId === undefined) return undefined;
  return {
    kind: anchorOf(transaction, keychain) === undefined ? kindOf(to, { keychain, store }) : 'anchor',
    assetId,
    amount: transfer.kind === 'trx' ? transfer.amountSun : transfer.amount,
    paymentHash: hashPayment({ payment, ...(memo === undefined ? {} : { memo }) }),
  };
}

/** The statement that a transaction anchors: to the fee account nobody else has a note written. */
function anchorOf(transaction: AnyTransaction, keychain: QuarantineDeps['keychain']): AnchoredStatement | undefined {
  if (!('transfer' in transaction)) return undefined;
  const { transfer, memo } = transaction;
  return transfer.to === keychain.addressAt(fee) ? readAnchorMemo(memo ?? '') : undefined;
}

/** To the cold or the fee address it is the treasury's. A top-up of a deposit address looks like a payment, and may count as one. */
function kindOf(to: TronAddress, { keychain, store }: Pick<QuarantineDeps, 'keychain' | 'store'>): OrderKind {
  if (store.listColdAddresses().has(to)) return 'cold';
  return [hot, fee].some((place) => keychain.addressAt(place) === to) ? 'top-up' : 'payout';
}

function findDecoded(raw: Uint8Array): AnyTransaction | undefined {
  try {
    return decodeAnyTransaction(raw);
  } catch (error) {
    if (error instanceof CodecFault) return undefined;
    throw error;
  }
}

function refused(detail: string): SignerRefusal {
  return new SignerRefusal('not-read-back', detail);
}
