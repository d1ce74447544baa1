import type { PersonId, PriceAlertId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { AlertDirection, PriceAlertView } from '@tern/contracts/routes/price-alerts';
import type { AssetId } from '@tern/money/asset';
import { formatAmount } from '@tern/money/format-amount';
import { parseAmount } from '@tern/money/parse-amount';
import { multiplyCeil, multiplyFloor, ratioFromDecimal, type Ratio } from '@tern/money/ratio';
import { units } from '@tern/money/units';
import { compareRatios } from '../../chain/prices/public.ts';

/** Alerts of one person, of all assets together. */
export const alertsMax = 20;

/** Digits that a price somebody waits for has after the point, at most; and before it. */
const targetDecimals = 8;
const targetWholeDigits = 12;

const one = units(10n ** BigInt(targetDecimals));

/** A price somebody waits for. */
export type PriceAlert = {
  readonly id: PriceAlertId;
  readonly personId: PersonId;
  readonly assetId: AssetId;
  /** Currency unit of both prices, plain decimals of one whole coin. */
  readonly unit: string;
  readonly direction: AlertDirection;
  readonly target: string;
  readonly setAt: Date;
  readonly reached: { readonly at: Date; readonly price: string } | null;
};

/** A price as it was typed, as a plain decimal. Throws `ALERT_PRICE_INVALID`. */
export function readTarget(typed: string): string {
  const parsed = parseAmount(typed.trim(), targetDecimals);
  if ('fault' in parsed)
    throw problem('ALERT_PRICE_INVALID', { fault: parsed.fault === 'empty' ? 'not-a-number' : parsed.fault });
  if (parsed.units === 0n) throw problem('ALERT_PRICE_INVALID', { fault: 'zero' });
  if (parsed.units >= 10n ** BigInt(targetWholeDigits + targetDecimals))
    throw problem('ALERT_PRICE_INVALID', { fault: 'too-large' });
  return formatAmount(parsed.units, targetDecimals);
}

/** Whether a price is where somebody waits for it, or beyond. Exact. */
export function isReached({ direction, target }: Pick<PriceAlert, 'direction' | 'target'>, price: Ratio): boolean {
  const side = compareRatios(price, ratioFromDecimal(target));
  return direction === 'above' ? side >= 0 : side <= 0;
}

/**
 * A price as the database compares it with targets: those up to `floor` are reached from below, those from `ceil` on from above.
 * As no target has more decimals than these two, that is exact. `floor` is also what is shown: cut, never rounded up.
 */
export function boundsOf(price: Ratio): { readonly floor: string; readonly ceil: string } {
  return {
    floor: formatAmount(multiplyFloor(one, price), targetDecimals),
    ceil: formatAmount(multiplyCeil(one, price), targetDecimals),
  };
}

/** As the API shows it. */
export function renderAlert({ id, assetId, unit, direction, target, setAt, reached }: PriceAlert): PriceAlertView {
  return toWire({
    id,
    assetId,
    unit,
    direction,
    target,
    setAt,
    reached: reached && { at: reached.at, price: reached.price },
  });
}
