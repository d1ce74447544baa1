import { genesisIdOf, publicUrl, walletConnectionRelay } from '@tern/config/addresses';
import type { Config } from '@tern/config/config';
import type { KeyRing } from '@tern/config/secrets';
import {
  connectionBox,
  findChainId,
  type ApproveConnectionDeps,
  type OpeningDeps,
} from '@tern/server/people/wallet-connections/public';
import type { TronNode } from '@tern/tron/open-node';

/** What connections to sites need of this installation. */
export type ConnectionSettings = Pick<ApproveConnectionDeps & OpeningDeps, 'box' | 'chain' | 'metadata' | 'isOffered'>;

/** Reads them from the settings, and the network's first block from the node where the settings do not know it. */
export async function connectionSettings({
  config,
  sessionKeys,
  node,
}: {
  readonly config: Config;
  readonly sessionKeys: KeyRing;
  readonly node: TronNode;
}): Promise<ConnectionSettings> {
  return {
    box: connectionBox(sessionKeys),
    chain: await findChainId(node, genesisIdOf(config)),
    metadata: { name: config.productName, description: '', url: publicUrl(config), icons: [] },
    isOffered: walletConnectionRelay(config) !== undefined,
  };
}
