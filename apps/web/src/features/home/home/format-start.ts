import { formatClock, formatDateTime, formatDayAndYear, formatShortDay } from '../../../shared/format-time.ts';

const dayMs = 86_400_000;

/** When something began, as exactly as it is far: `14:32` today, `21 Nov 2026, 14:32` yesterday, `22 Oct`, `22 October 2025`. */
export function formatStart(iso: string, now: Date): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return formatClock(iso);
  const ageMs = now.getTime() - at.getTime();
  if (ageMs < 2 * dayMs) return formatDateTime(iso);
  return ageMs < 300 * dayMs ? formatShortDay(iso) : formatDayAndYear(iso);
}
