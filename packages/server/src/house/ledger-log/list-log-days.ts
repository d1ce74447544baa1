import type { LogDayView } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import { headed } from './check-log.ts';
import { selectDays } from './ledger-log-store.ts';

/** Days of the log, the oldest first. */
export async function listLogDays(
  db: DbReader,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly days: LogDayView[]; readonly next: number | null }> {
  const days = (await selectDays(db, { from, limit })).map(headed);
  return { days, next: days.length < limit ? null : from + days.length };
}
