import { i18n } from '@lingui/core';

/** A moment in UTC to the second; the column or the sentence says the zone. */
export function formatMoment(iso: string): string {
  return new Intl.DateTimeFormat(i18n.locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(new Date(iso));
}

/** A day of UTC, as `2026-11-21`, with its year. */
export function formatUtcDay(day: string): string {
  return new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
