import { findBlockHead } from './get-block-head.ts';
import { NodeFault } from './node-fault.ts';
import { openNode, type NodeOptions, type TronNode } from './open-node.ts';

/** Whoever runs a node may point its name elsewhere at any time. */
const provenForMs = 3_600_000;

/** A node of the network whose first block has this id; of any network, such as a local one, where none is known. */
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

/** Throws where one of the nodes follows another network; one that does not answer is left to later questions. */
export async function refuseOtherNetworks(nodes: readonly TronNode[]): Promise<void> {
  for (const node of nodes) {
    await findBlockHead(node, { view: 'head', number: 0 }).catch((error: unknown) => {
      if (error instanceof NodeFault && error.kind !== 'other-network') return;
      throw error;
    });
  }
}
