import { randomInt } from 'node:crypto';
import { getHeadBlock, getSolidBlock } from './get-block-head.ts';
import type { TronNode } from './open-node.ts';
import type { TransactionFrame } from './transaction.ts';

/**
 * Reference block, expiration and timestamp for a new transaction, from chain time alone: the reference is irreversible,
 * so no fork can strand the transaction; a wrong wall clock cannot make it immortal. The timestamp, which the chain does
 * not check, is a random millisecond of the lifetime, so that two equal payments are two transactions. @throws NodeFault
 */
export async function getTransactionWindow(
  node: TronNode,
  { lifetimeMs }: { readonly lifetimeMs: number },
): Promise<Omit<TransactionFrame, 'memo'>> {
  const solid = await getSolidBlock(node);
  const head = await getHeadBlock(node);
  return {
    refBlock: { number: solid.number, id: solid.id, timeMs: solid.timeMs },
    expirationMs: head.timeMs + lifetimeMs,
    timestampMs: head.timeMs + randomInt(lifetimeMs),
  };
}
