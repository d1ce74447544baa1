import { randomUUID } from 'node:crypto';
import type { AssetId, Newcomer } from './account.ts';
import { tradePassword } from './factors.ts';

/** Swaps without the screens, in a country where rewards are given; resolves with the swap's id. */
export async function swapByApi(
  { api, walletId }: Pick<Newcomer, 'api' | 'walletId'>,
  wanted: { readonly assetOut: AssetId; readonly assetIn: AssetId; readonly amount: string },
): Promise<string> {
  await api.preferences.declareCountry({ country: 'DE' });
  const { id: quoteId } = await api.swaps.createQuote({ walletId, ...wanted });
  const { id } = await api.swaps.executeSwap({
    params: { quoteId },
    headers: { 'idempotency-key': randomUUID() },
    body: { tradePassword },
  });
  return id;
}
