import type { BlockFacts, TransactionFacts } from './block-facts.ts';
import type { TronNode } from './open-node.ts';
import { readBlock } from './read-block.ts';
import { malformed, readReply } from './reply.ts';

/**
 * Finds a transaction and the irreversible block that holds it. The answer is `undefined` while the node knows no such
 * block, which proves nothing: only `scanForTransaction` shows that a transaction can no longer happen.
 *
 * @throws NodeFault where the node does not answer, or names a block that does not hold the transaction.
 * @example
 * const txId = await chain.admin.faucetTrx(bob, 5_000_000n);
 * await chain.admin.mine(19);
 * await findSolidTransaction(node, txId); // → undefined
 * await chain.admin.mine(1);
 * (await findSolidTransaction(node, txId))?.transaction.amountSun; // → 5_000_000n
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
