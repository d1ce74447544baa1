import type { BalanceView } from '@tern/contracts/routes/wallets';
import { multiplyRatios, ratio } from '@tern/money/ratio';
import { unitsFromWire } from '@tern/money/units';
import { decimalOf } from '../shared/convert-price.ts';
import { valueDecimals } from '../../../shared/convert-value.ts';

/** A value of less says too little of a price: rounding would show. */
const tellingValue = 1_000_000n;

/**
 * The price that stands beside an amount and its worth, a plain decimal in USDT for one whole token: of reward tokens what a swap of
 * them would pay for each, so that amount times price is the worth shown; of everything else the price itself. Null without one.
 */
export function priceBesideWorth(
  { assetId, posted, price, value }: Pick<BalanceView, 'assetId' | 'posted' | 'price' | 'value'>,
  decimals: number,
): string | null {
  // The unit of all prices costs one of itself, whoever has said so.
  if (assetId === 'usdt') return '1';
  if (price === null) return null;
  if (assetId !== 'reward' || value === null || BigInt(value) < tellingValue) return price.price;
  const perToken = ratio(10n ** BigInt(decimals), 10n ** BigInt(valueDecimals));
  return decimalOf(multiplyRatios(ratio(unitsFromWire(value), unitsFromWire(posted)), perToken));
}
