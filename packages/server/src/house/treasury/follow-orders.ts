import { assert } from '@tern/base/assert';
import { crashPoint } from '@tern/base/crash-point';
import { workApart } from '@tern/base/work-apart';
import { transact } from '@tern/db/transact';
import type { BlockFacts, TransactionFacts } from '@tern/tron/block-facts';
import { findSolidTransaction } from '@tern/tron/find-solid-transaction';
import { findTransactionBlock } from '@tern/tron/find-transaction-block';
import { getSolidBlock } from '@tern/tron/get-block-head';
import { judgePayment, type PaymentVerdict } from '@tern/tron/judge-payment';
import { NodeFault } from '@tern/tron/node-fault';
import type { DeathProof } from '@tern/tron/signer-protocol';
import { askAnyNode, proveDeath } from '../../chain/orders/public.ts';
import { closeOrder, UnsettledReturn } from './close-order.ts';
import { storeTakenBack, storeWhereTakenBack } from './loan-store.ts';
import { claimOrders, lockOrder, postponeOrder, setAttention, storeSeen } from './order-store.ts';
import { moveOf } from './signing-order.ts';
import type { TreasuryDeps } from './treasury-deps.ts';
import { nameOrder, type TreasuryOrder } from './treasury-order.ts';

/** How often a transaction under way is looked up. */
const lookAgainMs = 1_000;

/**
 * Looks up what became of signed orders and concludes what the irreversible chain shows: done, failed, or never to be.
 * Where several nodes are configured all of them have to show the same. Returns how many were concluded.
 */
export async function followOrders(deps: TreasuryDeps, { limit }: { readonly limit: number }): Promise<number> {
  const orders = await claimOrders(deps.db, { state: 'signed', limit });
  if (orders.length === 0) return 0;
  const solid = await askAnyNode(deps.nodes, getSolidBlock);
  return await workApart(orders, async (order) => {
    try {
      return await followOrder(deps, order, solid?.timeMs);
    } catch (error) {
      if (error instanceof UnsettledReturn && error.settling === 'settled-otherwise') {
        await setAttention(deps.db.kysely, order.id, 'paid back, but its deposit was settled otherwise');
        deps.report({
          event: 'order-needs-attention',
          ...nameOrder(order),
          detail: 'its deposit was settled otherwise',
        });
        return false;
      }
      // No node's silence or fault says anything about a transaction; an arrival not read yet will be.
      if (!(error instanceof NodeFault || error instanceof UnsettledReturn)) throw error;
      await postponeOrder(deps.db.kysely, order.id, { afterMs: lookAgainMs });
      return false;
    }
  });
}

async function followOrder(
  deps: TreasuryDeps,
  order: TreasuryOrder,
  solidTimeMs: number | undefined,
): Promise<boolean> {
  const { db, nodes } = deps;
  const { signed, signingOrder } = order;
  assert(signed !== null && signingOrder !== null, `order ${order.id} is signed`);
  const found = await readSolid(deps, order, signed.txId);
  if (found !== undefined) return await conclude(deps, order, found);
  if (solidTimeMs !== undefined && solidTimeMs >= signingOrder.expirationMs) {
    const finding = await proveDeath(nodes, { question: signingOrder, signed });
    crashPoint('t3');
    if ('proof' in finding) {
      const { proof } = finding;
      await transact(db, async (tx) => {
        const current = await lockOrder(tx, order.id);
        if (current.state !== 'signed') return;
        await closeOrder(tx, deps, { order: current, end: { state: 'expired', proof } });
      });
      deps.report({ event: 'order-expired', ...nameOrder(order), detail: signed.txId });
      return true;
    }
  }
  const seen = await askAnyNode(nodes, async (node) => ({
    blockNumber: await findTransactionBlock(node, { view: 'head', txId: signed.txId }),
  }));
  if (seen !== undefined) await storeSeen(db.kysely, order.id, seen.blockNumber ?? null);
  await postponeOrder(db.kysely, order.id, { afterMs: lookAgainMs });
  return false;
}

type SolidOrder = {
  readonly block: BlockFacts;
  readonly transaction: TransactionFacts;
  readonly verdict: PaymentVerdict;
};

/** What the irreversible block and receipt say, when every node says the same; undefined when any has not got them yet. */
async function readSolid(deps: TreasuryDeps, order: TreasuryOrder, txId: string): Promise<SolidOrder | undefined> {
  const found = await Promise.all(deps.nodes.map((node) => findSolidTransaction(node, txId)));
  const [first] = found;
  if (first === undefined) return undefined;
  const verdict = judge(order, first.transaction);
  for (const other of found) {
    if (other === undefined || other.block.id !== first.block.id) return undefined;
    const same = judge(order, other.transaction);
    if (same.verdict !== verdict.verdict || same.feeSun !== verdict.feeSun) return undefined;
  }
  return { block: first.block, transaction: first.transaction, verdict };
}

/** By the stored bytes, which were compared with the order: the cold address may have changed since. */
function judge(order: TreasuryOrder, facts: TransactionFacts): PaymentVerdict {
  const move = moveOf(order);
  if (move !== undefined) return judgePayment(facts, move);
  const { feeSun, result, resultCode } = facts;
  // Staking and lending have no event: their id is the hash of the bytes that were checked before they were stored.
  if (result === 'success') return { verdict: 'paid', feeSun };
  if (result === 'failed') return { verdict: 'failed', feeSun, code: resultCode };
  return { verdict: 'odd', feeSun, detail: `result ${resultCode || 'absent'}` };
}

async function conclude(deps: TreasuryDeps, order: TreasuryOrder, found: SolidOrder): Promise<boolean> {
  const { verdict, block, transaction } = found;
  const { feeSun } = verdict;
  const blockNumber = block.number;
  if (verdict.verdict === 'odd') {
    // Nothing is booked: an operator decides, and reconciliation shows what it means in money.
    await setAttention(deps.db.kysely, order.id, `in block ${blockNumber}, but shows ${verdict.detail}`);
    deps.report({ event: 'order-needs-attention', ...nameOrder(order), detail: verdict.detail });
    return false;
  }
  crashPoint('t1');
  const burnt = { txId: transaction.txId, feeSun };
  await transact(deps.db, async (tx) => {
    const current = await lockOrder(tx, order.id);
    if (current.state !== 'signed') return;
    if (verdict.verdict === 'paid') {
      const result = transaction.resultCode || 'SUCCESS';
      const end = { state: 'done', result, feeSun, blockNumber } as const;
      await closeOrder(tx, deps, { order: current, end, burnt });
      if (current.content.kind === 'undelegate') await storeTakenBack(tx, current.content.place, current.createdAt);
      if (current.content.kind === 'delegate') await storeWhereTakenBack(tx, current.id);
    } else {
      const end = { state: 'failed', result: verdict.code, feeSun, blockNumber } as const;
      const proof = current.content.kind === 'return' ? { proof: proofOfFailure(found) } : {};
      await closeOrder(tx, deps, { order: current, end: { ...end, ...proof }, burnt });
    }
  });
  crashPoint('t2');
  if (verdict.verdict === 'failed') deps.report({ event: 'order-failed', ...nameOrder(order), detail: verdict.code });
  return true;
}

function proofOfFailure({ block, transaction }: SolidOrder): DeathProof {
  const { number, id, timeMs } = block;
  return {
    cause: 'failed',
    txId: transaction.txId,
    block: { number, id, timeMs },
    resultCode: transaction.resultCode,
  };
}
