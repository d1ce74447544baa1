import { randomInt } from 'node:crypto';
import { getHeadBlock, getSolidBlock } from './get-block-head.ts';
import type { TronNode } from './open-node.ts';
import type { TransactionFrame } from './transaction.ts';

/**
 * Chooses reference block, expiration and timestamp for a new transaction, from chain time alone. The reference is
 * irreversible, so no fork can strand the transaction; a wrong wall clock cannot make it immortal. The timestamp, which
 * the chain does not check, is a random millisecond of the lifetime, so that two equal payments are two transactions.
 *
 * @param lifetimeMs Chain time from the head to the expiration, more than 0. The chain takes no transaction that
 *   expires more than 24 hours after the head.
 * @throws NodeFault
 * @example
 * const window = await getTransactionWindow(node, { lifetimeMs: 600_000 });
 * window.expirationMs - (await getHeadBlock(node)).timeMs; // → 600_000
 * window.refBlock.number; // → chain.info().solidHeight
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
