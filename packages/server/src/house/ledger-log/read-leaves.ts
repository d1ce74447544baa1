import type { DbReader } from '@tern/db/database';
import { readEntriesOf } from './entry-store.ts';
import { leafOfBooks, leafOfEntry } from './ledger-log.ts';

/** The leaves of a day's entries as the books have them now, with that of the root of the books, and the number of entries. */
export async function readLeaves(
  db: DbReader,
  { day, dailyRoot, seed }: { readonly day: string; readonly dailyRoot: string; readonly seed: Buffer },
): Promise<{ readonly leaves: readonly Buffer[]; readonly entries: number }> {
  const leaves = [leafOfBooks(seed, { day, dailyRoot })];
  for await (const entries of readEntriesOf(db, day))
    for (const entry of entries) leaves.push(leafOfEntry(seed, entry));
  return { leaves, entries: leaves.length - 1 };
}
