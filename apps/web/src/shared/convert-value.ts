import { invert, multiplyFloor, multiplyRatios, ratio, ratioFromDecimal } from '@tern/money/ratio';
import { unitsFromWire, unitsToWire } from '@tern/money/units';

/** Decimals that values are counted in, whatever their unit. */
export const valueDecimals = 6;

/** A value in USDT base units as one in another unit, rounded down. `usdtPrice` is a plain decimal: USDT for one whole unit. */
export function convertValue(value: string, usdtPrice: string): string {
  return unitsToWire(multiplyFloor(unitsFromWire(value), invert(ratioFromDecimal(usdtPrice))));
}

/** The value of an amount in USDT base units, rounded down. `usdtPrice` is a plain decimal: USDT for one whole token. */
export function valueOf(amount: string, decimals: number, usdtPrice: string): string {
  const perUnit = multiplyRatios(
    ratioFromDecimal(usdtPrice),
    ratio(10n ** BigInt(valueDecimals), 10n ** BigInt(decimals)),
  );
  return unitsToWire(multiplyFloor(unitsFromWire(amount), perUnit));
}
