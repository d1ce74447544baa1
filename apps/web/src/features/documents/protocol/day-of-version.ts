import { formatDayAndYear } from '../../../shared/format-time.ts';

/** The day of a version in words; noon, so that it is the same day everywhere. */
export function dayOfVersion(version: string): string {
  return formatDayAndYear(`${version}T12:00:00`);
}
