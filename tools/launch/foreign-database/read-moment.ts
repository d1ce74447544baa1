/** A day and a time to the minute or finer, as ISO 8601 or PostgreSQL writes them, and the zone. */
const written = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:(Z)|([+-]\d\d)(?::?(\d\d))?)$/i;

/**
 * Reads a moment that names its time zone; undefined for anything else: without a zone it would be that of whoever reads it.
 *
 * @example
 * readMoment('2026-11-28 20:15:00+00'); // → 2026-11-28T20:15:00.000Z
 * readMoment('2026-11-28T20:15:00'); // → undefined
 */
export function readMoment(text: string): Date | undefined {
  const found = written.exec(text.trim());
  if (found === null) return undefined;
  const [, day = '', time = '', utc, hours = '+00', minutes = '00'] = found;
  const moment = new Date(`${day}T${time}${utc === undefined ? `${hours}:${minutes}` : 'Z'}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
