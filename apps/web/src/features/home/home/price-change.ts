import { formatAmount } from '@tern/money/format-amount';
import { units } from '@tern/money/units';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { countPricePlaces, roundPrice } from '../../../shared/format-price.ts';

/**
 * By how much a price changed, with its sign and the decimals that the later price is shown with: the difference of the two as
 * they are shown. Both are plain decimals. Undefined where no change shows.
 */
export function showPriceChange(first: string, last: string): string | undefined {
  const places = countPricePlaces(last);
  const change = roundPrice(last, places) - roundPrice(first, places);
  if (change === 0n) return undefined;
  const size = formatDecimal(formatAmount(units(change < 0n ? -change : change), places), places);
  return `${change < 0n ? '−' : '+'}${size}`;
}
