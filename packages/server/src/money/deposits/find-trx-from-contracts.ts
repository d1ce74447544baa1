import { probeInternalTransfers } from './probe-internal-transfers.ts';
import type { Nodes } from './read-agreed-block.ts';

export type FindTrxFromContractsInput = {
  readonly network: 'local' | 'private' | 'nile' | 'mainnet';
  readonly nodes: Nodes;
  /** A transaction of the network in which a contract sends TRX. */
  readonly knownTxId: string | undefined;
};

/**
 * Whether TRX that contracts send can be credited here. The local chain always shows it; any other node has to prove it
 * with a transaction that is known to contain some. Throws `NodeFault` when a node does not answer.
 */
export async function findTrxFromContracts({ network, nodes, knownTxId }: FindTrxFromContractsInput): Promise<boolean> {
  if (network === 'local') return true;
  return knownTxId !== undefined && (await probeInternalTransfers(nodes, knownTxId));
}
