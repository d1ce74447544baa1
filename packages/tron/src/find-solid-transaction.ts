import type { BlockFacts, TransactionFacts } from './block-facts.ts';
import type { TronNode } from './open-node.ts';
import { readBlock } from './read-block.ts';
import { malformed, readReply } from './reply.ts';

/**
 * A transaction with the irreversible block that holds it; `undefined` while no such block is known.
 * `undefined` proves nothing: only `scanForTransaction` shows that a transaction can no longer happen.
 * @throws NodeFault
 */
export async function findSolidTransaction(
  node: TronNode,
  txId: string,
): Promise<{ readonly block: BlockFacts; readonly transaction: TransactionFacts } | undefined> {
  const place = { node, path: '/walletsolidity/gettransactioninfobyid' };
  const receipt = readReply(await node.ask(place.path, { value: txId }), place);
  if (!receipt.has('id')) return undefined;
  const number = receipt.count('blockNumber');
  const block = await readBlock(node, { view: 'solid', number });
  const transaction = block?.transactions.find((candidate) => candidate.txId === txId);
  if (block === undefined || transaction === undefined) throw malformed(place, `${txId} is not in block ${number}`);
  return { block, transaction };
}
