import type { EntryId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { markLateEntries } from './entry-store.ts';

export type EscalateDeps = {
  readonly db: Database;
  /** Told once of each entry that was promised an answer by now. */
  readonly onLate: (late: { readonly entryId: EntryId; readonly dueAt: Date }) => void;
};

/** Worker step: alarms about entries whose promised answer is late. Returns how many became late. */
export async function escalateEntries(
  { db, onLate }: EscalateDeps,
  { limit }: { readonly limit: number },
): Promise<number> {
  const late = await markLateEntries(db.kysely, limit);
  for (const { id, dueAt } of late) onLate({ entryId: id, dueAt });
  return late.length;
}
