import { formatLocale } from '../../../shared/format-locale.ts';
import { formatClock } from '../../../shared/format-time.ts';

/** The clock with its zone, for example `00:00 UTC` or `01:00 GMT+1`: for a moment that is set by another clock than the person's. */
export function formatClockAndZone(iso: string): string {
  const parts = new Intl.DateTimeFormat(formatLocale(), { timeZoneName: 'short' }).formatToParts(new Date(iso));
  return `${formatClock(iso)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`.trimEnd();
}
