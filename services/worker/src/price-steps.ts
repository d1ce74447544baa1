import type { Config } from '@tern/config/config';
import { installedAssets } from '@tern/config/installed-assets';
import { priceRules } from '@tern/config/price-rules';
import {
  chainPrices,
  operatorPrices,
  refreshPrices,
  refreshRates,
  tickerPrices,
  type PricePair,
  type PriceSource,
  type Ticker,
} from '@tern/server/chain/prices/public';
import { firePriceAlerts } from '@tern/server/people/price-alerts/public';
import { getAddress } from '@tern/tron/address';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

/** One step for each source, so that one that does not answer leaves the others alone; each judges price alerts afterwards. */
export function priceSteps(world: WorkerWorld): readonly WorkerStep[] {
  const { config, db, clock, nodes, network } = world;
  const pairs = pricePairs(world);
  const sources: readonly PriceSource[] = [
    operatorPrices(config),
    ...(pairs.length === 0 ? [] : [chainPrices({ db, node: nodes[0], pairs, usdt: network.contracts.usdt })]),
    ...priceTickers(config).flatMap(({ name, tickers }) =>
      tickers.length === 0 ? [] : [tickerPrices({ name, tickers, clock })],
    ),
  ];
  const alerts = { db, assets: installedAssets(config), priceRules: priceRules(config) };
  return [
    ...sources.map((source) => ({
      name: `refresh-prices-${source.name}`,
      tick: async () => {
        const idle = await refreshPrices({ db, source });
        await firePriceAlerts(alerts, { limit: 200 });
        return idle;
      },
      idleMs: config.priceEverySeconds * 1_000,
    })),
    ...rateSteps(world),
  ];
}

/** Rates come once a day; a bank that does not answer is left in peace until the next hour. */
function rateSteps({ config, db, clock, log }: WorkerWorld): readonly WorkerStep[] {
  const { ratesUrl: url } = config;
  if (url === undefined) return [];
  const tick = (): Promise<number> =>
    refreshRates({ db, clock, url }).catch((error: unknown) => {
      log.warn({ fault: String(error) }, 'no new currency rates; the last ones are shown with their date');
      return 0;
    });
  return [{ name: 'refresh-rates', tick, idleMs: 3_600_000 }];
}

function pricePairs({ config, network }: WorkerWorld): readonly PricePair[] {
  const { trx, reward } = installedAssets(config);
  const ofTrx = config.pricePairTrx === undefined ? network.pair : getAddress(config.pricePairTrx);
  return [
    ...(ofTrx === undefined ? [] : [{ asset: trx, pair: ofTrx }]),
    ...(config.pricePairReward === undefined ? [] : [{ asset: reward, pair: getAddress(config.pricePairReward) }]),
  ];
}

/** Each ticker of TRX is a source of its own. */
function priceTickers(config: Config) {
  const { trx, reward } = installedAssets(config);
  return [
    {
      name: 'ticker' as const,
      tickers: [...tickerOf(trx, config.priceTickerTrx), ...tickerOf(reward, config.priceTickerReward)],
    },
    { name: 'ticker-2' as const, tickers: tickerOf(trx, config.priceTickerTrx2) },
    { name: 'ticker-3' as const, tickers: tickerOf(trx, config.priceTickerTrx3) },
  ];
}

function tickerOf(asset: Ticker['asset'], said: string | undefined): readonly Ticker[] {
  const [url, price, time] = said?.split(' ') ?? [];
  return url === undefined || price === undefined ? [] : [{ asset, url, price, time }];
}
