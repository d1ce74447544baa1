import { priceScale } from './price-path.ts';

/** Reserves of a pair: SUN, and base units of USDT. */
export type Reserves = { readonly trx: bigint; readonly usdt: bigint };

/** What to send to the pair, in SUN or in base units of USDT. */
export type Trade = { readonly sells: 'trx' | 'usdt'; readonly amount: bigint };

/** Parts of a thousand that count of what comes in; the pair keeps the rest. */
const countedParts = 997n;
const allParts = 1_000n;

/** The price of TRX in USDT in a pair, times `priceScale`. */
export function priceOf({ trx, usdt }: Reserves): bigint {
  return (usdt * priceScale) / trx;
}

/** The largest trade that does not lead beyond `price`; `undefined` when the pair is there. */
export function tradeToPrice(reserves: Reserves, price: bigint): Trade | undefined {
  const sells = priceOf(reserves) > price ? 'trx' : 'usdt';
  const reached = (amount: bigint): boolean => {
    const after = priceOf(afterTrade(reserves, { sells, amount }));
    return sells === 'trx' ? after < price : after > price;
  };
  let [below, above] = [0n, sells === 'trx' ? reserves.trx : reserves.usdt];
  while (above - below > 1n) {
    const middle = (below + above) / 2n;
    if (reached(middle)) above = middle;
    else below = middle;
  }
  return below === 0n ? undefined : { sells, amount: below };
}

function afterTrade({ trx, usdt }: Reserves, { sells, amount }: Trade): Reserves {
  const [into, outOf] = sells === 'trx' ? [trx, usdt] : [usdt, trx];
  const counted = amount * countedParts;
  const paid = (counted * outOf) / (into * allParts + counted);
  return sells === 'trx' ? { trx: trx + amount, usdt: usdt - paid } : { trx: trx - paid, usdt: usdt + amount };
}
