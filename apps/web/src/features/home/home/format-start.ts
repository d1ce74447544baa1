import { formatClockOrDay, formatDateTime } from '../../../shared/format-time.ts';

const twoDaysMs = 2 * 86_400_000;

/** When something began, as exactly as it is far: `14:32` today, `21 Nov 2026, 14:32` yesterday, `22 Oct`, `22 October 2025`. */
export function formatStart(iso: string, now: Date): string {
  const at = new Date(iso);
  const isYesterday = at.toDateString() !== now.toDateString() && now.getTime() - at.getTime() < twoDaysMs;
  return isYesterday ? formatDateTime(iso) : formatClockOrDay(iso, now);
}
