import { crashPoint } from '@tern/base/crash-point';
import { broadcast } from '@tern/tron/broadcast';
import { encodeSignedTransaction } from '@tern/tron/encode-signed-transaction';
import { getHeadBlock } from '@tern/tron/get-block-head';
import { askAnyNode } from '../../chain/orders/public.ts';
import { claimForBroadcast, storeAnswer } from './order-store.ts';
import type { TreasuryDeps } from './treasury-deps.ts';

/**
 * Hands stored bytes to every node, again and again until they are in a block or expire: the same bytes, so that any
 * number of broadcasts is one transaction. The answers decide nothing. Returns how many were handed out.
 */
export async function broadcastOrders(deps: TreasuryDeps, { limit }: { readonly limit: number }): Promise<number> {
  const { db, nodes, settings } = deps;
  const orders = await claimForBroadcast(db, { limit, againAfterMs: settings.rebroadcastAfterMs });
  if (orders.length === 0) return 0;
  const head = await askAnyNode(nodes, getHeadBlock);
  for (const { id, signed, signingOrder } of orders) {
    if (signed === null || signingOrder === null) continue;
    // Past its expiration nothing can include it any more, and only the proof of that goes on.
    if (head !== undefined && head.timeMs >= signingOrder.expirationMs) continue;
    const signedHex = encodeSignedTransaction(signed);
    const answers = await Promise.all(nodes.map((node) => broadcast(node, signedHex)));
    crashPoint('d7');
    await storeAnswer(db.kysely, id, answers.map(({ code, message }) => `${code} ${message}`.trim()).join(' · '));
  }
  return orders.length;
}
