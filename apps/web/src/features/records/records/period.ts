/** A day as date fields write it; undefined for anything else. */
export function readDay(raw: string | null): string | undefined {
  if (raw === null || !/^\d{4}-\d{2}-\d{2}$/.test(raw)) return undefined;
  return startOf(raw, 0) === undefined ? undefined : raw;
}

/** The moments a period of days means where the person is: from the first day's beginning to the last one's end. */
export function momentsOf(period: { from: string | undefined; until: string | undefined }) {
  return {
    from: period.from === undefined ? undefined : startOf(period.from, 0),
    until: period.until === undefined ? undefined : startOf(period.until, 1),
  };
}

function startOf(day: string, later: number): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  const exists = later !== 0 || (start.getMonth() === month - 1 && start.getDate() === date && year >= 2000);
  return exists ? start.toISOString() : undefined;
}
