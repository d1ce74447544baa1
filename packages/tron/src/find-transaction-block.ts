import type { ChainView, TronNode } from './open-node.ts';
import { readReply } from './reply.ts';
import { viewRoot } from './view-root.ts';

/**
 * The number of the block in which the view shows the transaction; `undefined` while it shows none.
 * In the head view this is for display only: the block may still be reorganised away. @throws NodeFault
 */
export async function findTransactionBlock(
  node: TronNode,
  { view, txId }: { readonly view: ChainView; readonly txId: string },
): Promise<number | undefined> {
  const path = `${viewRoot(view)}/gettransactioninfobyid`;
  const receipt = readReply(await node.ask(path, { value: txId }), { node, path });
  return receipt.has('id') && receipt.has('blockNumber') ? receipt.count('blockNumber') : undefined;
}
