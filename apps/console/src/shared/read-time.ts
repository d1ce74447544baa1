const form = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]+(\d{1,2})[:：](\d{2}))?$/;

/** A typed day, year first, as `2026-11-21`; undefined for what is no day from 2000 to 2099, or has a time behind it. */
export function readDay(text: string): string | undefined {
  return readParts(text, false)?.slice(0, 10);
}

/** A typed day and minute of UTC, year first, as ISO 8601; undefined for what is none. */
export function readMoment(text: string): string | undefined {
  return readParts(text, true);
}

/** How a moment stands in a field: `2026-11-21 14:32`, in UTC. */
export function toFieldText(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

function readParts(text: string, withTime: boolean): string | undefined {
  const [, year = '', month = '', day = '', hour, minute] = form.exec(text.trim()) ?? [];
  if (year < '2000' || year > '2099' || (hour !== undefined) !== withTime) return undefined;
  const two = (part = '00'): string => part.padStart(2, '0');
  const iso = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:00.000Z`;
  const at = new Date(iso);
  // The 31st of a short month would silently become another day.
  return Number.isNaN(at.getTime()) || at.toISOString() !== iso ? undefined : iso;
}
