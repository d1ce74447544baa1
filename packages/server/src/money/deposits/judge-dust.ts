import type { DbTx } from '@tern/db/database';
import { multiplyFloor } from '@tern/money/ratio';
import { zero, type Units } from '@tern/money/units';
import { listTermsAhead } from '../../people/terms/public.ts';
import type { FindPrice } from '../../people/wallets/public.ts';
import type { ChainInflow } from './deposit.ts';
import { rememberPrices } from './remember-prices.ts';

export type DustRules = {
  readonly findPrice: FindPrice;
  /**
   * What is worth less (USDT base units) is dust: anybody can send it to everybody. Without a price so is what is less than
   * the smallest send of its asset.
   */
  readonly dustBelow: Units;
};

/** What an inflow is worth in USDT base units, null without a price, and whether it is dust. */
export type Judged = { readonly usdtValue: Units | null; readonly isDust: boolean };

/** Judges the inflows of a batch, all by the same prices and terms. */
export function dustJudge(
  tx: DbTx,
  { findPrice, dustBelow }: DustRules,
): (inflow: Pick<ChainInflow, 'assetId' | 'amount'>) => Promise<Judged> {
  const priceOf = rememberPrices(tx, findPrice);
  let terms: Awaited<ReturnType<typeof listTermsAhead>> | undefined;
  return async ({ assetId, amount }) => {
    const price = await priceOf(assetId);
    if (price !== undefined) {
      const usdtValue = multiplyFloor(amount, price.ratio);
      return { usdtValue, isDust: usdtValue < dustBelow };
    }
    terms ??= await listTermsAhead(tx);
    // There are no terms before the api's first start, and no dust then.
    return { usdtValue: null, isDust: amount < (terms[0]?.sending.minimums[assetId] ?? zero) };
  };
}
