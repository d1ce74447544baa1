/** Everything of one calendar day of this device, in the order given. */
export type Day<Item> = {
  key: string;
  name: 'today' | 'yesterday' | 'this-year' | 'earlier';
  iso: string;
  items: Item[];
};

/** Puts a list that is sorted by time into days, by the device's own clock and time zone. */
export function groupByDay<Item extends { createdAt: string }>(items: readonly Item[], now: Date): Day<Item>[] {
  const today = dayKey(now);
  const yesterday = dayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));
  const days: Day<Item>[] = [];
  for (const item of items) {
    const at = new Date(item.createdAt);
    const key = dayKey(at);
    const last = days.at(-1);
    if (last?.key === key) {
      last.items.push(item);
      continue;
    }
    const name =
      key === today
        ? 'today'
        : key === yesterday
          ? 'yesterday'
          : at.getFullYear() === now.getFullYear()
            ? 'this-year'
            : 'earlier';
    days.push({ key, name, iso: item.createdAt, items: [item] });
  }
  return days;
}

function dayKey(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}
