import { crashPoint } from '@tern/base/crash-point';
import { findTransactionBlock } from '@tern/tron/find-transaction-block';
import { getSolidBlock } from '@tern/tron/get-block-head';
import { NodeFault } from '@tern/tron/node-fault';
import { askAnyNode, proveDeath } from '../../chain/orders/public.ts';
import { findLiveAttempt } from './attempt-store.ts';
import { isSigned, type SignedAttempt } from './attempt.ts';
import {
  concludeDead,
  concludeFailed,
  concludeOdd,
  concludePaid,
  noteSeen,
  type SolidFacts,
} from './conclude-attempt.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { endLease, leaseDue, returnLease, setWaiting, workThrough, type Leased } from './payout-lease.ts';
import { readSolidReceipt } from './read-solid-receipt.ts';

/** How often a payment under way is looked up. */
const lookAgainMs = 1_000;

/**
 * Looks up what became of signed payments and concludes what the irreversible chain shows: paid, failed, or never to be.
 * Where several nodes are configured all of them have to show the same. Returns how many were concluded.
 */
export async function followPayouts(deps: PayoutDeps, { limit }: { readonly limit: number }): Promise<number> {
  const leased = await leaseDue(deps.db, { states: ['signed', 'broadcast', 'included'], limit });
  if (leased.length === 0) return 0;
  const solidTimeMs = await readNewestSolidTime(deps.chain.nodes);
  return workThrough(deps.db, leased, async (each) => {
    try {
      return await followPayout(deps, each, solidTimeMs);
    } catch (error) {
      // No node's silence or fault says anything about a payment.
      if (!(error instanceof NodeFault)) throw error;
      return waitForNodes(deps, each, { waitingFor: 'node', detail: error.message });
    }
  });
}

/** Of the node that is ahead: one that lags must not hide that a proof is due. Undefined when none answers. */
async function readNewestSolidTime(nodes: PayoutDeps['chain']['nodes']): Promise<number | undefined> {
  const blocks = await Promise.all(nodes.map((node) => askAnyNode([node], getSolidBlock)));
  const times = blocks.flatMap((block) => (block === undefined ? [] : [block.timeMs]));
  return times.length === 0 ? undefined : Math.max(...times);
}

async function followPayout(deps: PayoutDeps, leased: Leased, solidTimeMs: number | undefined): Promise<boolean> {
  const { db, chain } = deps;
  const attempt = await findLiveAttempt(db.kysely, leased.withdrawal.id);
  if (!isSigned(attempt)) {
    await endLease(db, leased, () => Promise.resolve());
    return false;
  }
  const reading = await readSolidReceipt(chain.nodes, attempt);
  if (reading.shown === 'by-all') return concludeSolid(deps, leased, { attempt, facts: reading.facts });
  if (reading.shown === 'unlike') return waitForNodes(deps, leased, { waitingFor: 'proof', detail: reading.detail });
  if (solidTimeMs !== undefined && solidTimeMs >= attempt.order.expirationMs) {
    const finding = await proveDeath(chain.nodes, attempt);
    crashPoint('w13');
    if ('proof' in finding) return concludeDead(deps, leased, { attempt, proof: finding.proof });
    return waitForNodes(deps, leased, { waitingFor: 'proof', detail: finding.missing });
  }
  const seen = await askAnyNode(chain.nodes, async (node) => {
    return { blockNumber: await findTransactionBlock(node, { view: 'head', txId: attempt.txId }) };
  });
  // Silence is not absence: without an answer the screens keep showing what was seen last.
  if (seen === undefined) await returnLease(db, leased, lookAgainMs);
  else await noteSeen(deps, leased, { attempt, ...seen, lookAgainMs });
  crashPoint('w9');
  return false;
}

function concludeSolid(
  deps: PayoutDeps,
  leased: Leased,
  { attempt, facts }: { attempt: SignedAttempt; facts: SolidFacts },
): Promise<boolean> {
  const { verdict } = facts.verdict;
  if (verdict === 'paid') {
    crashPoint('w10');
    return concludePaid(deps, leased, { attempt, facts });
  }
  if (verdict === 'failed') {
    crashPoint('w11');
    return concludeFailed(deps, leased, { attempt, facts, code: facts.verdict.code });
  }
  return concludeOdd(deps, leased, { attempt, facts, detail: facts.verdict.detail });
}

/** Writes down what the nodes leave open, for the operators who are told when it lasts. */
async function waitForNodes(
  { db }: PayoutDeps,
  leased: Leased,
  why: { readonly waitingFor: 'node' | 'proof'; readonly detail: string },
): Promise<false> {
  await endLease(db, leased, async (tx, { id }) => {
    await setWaiting(tx, id, { ...why, afterMs: lookAgainMs });
  });
  return false;
}
