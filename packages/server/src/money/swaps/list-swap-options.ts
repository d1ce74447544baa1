import { toWire } from '@tern/base/to-wire';
import type { SwapDirectionView } from '@tern/contracts/routes/swaps';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { SwapTerms } from '../../people/terms/public.ts';
import type { SwapDeps } from './deps.ts';
import { readMarket } from './read-market.ts';
import type { Direction } from './swap.ts';

type OptionDeps = Pick<SwapDeps, 'db' | 'pairs' | 'terms' | 'priceRules'>;
type Market = Pick<SwapDeps, 'priceRules'> & { readonly terms: SwapTerms };

/** Every direction of every pair with its price and bounds, or why it is closed. */
export async function listSwapOptions(deps: OptionDeps): Promise<readonly SwapDirectionView[]> {
  return await transact(deps.db, async (tx) => {
    const { swaps: terms } = await deps.terms.getCurrent(tx);
    const market = { priceRules: deps.priceRules, terms };
    const views: SwapDirectionView[] = [];
    for (const [one, other] of deps.pairs) {
      views.push(await viewOf(market, tx, { assetOut: one, assetIn: other }));
      views.push(await viewOf(market, tx, { assetOut: other, assetIn: one }));
    }
    return views;
  });
}

async function viewOf(deps: Market, tx: DbTx, { assetOut, assetIn }: Direction): Promise<SwapDirectionView> {
  const market = await readMarket(deps, tx, { assetOut, assetIn });
  if ('closed' in market) {
    return { assetOut, assetIn, mid: null, basis: [], minimum: '0', maximum: '0', closed: market.closed };
  }
  return toWire({
    assetOut,
    assetIn,
    mid: { numerator: market.mid.numerator, denominator: market.mid.denominator },
    basis: [...market.basis],
    minimum: market.minimum,
    maximum: market.maximum,
    closed: null,
  });
}
