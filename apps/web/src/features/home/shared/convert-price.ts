import { formatAmount } from '@tern/money/format-amount';
import { invert, multiplyFloor, multiplyRatios, ratioFromDecimal, type Ratio } from '@tern/money/ratio';
import { units } from '@tern/money/units';

/** Digits a price keeps after the point. */
const priceDecimals = 18;
const whole = units(10n ** BigInt(priceDecimals));

/** A ratio as a plain decimal, cut after eighteen digits. */
export function decimalOf(price: Ratio): string {
  return formatAmount(multiplyFloor(whole, price), priceDecimals);
}

/** A price in USDT as one in another unit. Both are plain decimals; `usdtPrice` is USDT for one whole unit. */
export function convertPrice(price: string, usdtPrice: string): string {
  return decimalOf(multiplyRatios(ratioFromDecimal(price), invert(ratioFromDecimal(usdtPrice))));
}
