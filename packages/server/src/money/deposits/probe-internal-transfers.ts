import { findSolidTransaction } from '@tern/tron/find-solid-transaction';
import type { Nodes } from './read-agreed-block.ts';

/**
 * Whether every node saves internal transactions, so that TRX sent by contracts can be credited: each must show those of
 * a transaction that is known to contain some. A node that does not know the transaction counts as not saving.
 * Throws `NodeFault` when a node does not answer.
 */
export async function probeInternalTransfers(nodes: Nodes, knownTxId: string): Promise<boolean> {
  const answers = await Promise.all(nodes.map((node) => findSolidTransaction(node, knownTxId)));
  return answers.every((found) => (found?.transaction.internal.length ?? 0) > 0);
}
