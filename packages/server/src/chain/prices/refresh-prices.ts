import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { storeQuote } from './price-store.ts';
import { decimalTextOf, type PriceSource } from './price.ts';

export type RefreshPricesDeps = { readonly db: Database; readonly source: PriceSource };

/** Asks the source once and stores what it says. Returns 0, so that its loop comes back after its idle time, not at once. */
export async function refreshPrices({ db, source }: RefreshPricesDeps): Promise<number> {
  const quotes = await source.readQuotes();
  await transact(db, async (tx) => {
    for (const { assetId, price, decimals } of quotes) {
      await storeQuote(tx, { assetId, source: source.name, priceText: decimalTextOf(price), decimals });
    }
  });
  return 0;
}
