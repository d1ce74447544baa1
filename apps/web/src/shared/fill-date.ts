import type { DateShape } from './date-shapes.ts';
import type { OwnFormats } from './own-formats.ts';

/** A moment of this device's time zone in a language's own pattern. */
export function fillDate({ dates, dayPeriods, weekdays }: OwnFormats, shape: DateShape, at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const hour12 = at.getHours() % 12 === 0 ? 12 : at.getHours() % 12;
  const fields: Readonly<Record<string, string | undefined>> = {
    year: String(at.getFullYear()),
    month: dates[shape].months[at.getMonth()],
    day: String(at.getDate()),
    day2: two(at.getDate()),
    weekday: weekdays[at.getDay()],
    hour: String(at.getHours()),
    hour2: two(at.getHours()),
    hour12: String(hour12),
    minute2: two(at.getMinutes()),
    second2: two(at.getSeconds()),
    dayPeriod: dayPeriods[at.getHours() < 12 ? 0 : 1],
  };
  return dates[shape].text.replace(/\{(\w+)\}/g, (_, name: string) => fields[name] ?? '');
}
