import type { LogDayView } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import { headed } from './check-log.ts';
import { selectDays } from './ledger-log-store.ts';

/** Days of the log, the oldest first. */
export async function listLogDays(
  db: DbReader,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly days: LogDayView[]; readonly next: number | null }> {
  // One more than is shown says whether another page follows.
  const days = (await selectDays(db, { from, limit: limit + 1 })).map(headed);
  return { days: days.slice(0, limit), next: days.length > limit ? from + limit : null };
}
