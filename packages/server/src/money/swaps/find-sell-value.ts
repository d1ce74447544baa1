import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { ratio } from '@tern/money/ratio';
import { zero, type Units } from '@tern/money/units';
import type { SwapDeps } from './deps.ts';
import { isPaired } from './is-paired.ts';
import { quoteAmounts } from './quote-amounts.ts';
import { readMarket } from './read-market.ts';

/**
 * What a swap of so much of a coin to USDT would pay now, fee, spread and size included: what somebody who holds it could get
 * for it. Undefined where it could not be swapped, whatever prices say.
 */
export async function findSellValue(
  deps: Pick<SwapDeps, 'pairs' | 'terms' | 'priceRules'>,
  tx: DbTx,
  { assetId, amount }: { readonly assetId: AssetId; readonly amount: Units },
): Promise<Units | undefined> {
  const direction = { assetOut: assetId, assetIn: 'usdt' } as const;
  if (!isPaired(deps.pairs, direction)) return undefined;
  const { swaps: terms } = await deps.terms.getCurrent(tx);
  const market = await readMarket({ ...deps, terms }, tx, direction);
  if ('closed' in market) return undefined;
  if (amount === zero) return zero;
  return quoteAmounts({ ...market, amountOut: amount, rewardBid: ratio(0n, 1n) }, terms).amountIn;
}
