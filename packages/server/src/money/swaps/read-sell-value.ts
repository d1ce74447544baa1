import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { ratio } from '@tern/money/ratio';
import { zero, type Units } from '@tern/money/units';
import type { SwapDeps } from './deps.ts';
import { isPaired } from './is-paired.ts';
import { quoteAmounts } from './quote-amounts.ts';
import { readMarket } from './read-market.ts';

/**
 * Tells what a swap of any amount of a coin to USDT would pay as the market is now, fee, spread and size included: what somebody
 * who holds it could get for it. Undefined where it could not be swapped, whatever prices say.
 */
export async function readSellValue(
  deps: Pick<SwapDeps, 'pairs' | 'terms' | 'priceRules'>,
  tx: DbTx,
  assetId: AssetId,
): Promise<(amount: Units) => Units | undefined> {
  const direction = { assetOut: assetId, assetIn: 'usdt' } as const;
  if (!isPaired(deps.pairs, direction)) return () => undefined;
  const { swaps: terms } = await deps.terms.getCurrent(tx);
  const market = await readMarket({ ...deps, terms }, tx, direction);
  if ('closed' in market) return () => undefined;
  return (amount) =>
    amount === zero ? zero : quoteAmounts({ ...market, amountOut: amount, rewardBid: ratio(0n, 1n) }, terms).amountIn;
}
