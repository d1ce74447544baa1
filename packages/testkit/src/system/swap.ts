import { randomUUID } from 'node:crypto';
import type { QuoteView, SwapView } from '@tern/contracts/routes/swaps';
import type { Person } from './person.ts';

/** Swaps so many reward tokens (as typed, in whole coins) for USDT. Throws `ApiRefusal`. */
export async function swapRewardTokens({ api, wallet, tradePassword }: Person, amount: string): Promise<SwapView> {
  const wanted = { walletId: wallet.id, assetOut: 'usdt', assetIn: 'reward', amount };
  const { id } = await api.post<QuoteView>('/swaps/quotes', wanted);
  return await api.post<SwapView>(`/swaps/quotes/${id}/execute`, { tradePassword }, randomUUID());
}
