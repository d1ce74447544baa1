import { toWire } from '@tern/base/to-wire';
import type { PriceView } from '@tern/contracts/routes/wallets';
import type { Price } from './price.ts';

/** As the API shows it; null while no source has said one. */
export function renderPrice(price: Price | undefined): PriceView | null {
  if (price === undefined) return null;
  return toWire({
    price: price.decimalText,
    at: price.at,
    stale: price.stale,
    source: price.source,
    sources: price.sources.map(({ source, at }) => ({ source, at })),
  });
}
