import { getSolidBlock } from './get-block-head.ts';
import type { TronNode } from './open-node.ts';
import { readReplyList } from './reply.ts';

/**
 * Tells whether the node saves internal transactions now: whether a receipt in one of its newest irreversible blocks has
 * any. Nothing else tells. A node does not say how `vm.saveInternalTx` is set, it shows them in constant calls either way,
 * and a receipt that was stored before the setting was switched off keeps them. `false` may also mean that no contract
 * called another in these blocks.
 *
 * @param blocks How many blocks to look at, the newest first.
 * @throws NodeFault
 * @example
 * await showsInternalTransactions(node, { blocks: 20 }); // → false
 */
export async function showsInternalTransactions(
  node: TronNode,
  { blocks }: { readonly blocks: number },
): Promise<boolean> {
  const { number: newest } = await getSolidBlock(node);
  const path = '/walletsolidity/gettransactioninfobyblocknum';
  for (let number = newest; number > Math.max(0, newest - blocks); number -= 1) {
    const receipts = readReplyList(await node.ask(path, { num: number }), { node, path });
    if (receipts.some((receipt) => receipt.objects('internal_transactions').length > 0)) return true;
  }
  return false;
}
