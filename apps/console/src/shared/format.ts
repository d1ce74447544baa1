import { i18n } from '@lingui/core';
import type { OperatorView } from '@tern/contracts/routes/console-access';
import { formatAmount, formatAmountFloor } from '@tern/money/format-amount';
import { unitsFromWire } from '@tern/money/units';

type Assets = OperatorView['assets'];

const leastPlaces = 2;

/** An amount of base units with all its digits, and at least two decimals; exact, never through a float. */
export function formatUnits(wire: string, decimals: number): string {
  const value = unitsFromWire(wire);
  const [, decimalDigits = ''] = formatAmount(value, decimals).split('.');
  const plain = formatAmountFloor(value, decimals, Math.max(leastPlaces, decimalDigits.length), leastPlaces);
  const places = plain.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(i18n.locale, { minimumFractionDigits: places, maximumFractionDigits: places });
  // A decimal string is formatted exactly; the type library knows only literals.
  return format.format(plain as `${number}`);
}

/** The amount and its symbol. */
export function formatMoney(wire: string, assetId: string, assets: Assets): string {
  const asset = assets.find(({ id }) => id === assetId);
  return asset === undefined ? `${wire} ${assetId}` : `${formatUnits(wire, asset.decimals)} ${asset.symbol}`;
}

/** Hundredths of a percent, as a percentage. */
export function formatBasisPoints(basisPoints: number): string {
  const format = new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 });
  return format.format(basisPoints / 10_000);
}

/** For example `24 hours`. */
export function formatHours(hours: number): string {
  return new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours);
}

/** How long ago, in the largest unit that says enough: `38 min`, `5 hr`, `3 days`. */
export function formatAge(iso: string, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - new Date(iso).getTime()) / 60_000));
  const { value, unit } =
    minutes < 120
      ? { value: minutes, unit: 'minute' }
      : minutes < 48 * 60
        ? { value: Math.floor(minutes / 60), unit: 'hour' }
        : { value: Math.floor(minutes / 1440), unit: 'day' };
  return new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** How long something takes, in minutes, in hours and minutes, or in days: `38 min`, `1h 22m`, `3 days`. */
export function formatSpan(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const say = (value: number, unit: 'minute' | 'hour' | 'day', unitDisplay: 'short' | 'narrow'): string =>
    new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay }).format(value);
  if (minutes < 60) return say(minutes, 'minute', 'short');
  if (minutes >= 48 * 60) return say(Math.floor(minutes / 1440), 'day', 'short');
  return `${say(Math.floor(minutes / 60), 'hour', 'narrow')} ${say(minutes % 60, 'minute', 'narrow')}`;
}

/** Hundredths of a percent with both decimals, as ratios are compared: `100.45%`. */
export function formatRatio(basisPoints: number): string {
  const format = new Intl.NumberFormat(i18n.locale, { style: 'percent', minimumFractionDigits: 2 });
  return format.format(basisPoints / 10_000);
}

/** A bound beside a bar, in three digits: `120K`. Rounded, so never where an amount is meant. */
export function formatCompact(wire: string, decimals: number): string {
  const format = new Intl.NumberFormat(i18n.locale, { notation: 'compact', maximumSignificantDigits: 3 });
  return format.format(formatAmount(unitsFromWire(wire), decimals) as `${number}`);
}
