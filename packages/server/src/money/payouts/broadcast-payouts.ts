import { crashPoint } from '@tern/base/crash-point';
import { broadcast } from '@tern/tron/broadcast';
import { encodeSignedTransaction } from '@tern/tron/encode-signed-transaction';
import { getHeadBlock } from '@tern/tron/get-block-head';
import { askAnyNode } from '../../chain/orders/public.ts';
import { appendStep } from '../../people/records/public.ts';
import { moveWithdrawal } from '../transfers/public.ts';
import { findLiveAttempt, storeBroadcast } from './attempt-store.ts';
import { isSigned, type SignedAttempt } from './attempt.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { endLease, leaseForBroadcast, workThrough, type Leased } from './payout-lease.ts';

/**
 * Hands stored bytes to every node, again and again until they are in a block or expire: the same bytes, so that any
 * number of broadcasts is one payment. What the nodes answer is written down and decides nothing. Returns how many were handed out.
 */
export async function broadcastPayouts(deps: PayoutDeps, { limit }: { readonly limit: number }): Promise<number> {
  const leased = await leaseForBroadcast(deps.db, { limit });
  if (leased.length === 0) return 0;
  const head = await askAnyNode(deps.chain.nodes, getHeadBlock);
  return workThrough(deps.db, leased, (each) => broadcastPayout(deps, each, head?.timeMs));
}

async function broadcastPayout(deps: PayoutDeps, leased: Leased, headTimeMs: number | undefined): Promise<boolean> {
  const { db, chain, settings } = deps;
  const attempt = await findLiveAttempt(db.kysely, leased.withdrawal.id);
  if (!isSigned(attempt)) {
    await endLease(db, leased, () => Promise.resolve());
    return false;
  }
  // Past its expiration nothing can include it any more, and only the proof of that goes on.
  const expired = headTimeMs !== undefined && headTimeMs >= attempt.order.expirationMs;
  const answers = expired ? [] : await askAll(chain.nodes, attempt);
  crashPoint('w7');
  await endLease(db, leased, async (tx, { id, recordId, state }) => {
    await storeBroadcast(tx, attempt, answers, settings.rebroadcastAfterMs);
    if (state !== 'signed' || answers.length === 0) return;
    await moveWithdrawal(tx, { id, from: 'signed', to: 'broadcast' });
    await appendStep(tx, recordId, 'broadcast');
  });
  crashPoint('w8');
  return answers.length > 0;
}

function askAll(nodes: PayoutDeps['chain']['nodes'], attempt: SignedAttempt) {
  const signedHex = encodeSignedTransaction(attempt);
  return Promise.all(nodes.map(async (node) => ({ node: node.name, ...(await broadcast(node, signedHex)) })));
}
