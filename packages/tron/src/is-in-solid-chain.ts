import type { TronNode } from './open-node.ts';
import { readReply } from './reply.ts';

/** Whether the node knows an irreversible block with this transaction. `false` proves nothing. @throws NodeFault */
export async function isInSolidChain(node: TronNode, txId: string): Promise<boolean> {
  const path = '/walletsolidity/gettransactioninfobyid';
  return readReply(await node.ask(path, { value: txId }), { node, path }).has('id');
}
