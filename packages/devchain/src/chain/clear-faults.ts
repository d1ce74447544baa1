import { requeueTransactions } from './add-transaction.ts';
import type { ChainCore } from './core.ts';
import type { ChainNode } from './node.ts';
import { clearSight } from './sight.ts';

/** Ends every fault of a node. What it held back and still can go into a block now does. To be called inside `core.exclusively`. */
export async function clearFaults(core: ChainCore, node: ChainNode): Promise<void> {
  node.faults.clear();
  clearSight(node);
  const held = [...node.held.values()].map(({ transaction }) => transaction);
  node.held.clear();
  await requeueTransactions(core, held);
}
