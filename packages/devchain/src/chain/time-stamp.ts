import { toHex } from '../crypto/bytes.ts';
import type { TransactionRaw } from '../proto/types.ts';
import { findPending } from './add-transaction.ts';
import type { ChainCore } from './core.ts';
import { transactionId } from './transaction.ts';

/**
 * Gives a transaction that the node builds the time of the node's clock. Where an equal one was built on this head or is
 * known to the chain, it says that it was made a millisecond later: two equal ones would have one id, and the second
 * would be refused as a duplicate.
 */
export function stampForClient(core: ChainCore, raw: TransactionRaw, headMs: number): TransactionRaw {
  const { built, history } = core;
  const headId = toHex(history.head().id);
  if (built.headId !== headId) {
    built.headId = headId;
    built.txIds.clear();
  }
  for (let madeMs = core.time.nowMs(headMs); ; madeMs += 1) {
    const stamped = { ...raw, timestamp: BigInt(madeMs) };
    const id = transactionId({ raw_data: stamped });
    if (built.txIds.has(id) || findPending(core, id) !== undefined || history.hasTransaction(id)) continue;
    built.txIds.add(id);
    return stamped;
  }
}
