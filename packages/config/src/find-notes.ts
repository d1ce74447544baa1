import type { Config } from './config.ts';

/** What a production installation should know about its settings although nothing refuses them. Pure. */
export function findNotes(config: Config): readonly string[] {
  const tickers = [config.priceTickerTrx, config.priceTickerTrx2, config.priceTickerTrx3];
  const trx = sourcesOf(config.pricePairTrx, ...tickers);
  const reward = sourcesOf(config.pricePairReward, config.priceTickerReward);
  return [
    ...(config.consoleUrl === undefined
      ? ['CONSOLE_URL is not set: links for operators name localhost, and their passkeys work on this machine alone.']
      : []),
    ...(config.databaseUrl === undefined
      ? ['DATABASE_URL is not set: npm start runs its own PostgreSQL 18 in DATA_DIR, on this machine.']
      : []),
    ...(config.treasurySources.length === 0
      ? [
          'TREASURY_SOURCES names no address: what is paid into the hot wallet waits in suspense until operators assign it.',
        ]
      : []),
    ...(config.tronNetwork !== 'local' && config.tronNodeUrls?.length === 1
      ? ['TRON_NODE_URLS names one node: what it tells is believed, and while it is away nothing is credited or paid.']
      : []),
    ...(trx < config.priceSourcesTrx ? [closedSwaps('TRX', trx, config.priceSourcesTrx)] : []),
    ...(reward < config.priceSourcesReward ? [closedSwaps('REWARD', reward, config.priceSourcesReward)] : []),
    ...(config.tronNetwork === 'mainnet' && trx < 4 ? [fewSources(trx - 1)] : []),
    ...(config.smsFallbackProvider === 'none'
      ? ['SMS_FALLBACK_PROVIDER is none: while the provider of text messages is down, nobody gets a code by phone.']
      : []),
    ...(config.ratesUrl === undefined
      ? ['RATES_URL is not set: values in currencies use the old rates that come with the wallet, with their date.']
      : []),
  ];
}

/** The fixed price is always a source. */
function sourcesOf(...others: readonly (string | undefined)[]): number {
  return 1 + others.filter((other) => other !== undefined).length;
}

function closedSwaps(asset: string, found: number, wanted: number): string {
  return `PRICE_SOURCES_${asset} asks for ${wanted} sources that agree, and the settings name ${found}: swaps of this asset stay closed. PRICE_TICKER_${asset} and PRICE_PAIR_${asset} add sources.`;
}

function fewSources(live: number): string {
  const named = ['no live source', 'only one live source'][live] ?? `only ${live} live sources`;
  return `The settings name ${named} of the price of TRX. With three, one can fail or be wrong.`;
}
