import { findBlockHead } from './get-block-head.ts';
import { NodeFault } from './node-fault.ts';
import { openNode, type NodeOptions, type TronNode } from './open-node.ts';

/** Whoever runs a node may point its name elsewhere at any time. */
const provenForMs = 3_600_000;

/**
 * Makes a client of a node, as `openNode` does, that answers for one network only. Before its first answer, and again
 * each hour, it compares the node's first block with `genesisId`; while it is another one, every question throws a
 * `NodeFault` of the kind `other-network`. Without a `genesisId` any network will do, such as a local one.
 *
 * @throws AssertionFault where the URL is none.
 * @example
 * const node = { url: chain.url, timeoutMs: 10_000 };
 * const right = openNetworkNode({ ...node, genesisId: chain.info().genesisId });
 * (await getHeadBlock(right)).number; // → chain.info().height
 * const wrong = openNetworkNode({ ...node, genesisId: '00'.repeat(32) });
 * await getHeadBlock(wrong); // throws NodeFault('other-network')
 */
export function openNetworkNode(options: NodeOptions & { readonly genesisId: string | undefined }): TronNode {
  const node = openNode(options);
  return options.genesisId === undefined ? node : proveNetwork(node, options.genesisId);
}

/**
 * The same node, which answers nothing until it has shown the first block of the network it is for, and shows it again each hour.
 * Every question throws a `NodeFault` of the kind `other-network` while it shows another one.
 */
function proveNetwork(node: TronNode, genesisId: string): TronNode {
  let provenAtMs: number | undefined;
  let proving: Promise<void> | undefined;
  const prove = async (): Promise<void> => {
    provenAtMs = undefined;
    const genesis = await findBlockHead(node, { view: 'head', number: 0 });
    if (genesis?.id !== genesisId) {
      const at = { node: node.name, path: '/wallet/getblock' };
      throw new NodeFault('other-network', at, `its first block is ${genesis?.id ?? 'not there'}, not ${genesisId}`);
    }
    provenAtMs = performance.now();
  };
  return {
    name: node.name,
    ask: async (path, body) => {
      if (provenAtMs === undefined || performance.now() - provenAtMs > provenForMs) {
        proving ??= prove().finally(() => (proving = undefined));
        await proving;
      }
      return await node.ask(path, body);
    },
  };
}

/**
 * Asks each node, one after the other, for its first block, so that a process whose settings lead to another network
 * ends at its start. A node that does not answer is left to later questions.
 *
 * @param nodes Made by `openNetworkNode`; others prove nothing here.
 * @throws NodeFault `other-network` where one of the nodes follows another network.
 * @example
 * await refuseOtherNetworks([node]); // → undefined
 * const genesisId = '00'.repeat(32);
 * const wrong = openNetworkNode({ url: chain.url, timeoutMs: 10_000, genesisId });
 * await refuseOtherNetworks([node, wrong]); // throws NodeFault('other-network')
 */
export async function refuseOtherNetworks(nodes: readonly TronNode[]): Promise<void> {
  for (const node of nodes) {
    await findBlockHead(node, { view: 'head', number: 0 }).catch((error: unknown) => {
      if (error instanceof NodeFault && error.kind !== 'other-network') return;
      throw error;
    });
  }
}
