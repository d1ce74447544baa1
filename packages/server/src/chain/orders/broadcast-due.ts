import { crashPoint } from '@tern/base/crash-point';
import { broadcast } from '@tern/tron/broadcast';
import { encodeSignedTransaction } from '@tern/tron/encode-signed-transaction';
import { getHeadBlock } from '@tern/tron/get-block-head';
import type { TronNode } from '@tern/tron/open-node';
import { askAnyNode } from './ask-any-node.ts';
import { isSigned, type SignedBytes } from './attempt.ts';
import type { NodeAnswer, OrderDeps, OrderItem, OrderPolicy } from './order-policy.ts';
import { endClaim, workClaims, type Claim } from './work-claims.ts';

/**
 * Hands stored bytes to every node, again and again until they are in a block or expire: the same bytes, so that any
 * number of broadcasts is one transaction. What the nodes answer is kept and decides nothing. Returns how many were handed out.
 */
export function broadcastDue<Item extends OrderItem>(
  deps: OrderDeps,
  policy: OrderPolicy<Item>,
  { limit }: { readonly limit: number },
): Promise<number> {
  return workClaims(
    deps,
    policy,
    { step: 'broadcast', limit },
    () => askAnyNode(deps.nodes, getHeadBlock),
    (claim, head) => broadcastOrder(claim, head?.timeMs),
  );
}

async function broadcastOrder<Item extends OrderItem>(
  claim: Claim<Item>,
  headTimeMs: number | undefined,
): Promise<boolean> {
  const { deps, policy } = claim;
  const attempt = await policy.findAttempt(deps.db.kysely, claim.item);
  if (!isSigned(attempt)) {
    await endClaim(claim, () => Promise.resolve());
    return false;
  }
  // Past its expiration nothing can include it any more, and only the proof of that goes on.
  const expired = headTimeMs !== undefined && headTimeMs >= attempt.question.expirationMs;
  const answers = expired ? [] : await askAll(deps.nodes, attempt.signed);
  crashPoint(policy.points.handedOut);
  const againAfterMs = deps.settings.rebroadcastAfterMs;
  await endClaim(claim, (tx, item) => policy.storeAnswers(tx, item, { attempt, answers, againAfterMs }));
  crashPoint(policy.points.answered);
  return answers.length > 0;
}

function askAll(nodes: readonly TronNode[], signed: SignedBytes): Promise<readonly NodeAnswer[]> {
  const signedHex = encodeSignedTransaction(signed);
  return Promise.all(nodes.map(async (node) => ({ node: node.name, ...(await broadcast(node, signedHex)) })));
}
