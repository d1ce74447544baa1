import { crashPoint } from '@tern/base/crash-point';
import { findTransactionBlock } from '@tern/tron/find-transaction-block';
import { getSolidBlock } from '@tern/tron/get-block-head';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import { askAnyNode } from './ask-any-node.ts';
import { isSigned, type SignedAttempt } from './attempt.ts';
import { clearWaiting, setDue, setWaiting } from './claim-store.ts';
import { concludeDead, concludeSolid } from './conclude-order.ts';
import type { OrderDeps, OrderItem, OrderPolicy } from './order-policy.ts';
import { openScanned, proveDeath, type Scanned } from './prove-death.ts';
import { readSolidReceipt } from './read-solid-receipt.ts';
import type { Wait } from './waiting.ts';
import { endClaim, returnClaim, workClaims, type Claim } from './work-claims.ts';

/** How often an order under way is looked up. */
const recheckMs = 1_000;

/**
 * Looks up what became of signed orders and concludes what the irreversible chain shows: paid, failed, or never to be.
 * Where several nodes are configured all of them have to show the same. Returns how many were concluded.
 */
export function followDue<Item extends OrderItem>(
  deps: OrderDeps,
  policy: OrderPolicy<Item>,
  { limit }: { readonly limit: number },
): Promise<number> {
  return workClaims(
    deps,
    policy,
    { step: 'follow', limit },
    async () => ({ solidTimeMs: await readNewestSolidTime(deps.nodes), scanned: openScanned(deps.nodes) }),
    async (claim, run) => {
      try {
        return await followOrder(claim, run);
      } catch (error) {
        // No node's silence or fault says anything about an order.
        if (!(error instanceof NodeFault)) throw error;
        return await waitForNodes(claim, { waitingFor: 'node', detail: error.message });
      }
    },
  );
}

/** Of the node that is ahead: one that lags must not hide that a proof is due. Undefined when none answers. */
async function readNewestSolidTime(nodes: readonly TronNode[]): Promise<number | undefined> {
  const blocks = await Promise.all(nodes.map((node) => askAnyNode([node], getSolidBlock)));
  const times = blocks.flatMap((block) => (block === undefined ? [] : [block.timeMs]));
  return times.length === 0 ? undefined : Math.max(...times);
}

async function followOrder<Item extends OrderItem>(
  claim: Claim<Item>,
  { solidTimeMs, scanned }: { readonly solidTimeMs: number | undefined; readonly scanned: Scanned },
): Promise<boolean> {
  const { deps, policy } = claim;
  const attempt = await policy.findAttempt(deps.db.kysely, claim.item);
  if (!isSigned(attempt)) {
    await endClaim(claim, () => Promise.resolve());
    return false;
  }
  const reading = await readSolidReceipt(deps.nodes, attempt);
  if (reading.shown === 'by-all') return await concludeSolid(claim, { attempt, facts: reading.facts }, recheckMs);
  if (reading.shown === 'unlike') return await waitForNodes(claim, { waitingFor: 'proof', detail: reading.detail });
  if (solidTimeMs !== undefined && solidTimeMs >= attempt.question.expirationMs) {
    const finding = await proveDeath(deps.nodes, attempt, scanned);
    crashPoint(policy.points.proven);
    if ('proof' in finding) return await concludeDead(claim, { attempt, proof: finding.proof }, recheckMs);
    return await waitForNodes(claim, { waitingFor: 'proof', detail: finding.missing });
  }
  await lookAtHead(claim, attempt);
  crashPoint(policy.points.seen);
  return false;
}

/** Notes in which block the head shows an order, or that it is in none (any more). */
async function lookAtHead<Item extends OrderItem>(claim: Claim<Item>, attempt: SignedAttempt): Promise<void> {
  const { deps, policy, row } = claim;
  const { txId } = attempt.signed;
  const seen = await askAnyNode(deps.nodes, async (node) => ({
    blockNumber: (await findTransactionBlock(node, { view: 'head', txId })) ?? null,
  }));
  // Silence is not absence: without an answer what was seen last stands.
  if (seen === undefined) return await returnClaim(claim, recheckMs);
  const { blockNumber } = seen;
  await endClaim(claim, async (tx, item) => {
    await clearWaiting(tx, row);
    if (blockNumber !== attempt.blockNumber) await policy.storeSeen(tx, item, { attempt, blockNumber });
    // A policy may have set it due at once; it was looked at just now.
    await setDue(tx, row, recheckMs);
  });
}

/** Writes down what the nodes leave open, for the operators who are told when it lasts. */
async function waitForNodes<Item extends OrderItem>(claim: Claim<Item>, wait: Wait): Promise<false> {
  await endClaim(claim, async (tx) => {
    await setWaiting(tx, claim.row, wait, recheckMs);
  });
  return false;
}
