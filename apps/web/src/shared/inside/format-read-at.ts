import { formatClock, formatDateTime } from '../format-time.ts';

/** When something was read: the clock today, with the day before that. */
export function formatReadAt(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const isToday = at.toDateString() === new Date(nowMs).toDateString();
  return (isToday ? formatClock : formatDateTime)(at.toISOString());
}
