/**
 * Works through items one after the other. One that throws holds up no other: what was thrown is thrown at the end, several
 * together as an `AggregateError`. Returns how many `work` said were done.
 */
export async function forEachIsolated<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<boolean>,
): Promise<number> {
  const faults: unknown[] = [];
  let done = 0;
  for (const item of items) {
    try {
      if (await work(item)) done += 1;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} of ${items.length} failed`);
  if (faults.length === 1) throw faults[0];
  return done;
}
