import type { PriceView } from '@tern/contracts/routes/wallets';
import type { Price } from './price.ts';

/** As the API shows it; null while no source has said one. */
export function renderPrice(price: Price | undefined): PriceView | null {
  if (price === undefined) return null;
  return {
    price: price.decimalText,
    at: price.at.toISOString(),
    stale: price.stale,
    source: price.source,
    sources: price.sources.map(({ source, at }) => ({ source, at: at.toISOString() })),
  };
}
