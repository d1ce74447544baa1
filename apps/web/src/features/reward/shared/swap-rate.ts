import type { AssetView } from '@tern/contracts/routes/installation';
import { formatAmountFloor } from '@tern/money/format-amount';
import { units, unitsFromWire } from '@tern/money/units';

type Side = { readonly units: string; readonly asset: Pick<AssetView, 'id' | 'decimals'> };

/** Digits that are shown of a rate, from its first one that is not zero. */
const digits = 6;
/** Decimals a rate is counted in before it is cut. */
const places = 24;

/**
 * What one whole token of a swap cost: of the one that is not the currency unit, in the other one; all costs included. Cut,
 * never rounded up, to six digits. Undefined where a side is nothing.
 */
export function rateOf(given: Side, taken: Side): { readonly of: Side['asset']; readonly price: string } | undefined {
  const [of, against] = given.asset.id === 'usdt' ? [taken, given] : [given, taken];
  const amount = unitsFromWire(of.units);
  if (amount === 0n || unitsFromWire(against.units) === 0n) return undefined;
  const scaled = unitsFromWire(against.units) * 10n ** BigInt(of.asset.decimals + places);
  const price = units(scaled / (amount * 10n ** BigInt(against.asset.decimals)));
  const wholeDigits = price.toString().length - places;
  const shown = Math.min(places, Math.max(2, digits - wholeDigits));
  return { of: of.asset, price: formatAmountFloor(price, places, shown) };
}
