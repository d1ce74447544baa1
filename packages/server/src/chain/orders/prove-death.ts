import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import { scanForTransaction, type ScannedBlocks } from '@tern/tron/scan-for-transaction';
import type { DeathProof } from '@tern/tron/signer-protocol';
import type { SignedAttempt } from './attempt.ts';

export type DeathFinding = { readonly proof: DeathProof } | { readonly missing: string };

/** What one run has scanned of each node: orders that expired together lie in the same blocks. */
export type Scanned = ReadonlyMap<TronNode, ScannedBlocks>;

/** Nothing scanned yet. */
export function openScanned(nodes: readonly TronNode[]): Scanned {
  return new Map(nodes.map((node) => [node, new Map()]));
}

/**
 * Scans the irreversible chain for an attempt on every configured node, from its reference block past its expiration. One
 * node that is silent, behind, incomplete, on another chain, or that has the transaction: no proof, and why.
 */
export async function proveDeath(
  nodes: readonly TronNode[],
  { question, signed }: Pick<SignedAttempt, 'question' | 'signed'>,
  scanned: Scanned = openScanned(nodes),
): Promise<DeathFinding> {
  const { refBlock, expirationMs } = question;
  const { txId } = signed;
  const scans = [];
  for (const node of nodes) {
    try {
      const scan = await scanForTransaction(node, { txId, refBlock, expirationMs }, scanned.get(node));
      if (scan.found === 'present') return { missing: `${node.name} has it in block ${scan.block.number}` };
      if (scan.found === 'not-yet') return { missing: `${node.name} has not passed the expiration yet` };
      const { fromBlock, toBlock } = scan;
      scans.push({
        node: node.name,
        fromBlock: { number: fromBlock.number, id: fromBlock.id, timeMs: fromBlock.timeMs },
        toBlock: { number: toBlock.number, id: toBlock.id, timeMs: toBlock.timeMs },
      });
    } catch (error) {
      if (error instanceof NodeFault) return { missing: error.message };
      throw error;
    }
  }
  // Joined by their parents, equal last blocks are equal chains; of two different ones neither proves anything.
  const [first] = scans;
  const other = scans.find(({ toBlock }) => toBlock.id !== first?.toBlock.id);
  if (first !== undefined && other !== undefined) {
    return { missing: `${other.node} is on another chain than ${first.node} at block ${other.toBlock.number}` };
  }
  return { proof: { cause: 'expired', txId, scans } };
}
