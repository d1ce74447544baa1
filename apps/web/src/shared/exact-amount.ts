import type { AssetView } from '@tern/contracts/routes/installation';
import { unitsToWire, type Units } from '@tern/money/units';
import { formatUnits } from './format-amount.ts';

/** An amount with all of its decimals, at least two: what is shown here is what is booked. */
export function exactAmount(value: Units | string, asset: Pick<AssetView, 'decimals'>): string {
  const wire = typeof value === 'string' ? value : unitsToWire(value);
  return formatUnits(wire, asset.decimals, { places: asset.decimals, minPlaces: 2 });
}

/** The same with the token's symbol. */
export function exactAmountWithUnit(value: Units | string, asset: Pick<AssetView, 'decimals' | 'symbol'>): string {
  return `${exactAmount(value, asset)} ${asset.symbol}`;
}
