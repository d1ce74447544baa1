import { openChainControl } from '@tern/testkit/system/chain-control';
import { chainIdOf } from '@tern/wallet-connection/chain-id';
import { SignClient } from '@walletconnect/sign-client';
import { devchainUrl, installation } from '../installation.ts';

export const siteHost = 'app.harbour.example';

/** A site of others that uses the ecosystem's client, at the relay of this installation. */
export type Site = {
  /** A link as the site shows it, and the site's own side of what becomes of it. */
  readonly makeLink: () => Promise<{ readonly link: string; readonly connected: Promise<ConnectedSite> }>;
  readonly close: () => Promise<void>;
};

export type ConnectedSite = {
  /** The addresses that the site was told, as `tron:<chain>:<address>`. */
  readonly accounts: readonly string[];
  readonly ask: (method: string, params: object) => Promise<unknown>;
  /** Resolves when the wallet has ended the connection. */
  readonly ended: Promise<void>;
};

const chain = openChainControl(devchainUrl);

export async function openSite(): Promise<Site> {
  // Otherwise the client keeps itself in a global.
  process.env['DISABLE_GLOBAL_CORE'] = 'true';
  const { genesisId } = await chain.info();
  const chainId = chainIdOf(genesisId);
  const client = await SignClient.init({
    projectId: 'test',
    relayUrl: `ws://127.0.0.1:${installation.LOCAL_RELAY_PORT}`,
    logger: 'silent',
    telemetryEnabled: false,
    metadata: { name: 'Harbour Market', description: 'A market', url: `https://${siteHost}`, icons: [] },
  });
  const tron = { chains: [chainId], methods: ['tron_signMessage', 'tron_signTransaction'], events: [] };
  return {
    async makeLink() {
      const { uri = '', approval } = await client.connect({ optionalNamespaces: { tron } });
      const connected = approval().then(({ topic, namespaces }): ConnectedSite => ({
        accounts: namespaces['tron']?.accounts ?? [],
        ask: (method, params) => client.request({ topic, chainId, request: { method, params } }),
        ended: new Promise((resolve) => client.once('session_delete', () => resolve())),
      }));
      // Who waits for it sees a refusal; until then it is nobody's.
      connected.catch(() => undefined);
      return { link: uri, connected };
    },
    async close() {
      // A link that nobody used would fail this process when its five minutes are over.
      for (const { id } of client.proposal.getAll()) client.events.emit('proposal_expire', { id });
      client.core.heartbeat.stop();
      await client.core.relayer.transportClose();
    },
  };
}
