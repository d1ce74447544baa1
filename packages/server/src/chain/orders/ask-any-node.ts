import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';

/** The first answer any of the nodes gives; undefined when none gives one. For advice and display, never for proof. */
export async function askAnyNode<Answer>(
  nodes: readonly TronNode[],
  ask: (node: TronNode) => Promise<Answer>,
): Promise<Answer | undefined> {
  for (const node of nodes) {
    try {
      return await ask(node);
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
    }
  }
  return undefined;
}
