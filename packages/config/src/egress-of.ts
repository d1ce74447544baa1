import { smsWebhookUrl, smtpUrl, tronNodeUrls, tronSolidityUrls, walletConnectionRelay } from './addresses.ts';
import type { Config } from './config.ts';
import type { HostAndPort } from './setting.ts';

/** A TCP port of a host; `*.` stands for every name below. `publicOnly`: never an address inside of a private network. */
export type EgressDestination = HostAndPort & { readonly publicOnly?: true };

export type EgressProcess = 'api' | 'console' | 'worker' | 'signer';

/** Everywhere a process has to connect to, by its settings; nothing else is any business of its. */
export function egressOf(config: Config, process: EgressProcess): readonly EgressDestination[] {
  const isLocal = config.tronNetwork === 'local';
  // A signer asks the local chain for its contracts, its standby for a receipt, and nobody for anything elsewhere.
  if (process === 'signer')
    return [...(isLocal ? tronNodeUrls(config).map(destinationOf) : []), ...[config.signerStandby ?? []].flat()];
  const shared = [
    ...(isLocal ? [`http://127.0.0.1:${config.devchainPort}`] : []),
    ...tronNodeUrls(config),
    ...tronSolidityUrls(config),
    ...(config.databaseUrl === undefined ? [] : [config.databaseUrl]),
    ...(config.databaseSessionUrl === undefined ? [] : [config.databaseSessionUrl]),
    ...(config.s3Endpoint === undefined ? [] : [config.s3Endpoint]),
  ];
  const own = {
    api: config.ternProfile === 'production' ? [] : [`http://127.0.0.1:${config.inboxHttpPort}`],
    console: [],
    worker: [
      smtpUrl(config),
      config.smsProvider === 'webhook' ? smsWebhookUrl(config) : config.twilioUrl,
      ...(config.smsFallbackProvider === 'twilio' ? [config.smsFallbackTwilioUrl] : []),
      ...(config.smsFallbackProvider === 'webhook' && config.smsFallbackWebhookUrl !== undefined
        ? [config.smsFallbackWebhookUrl]
        : []),
      ...[config.priceTickerTrx, config.priceTickerTrx2, config.priceTickerTrx3, config.priceTickerReward].flatMap(
        (ticker) => ticker?.split(' ').slice(0, 1) ?? [],
      ),
      ...(config.ratesUrl === undefined ? [] : [config.ratesUrl]),
      ...[walletConnectionRelay(config)].flatMap((relay) => relay ?? []),
    ],
  }[process];
  const signer = process === 'worker' ? (config.signerAddress ?? []) : [];
  // Whoever may name these names more than one installation, and whose names lead where is for others to say.
  const outside = {
    api: [config.screeningUrl ?? []].flat(),
    console: [],
    worker: [...config.pushServices, ...config.webhookHosts, ...[config.screeningUrl ?? []].flat()],
  }[process];
  const named = outside.map(publicDestinationOf);
  return [...[...shared, ...own].map(destinationOf), ...named, ...[signer].flat()];
}

/** Plain http is allowed to this machine alone, by the settings. */
function publicDestinationOf(origin: string): EgressDestination {
  const to = destinationOf(origin);
  return origin.startsWith('https:') ? { ...to, publicOnly: true } : to;
}

/** Ports of addresses that name none. Mail leaves by the port for submission. */
const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'ws:': 80,
  'wss:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'smtp:': 587,
  'smtps:': 465,
};

function destinationOf(address: string): EgressDestination {
  // A star is no part of a name that addresses are read with.
  const { protocol, hostname, port } = new URL(address.replace('://*.', '://any.'));
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host: address.includes('://*.') ? host.replace(/^any\./, '*.') : host,
    port: port === '' ? (usualPorts[protocol] ?? 0) : Number(port),
  };
}
