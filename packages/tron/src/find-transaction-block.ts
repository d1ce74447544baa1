import type { ChainView, TronNode } from './open-node.ts';
import { readReply } from './reply.ts';
import { viewRoot } from './view-root.ts';

/**
 * Finds the number of the block that holds a transaction, as the view knows it; `undefined` while it knows none. In the
 * head view the answer is for display only, because the block may still be reorganised away.
 *
 * @throws NodeFault
 * @example
 * const txId = await chain.admin.faucetTrx(bob, 5_000_000n);
 * const height = await chain.admin.mine();
 * await findTransactionBlock(node, { view: 'head', txId }); // → height
 * await findTransactionBlock(node, { view: 'solid', txId }); // → undefined
 */
export async function findTransactionBlock(
  node: TronNode,
  { view, txId }: { readonly view: ChainView; readonly txId: string },
): Promise<number | undefined> {
  const path = `${viewRoot(view)}/gettransactioninfobyid`;
  const receipt = readReply(await node.ask(path, { value: txId }), { node, path });
  return receipt.has('id') && receipt.has('blockNumber') ? receipt.count('blockNumber') : undefined;
}
