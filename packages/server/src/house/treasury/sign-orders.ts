import { crashPoint } from '@tern/base/crash-point';
import { workApart } from '@tern/base/work-apart';
import { transact } from '@tern/db/transact';
import { add, units, zero, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import { getAccount } from '@tern/tron/get-account';
import { getStakes } from '@tern/tron/get-stakes';
import { getTransactionWindow } from '@tern/tron/get-transaction-window';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import type { SignedOrder, SignerRefusalCode } from '@tern/tron/signer-protocol';
import { findHotShortage, findPermissionId } from '../../chain/orders/public.ts';
import { estimateCost } from '../../money/transfers/public.ts';
import { closeOrder } from './close-order.ts';
import { hotOutflows } from './hot-money.ts';
import {
  claimOrders,
  clearSigningOrder,
  lockOrder,
  postponeOrder,
  setAttention,
  storeSigned,
  storeSigningOrder,
} from './order-store.ts';
import { findProofBefore } from './return-orders.ts';
import { contractOf, expectedMove, isWhatWasOrdered, partiesOf, toSigningOrder } from './signing-order.ts';
import type { TreasuryDeps } from './treasury-deps.ts';
import { nameOrder, type SigningOrder, type TreasuryOrder } from './treasury-order.ts';

/** When an order that cannot be signed now is looked at again. */
const retryMs = { soon: 3_000, later: 5 * 60_000 };

/**
 * Gets ready orders signed: question stored, signer asked, bytes stored; nothing leaves the house here. A stored question
 * is asked again unchanged, and the signer answers the same one with the same bytes for ever. Returns how many were signed.
 */
export async function signOrders(deps: TreasuryDeps, { limit }: { readonly limit: number }): Promise<number> {
  const orders = await claimOrders(deps.db, { state: 'ready', limit });
  return await workApart(orders, (order) => signOrder(deps, order));
}

async function signOrder(deps: TreasuryDeps, order: TreasuryOrder): Promise<boolean> {
  const { db, signer, accounts } = deps;
  try {
    const asked = order.signingOrder ?? (await storeQuestion(deps, order));
    if (asked === undefined) return false;
    crashPoint('t0');
    const signed = await ('payment' in asked ? signer.signOrder(asked) : signer.signTreasuryOrder(asked));
    const question = withFrameOf(signed, asked);
    const { content } = order;
    // Operators may have changed the cold address or the owners since the worker started.
    const known = content.kind === 'cold' || content.kind === 'restrict' ? await signer.getAccounts() : accounts;
    const parties = partiesOf(content, known);
    const contract = contractOf(content, deps.contracts);
    const { expirationMs } = question;
    if (!isWhatWasOrdered(signed, { content, parties, contract, owners: known.owners, expirationMs })) {
      await stop(deps, order, 'the signer returned other bytes than ordered');
      return false;
    }
    crashPoint('d5');
    const stored = await storeSigned(db.kysely, order.id, { signed, question });
    crashPoint('d6');
    return stored;
  } catch (error) {
    if (error instanceof SignerUnavailable) await wait(deps, order, 'signer', retryMs.soon);
    else if (error instanceof NodeFault) await wait(deps, order, 'node', retryMs.soon);
    else if (error instanceof SignerRefusal) await takeRefusal(deps, order, error);
    else throw error;
    return false;
  }
}

/** Fixes and stores what the signer will be asked. Undefined where that has to wait. */
async function storeQuestion(deps: TreasuryDeps, order: TreasuryOrder): Promise<SigningOrder | undefined> {
  const { db, nodes, settings, accounts } = deps;
  const [node] = nodes;
  const { content } = order;
  // Asked first: a transfer of more than there is cannot be estimated.
  if (content.kind === 'return' && (await isShort(deps, order, order.costMaxSun)))
    return await wait(deps, order, 'hot-wallet', retryMs.soon);
  const contract = contractOf(content, deps.contracts);
  const move = expectedMove(content, partiesOf(content, accounts), contract);
  let feeLimitSun: Units = zero;
  let { costMaxSun } = order;
  if (move !== undefined && contract !== undefined) {
    const estimate = await estimateCost(node, {
      from: move.owner,
      to: move.to,
      contract,
      amount: content.amount,
      activated: content.kind !== 'return' || (await isActivated(node, content.to)),
    });
    if (estimate === undefined) return await wait(deps, order, 'token', retryMs.later);
    feeLimitSun = withMargin(estimate.energyCostSun, settings.feeLimitMarginPercent);
    if (feeLimitSun > settings.feeLimitMaxSun) return await wait(deps, order, 'fee', retryMs.later);
    // What is burnt for bandwidth comes on top of the fee limit.
    costMaxSun = add(feeLimitSun, units(estimate.costSun - estimate.energyCostSun));
  }
  if (content.kind === 'unstake' && (await isLent(node, accounts.fee, content.amount)))
    return await wait(deps, order, 'lent stake', retryMs.soon);
  // The keys of deposit addresses own them for ever.
  const { owner } = partiesOf(content, accounts);
  const isHouse = owner === accounts.hot || owner === accounts.fee;
  const permission = isHouse ? await findPermissionId(node, owner) : {};
  if (permission === 'none') return await wait(deps, order, 'its owners', retryMs.later);
  const window = { ...(await getTransactionWindow(node, { lifetimeMs: settings.lifetimeMs })), ...permission };
  const deathProof = content.kind === 'return' ? await findProofBefore(db.kysely, content, order.attempt) : undefined;
  const question = toSigningOrder(order, { window, contract, feeLimitSun, deathProof });
  const asked = { order: question, costMaxSun };
  if (content.kind !== 'return') return (await storeSigningOrder(db.kysely, order.id, asked)) ? question : undefined;
  return await promiseReturn(deps, order, asked);
}

/** What is lent has to come back before it can be unstaked. */
async function isLent(node: TronNode, address: TronAddress, amount: Units): Promise<boolean> {
  return (await getStakes(node, { view: 'solid', address })).unlentEnergySun < amount;
}

async function isActivated(node: TronNode, address: TronAddress): Promise<boolean> {
  return (await getAccount(node, { view: 'head', address })).activated;
}

function isShort({ db }: TreasuryDeps, { content }: TreasuryOrder, costSun: Units): Promise<boolean> {
  const { assetId, amount } = content;
  return transact(db, async (tx) => (await findHotShortage(tx, hotOutflows, { assetId, amount, costSun })) !== undefined);
}

/** A return is asked for once the hot wallet has what it takes and nobody else was promised the same. */
async function promiseReturn(
  deps: TreasuryDeps,
  order: TreasuryOrder,
  asked: { readonly order: SigningOrder; readonly costMaxSun: Units },
): Promise<SigningOrder | undefined> {
  const { assetId, amount } = order.content;
  const outcome = await transact(deps.db, async (tx) => {
    const need = { assetId, amount, costSun: asked.costMaxSun };
    if ((await findHotShortage(tx, hotOutflows, need)) !== undefined) return 'short';
    return (await storeSigningOrder(tx, order.id, asked)) ? 'stored' : 'gone';
  });
  if (outcome === 'short') return await wait(deps, order, 'hot-wallet', retryMs.soon);
  return outcome === 'stored' ? asked.order : undefined;
}

/** What the signer had signed before, for a product that has forgotten it, has the frame and fee limit of then. */
function withFrameOf({ readBack, rawHex }: SignedOrder, question: SigningOrder): SigningOrder {
  if (readBack === undefined) return question;
  const { refBlock, expirationMs, timestampMs, permissionId } = readBack;
  const { feeLimitSun } = decodeAnyTransaction(Buffer.from(rawHex, 'hex'));
  const permission = permissionId === undefined ? {} : { permissionId };
  const frame = { refBlock, expirationMs, timestampMs, ...permission };
  const { permissionId: _asked, ...asked } = question;
  if ('payment' in asked) {
    const { payment } = asked;
    return { ...asked, payment: payment.kind === 'trc20' ? { ...payment, feeLimitSun } : payment, ...frame };
  }
  const { action } = asked;
  const then =
    'move' in action && action.move.kind === 'trc20' ? { ...action, move: { ...action.move, feeLimitSun } } : action;
  return { ...asked, action: then, ...frame };
}

function withMargin(amount: Units, percent: number): Units {
  return units((amount * BigInt(100 + percent) + 99n) / 100n);
}

/**
 * What each refusal of the signer means. It has signed nothing then: it says no only after it has looked for the order
 * among those it signed. What is dropped is decided anew from what is then true.
 */
const refusals: Readonly<Partial<Record<SignerRefusalCode, 'wait' | 'ask-again' | 'ask-anew' | 'drop'>>> = {
  // It may have forgotten that it signed this very question, and will know it again.
  quarantined: 'ask-again',
  'not-authenticated': 'wait',
  'order-limit': 'wait',
  // Two operators are asked about this receiver and amount; their answer holds for the next question too.
  'approval-needed': 'wait',
  'day-limit': 'wait',
  'fee-limit': 'wait',
  'window-not-allowed': 'ask-anew',
  'same-transaction': 'ask-anew',
  'token-not-listed': 'drop',
  'destination-not-allowed': 'drop',
  'cold-not-enrolled': 'drop',
  'owners-not-enrolled': 'drop',
};

async function takeRefusal(deps: TreasuryDeps, order: TreasuryOrder, refusal: SignerRefusal): Promise<void> {
  const { db } = deps;
  switch (refusals[refusal.code]) {
    case 'wait':
      // Its window would be over by the time the signer agrees.
      await clearSigningOrder(db.kysely, order.id);
      await wait(deps, order, `signer: ${refusal.code}`, retryMs.later);
      return;
    case 'ask-again':
      await wait(deps, order, `signer: ${refusal.code}`, retryMs.soon);
      return;
    case 'ask-anew':
      await clearSigningOrder(db.kysely, order.id);
      await postponeOrder(db.kysely, order.id, { afterMs: retryMs.soon });
      return;
    case 'drop':
      await transact(db, async (tx) => {
        const current = await lockOrder(tx, order.id);
        if (current.state === 'ready') await closeOrder(tx, deps, { order: current, end: { state: 'dropped' } });
      });
      deps.report({ event: 'order-dropped', ...nameOrder(order), detail: refusal.message });
      return;
    case undefined:
      await stop(deps, order, `the signer refuses: ${refusal.code}, ${refusal.message}`);
  }
}

async function wait(deps: TreasuryDeps, order: TreasuryOrder, waitingFor: string, afterMs: number): Promise<undefined> {
  // Said once, not at every look.
  const news = await postponeOrder(deps.db.kysely, order.id, { waitingFor, afterMs });
  if (news) deps.report({ event: 'order-waits', ...nameOrder(order), detail: waitingFor });
}

async function stop(deps: TreasuryDeps, order: TreasuryOrder, detail: string): Promise<void> {
  await setAttention(deps.db.kysely, order.id, detail);
  deps.report({ event: 'order-needs-attention', ...nameOrder(order), detail });
}
