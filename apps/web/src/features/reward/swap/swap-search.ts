import { paths } from '../../../shared/paths.ts';
import { decimal, oneOf, uuid } from '../../../shared/search-params.ts';
import type { SwapForm } from './swap-form.ts';

const asset = oneOf(['usdt', 'trx', 'reward'], undefined);

export const swapSearch = {
  /** The token given. */
  coin: asset,
  /** The token taken. */
  for: asset,
  amount: decimal,
  /** The wallet both belong to; the default one where none is named. */
  wallet: uuid,
};

/** The page's own address with what was filled in, so that it is there again after a way round by another page. */
export function swapPathOf(
  { assetOut, assetIn }: Pick<SwapForm, 'assetOut' | 'assetIn'>,
  { amount, walletId }: { readonly amount: string | undefined; readonly walletId: string | undefined },
): string {
  const query = new URLSearchParams({ coin: assetOut, for: assetIn });
  if (amount !== undefined) query.set('amount', amount);
  if (walletId !== undefined) query.set('wallet', walletId);
  return `${paths.swap}?${query}`;
}
