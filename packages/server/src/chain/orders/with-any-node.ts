import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';

/**
 * Does something with the first node that answers all of it. For plans, which the chain itself checks, never for proof.
 * Throws the `NodeFault` of the last node where none does.
 */
export async function withAnyNode<Result>(
  nodes: readonly [TronNode, ...TronNode[]],
  work: (node: TronNode) => Promise<Result>,
): Promise<Result> {
  for (const node of nodes.slice(0, -1)) {
    try {
      return await work(node);
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
    }
  }
  return await work(nodes.at(-1) ?? nodes[0]);
}
