import type { Config } from './config.ts';

/** Address under which people open the wallet, without a trailing slash. */
export function publicUrl(config: Pick<Config, 'publicUrl' | 'webPort'>): string {
  return (config.publicUrl ?? `http://localhost:${config.webPort}`).replace(/\/+$/, '');
}

/** Address under which operators open the console, without a trailing slash. */
export function consoleUrl(config: Pick<Config, 'consoleUrl' | 'consolePort'>): string {
  return (config.consoleUrl ?? `http://localhost:${config.consolePort}`).replace(/\/+$/, '');
}

/** How one Tron node is reached; the options of a node's client. */
export type NodePlace = {
  readonly url: string;
  /** Serves `/walletsolidity`; the same address where one serves both. */
  readonly solidityUrl: string;
  readonly timeoutMs: number;
  readonly apiKeyHeader: string;
  readonly apiKey?: string;
  readonly genesisId: string | undefined;
};

/**
 * Tron nodes to use, first one first, each with its own key alone: a key is a secret between us and one provider.
 * `apiKeys` stand in the order of TRON_NODE_URLS.
 */
export function tronNodes(
  config: Pick<
    Config,
    | 'tronNodeUrls'
    | 'tronSolidityUrls'
    | 'tronNetwork'
    | 'tronPrivateGenesisId'
    | 'devchainPort'
    | 'devchainSolidityPort'
    | 'tronNodeTimeoutMs'
    | 'tronApiKeyHeaders'
  >,
  apiKeys: readonly (string | undefined)[] = [],
): readonly [NodePlace, ...NodePlace[]] {
  const solidityUrls = tronSolidityUrls(config);
  const place = (url: string, index: number): NodePlace => {
    const apiKey = apiKeys[index];
    return {
      url,
      solidityUrl: solidityUrls[index] ?? url,
      timeoutMs: config.tronNodeTimeoutMs,
      apiKeyHeader: config.tronApiKeyHeaders[index] ?? config.tronApiKeyHeaders[0] ?? 'TRON-PRO-API-KEY',
      ...(apiKey === undefined ? {} : { apiKey }),
      genesisId: genesisIdOf(config),
    };
  };
  const [first, ...rest] = tronNodeUrls(config);
  return [place(first, 0), ...rest.map((url, index) => place(url, index + 1))];
}

/** Where `/walletsolidity` is asked, in the order of the nodes; empty where each node serves both. */
export function tronSolidityUrls(
  config: Pick<Config, 'tronNodeUrls' | 'tronSolidityUrls' | 'tronNetwork' | 'devchainSolidityPort'>,
): readonly string[] {
  if (config.tronSolidityUrls !== undefined) return config.tronSolidityUrls;
  if (config.tronNodeUrls !== undefined) return [];
  // The default ports of java-tron.
  if (config.tronNetwork === 'private') return ['http://127.0.0.1:8091'];
  const isDevchain = config.tronNetwork === 'local';
  return isDevchain && config.devchainSolidityPort !== undefined
    ? [`http://127.0.0.1:${config.devchainSolidityPort}`]
    : [];
}

/** Roots of the Tron nodes to use, first one first. */
export function tronNodeUrls(
  config: Pick<Config, 'tronNodeUrls' | 'tronNetwork' | 'devchainPort'>,
): readonly [string, ...string[]] {
  const [first, ...rest] = config.tronNodeUrls ?? [];
  if (first !== undefined) return [first, ...rest];
  const byNetwork = {
    local: `http://127.0.0.1:${config.devchainPort}`,
    private: 'http://127.0.0.1:8090',
    nile: 'https://nile.trongrid.io',
    mainnet: 'https://api.trongrid.io',
  } as const;
  return [byNetwork[config.tronNetwork]];
}

/** Id of the first block of the network, by which a node shows what it follows; undefined for a local chain, which has its own. */
export function genesisIdOf({
  tronNetwork,
  tronPrivateGenesisId,
}: Pick<Config, 'tronNetwork' | 'tronPrivateGenesisId'>): string | undefined {
  const byNetwork = {
    local: undefined,
    private: tronPrivateGenesisId,
    nile: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
    mainnet: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  } as const;
  return byNetwork[tronNetwork];
}

/** Mail server: the configured one, else the development inbox. */
export function smtpUrl(config: Pick<Config, 'smtpUrl' | 'inboxSmtpPort'>): string {
  return config.smtpUrl ?? `smtp://127.0.0.1:${config.inboxSmtpPort}`;
}

/** Where operators of push services reach this installation: its address, or its mail where that is not public. */
export function pushContact(config: Pick<Config, 'publicUrl' | 'webPort' | 'mailFrom'>): string {
  const url = publicUrl(config);
  return url.startsWith('https:') ? url : `mailto:${config.mailFrom}`;
}

/** Where a Twilio-compatible provider reports what became of messages; undefined where it cannot reach this installation. */
export function reportUrl(
  config: Pick<Config, 'publicUrl' | 'webPort'>,
  slot: 'sms' | 'sms-fallback',
): string | undefined {
  const url = publicUrl(config);
  return url.startsWith('https:') ? `${url}/api/provider-reports/${slot}` : undefined;
}

/** Where webhook text messages go: the configured address, else the development inbox. */
export function smsWebhookUrl(config: Pick<Config, 'smsWebhookUrl' | 'inboxHttpPort'>): string {
  return config.smsWebhookUrl ?? `http://127.0.0.1:${config.inboxHttpPort}/sms`;
}

/** The relay of wallet connections; `undefined` where nobody can connect a site. */
export function walletConnectionRelay(
  config: Pick<Config, 'walletConnectionRelay' | 'ternProfile' | 'localRelayPort'>,
): string | undefined {
  if (config.walletConnectionRelay !== undefined) return config.walletConnectionRelay;
  return config.ternProfile === 'production' ? undefined : `ws://127.0.0.1:${config.localRelayPort}`;
}
