import { i18n } from '@lingui/core';
import { dateShapes, type DateShape } from './date-shapes.ts';
import { fillDate } from './fill-date.ts';
import { formatLocale } from './format-locale.ts';
import { formatUnit } from './format-unit.ts';
import { findOwnFormats, type Unit } from './own-formats.ts';

const dayMs = 86_400_000;
const cache = new Map<string, Intl.DateTimeFormat>();

function write(shape: DateShape, at: Date): string {
  const own = findOwnFormats();
  if (own !== undefined) return fillDate(own, shape, at);
  const key = `${i18n.locale} ${shape}`;
  const found = cache.get(key) ?? new Intl.DateTimeFormat(formatLocale(), dateShapes[shape]);
  cache.set(key, found);
  return found.format(at);
}

/** For example `21 Nov 2026, 14:32`. */
export function formatDateTime(iso: string): string {
  return write('dateTime', new Date(iso));
}

/** For example `14:32`. */
export function formatClock(iso: string): string {
  return write('clock', new Date(iso));
}

/** For example `14:32:08`. */
export function formatClockSeconds(iso: string): string {
  return write('clockSeconds', new Date(iso));
}

/** For example `18 November`. */
export function formatDay(iso: string): string {
  return write('day', new Date(iso));
}

/** For example `18 November 2025`. */
export function formatDayAndYear(iso: string): string {
  return write('dayAndYear', new Date(iso));
}

/** For example `45 seconds` or `3 minutes`: whole units, rounded up, at least one. */
export function formatDuration(seconds: number): string {
  const { value, unit }: { readonly value: number; readonly unit: Unit } =
    seconds < 120
      ? { value: Math.ceil(seconds), unit: 'second' }
      : seconds < 7200
        ? { value: Math.ceil(seconds / 60), unit: 'minute' }
        : { value: Math.ceil(seconds / 3600), unit: 'hour' };
  return formatUnit(Math.max(1, value), unit, { unitDisplay: 'long', places: 0 });
}

/** The clock today, the weekday within the last week, the day before that: for example `14:32`, `Thu`, `18 Nov`. */
export function formatMoment(iso: string, now: Date): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return formatClock(iso);
  const weekAgo = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 6);
  return write(at >= weekAgo ? 'weekday' : 'shortDay', at);
}

/** For example `18 Nov`. */
export function formatShortDay(iso: string): string {
  return write('shortDay', new Date(iso));
}

/** The clock today, the day before that, with its year where that is long ago: `14:32`, `22 Oct`, `22 October 2025`. */
export function formatClockOrDay(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return formatClock(iso);
  return now.getTime() - at.getTime() < 300 * dayMs ? formatShortDay(iso) : formatDayAndYear(iso);
}
