import { toWire } from '@tern/base/to-wire';
import type { CurrencyView } from '@tern/contracts/routes/preferences';
import type { DbReader } from '@tern/db/database';
import { assetIds, type Asset, type AssetId } from '@tern/money/asset';
import type { findCurrencyPrices, findPrice } from '../../chain/prices/public.ts';

/** Somewhere units come from, each with its rate: the assets themselves, a bank that publishes rates. */
export type CurrencySource = (db: DbReader) => Promise<readonly CurrencyView[]>;

/** The assets as units, by the prices the wallet charges by: USDT first, which everything is priced in. */
export function assetCurrencies(assets: Readonly<Record<AssetId, Asset>>, find: typeof findPrice): CurrencySource {
  return (db) =>
    Promise.all(
      assetIds.map(async (id): Promise<CurrencyView> => {
        const { symbol } = assets[id];
        if (id === 'usdt') return { unit: id, symbol, usdtPrice: '1', source: 'unit', at: null, stale: false };
        const price = await find(db, id);
        return toWire({
          unit: id,
          symbol,
          usdtPrice: price?.decimalText ?? null,
          source: price?.source ?? 'operator',
          at: price?.at ?? null,
          stale: price?.stale ?? true,
        });
      }),
    );
}

/** Currencies at the rates a central bank published, one USDT taken for one dollar. */
export function bankCurrencies(find: typeof findCurrencyPrices): CurrencySource {
  return async (db) =>
    (await find(db)).map(({ currency, dollars, at, stale }) =>
      toWire({
        unit: currency.toLowerCase(),
        symbol: currency,
        usdtPrice: dollars,
        source: 'central-bank',
        at,
        stale,
      }),
    );
}

/** Every unit of all sources, in their order. */
export async function listCurrencies(db: DbReader, sources: readonly CurrencySource[]): Promise<CurrencyView[]> {
  return (await Promise.all(sources.map((read) => read(db)))).flat();
}
