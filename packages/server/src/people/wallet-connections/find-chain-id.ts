import { assert } from '@tern/base/assert';
import { findBlockHead } from '@tern/tron/get-block-head';
import type { TronNode } from '@tern/tron/open-node';
import { chainIdOf, type ChainId } from '@tern/wallet-connection/chain-id';

/** The network as sites name it: by its first block, which the node is asked for where the settings do not know it. */
export async function findChainId(node: TronNode, genesisId: string | undefined): Promise<ChainId> {
  if (genesisId !== undefined) return chainIdOf(genesisId);
  const first = await findBlockHead(node, { view: 'head', number: 0 });
  assert(first !== undefined, 'a network has a first block');
  return chainIdOf(first.id);
}
