import { i18n } from '@lingui/core';

// Every time of the console is in UTC and says so, wherever the operator sits: two of them speak of the same minute.

const day = { dateStyle: 'medium' } as const;
const minute = { ...day, timeStyle: 'short' } as const;
const second = { ...day, timeStyle: 'medium' } as const;

function format(iso: string, form: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(i18n.locale, { ...form, hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(iso));
}

/** A time to the minute, for example `21 Nov 2026, 14:32 UTC`. */
export function formatTime(iso: string): string {
  return `${format(iso, minute)} UTC`;
}

/** A time to the second, for example `21 Nov 2026, 14:31:58 UTC`. */
export function formatMoment(iso: string): string {
  return `${format(iso, second)} UTC`;
}

/** A time to the second where the head of its column says UTC. */
export function formatRowMoment(iso: string): string {
  return format(iso, second);
}

/** The same for a list, which says the year only where it is another one. */
export function formatListMoment(iso: string): string {
  if (new Date(iso).getUTCFullYear() !== new Date().getUTCFullYear()) return formatRowMoment(iso);
  const twoDigits = '2-digit';
  return format(iso, { day: 'numeric', month: 'short', hour: twoDigits, minute: twoDigits, second: twoDigits });
}

/** The day of a time, or a day as `2026-11-21`, with its year. */
export function formatDay(iso: string): string {
  return format(iso, day);
}

/** The day of a time, or a day as `2026-11-21`, without its year. */
export function formatShortDay(iso: string): string {
  return format(iso, { day: 'numeric', month: 'short' });
}

/** The time of today, for example `14:32 UTC`. */
export function formatClock(iso: string): string {
  return `${format(iso, { hour: '2-digit', minute: '2-digit' })} UTC`;
}
