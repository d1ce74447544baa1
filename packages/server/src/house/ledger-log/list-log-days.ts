import type { LogDayView } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import { headed } from './check-log.ts';
import { selectDays } from './ledger-log-store.ts';
import { splitHashes } from './ledger-log.ts';

/** Days of the log, the oldest first, each with the proof that the log with it goes on from the log before. */
export async function listLogDays(
  db: DbReader,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly days: LogDayView[]; readonly next: number | null }> {
  const kept = await selectDays(db, { from, limit });
  const days = kept.map((day) => ({
    ...headed(day),
    consistency: splitHashes(day.consistency).map((hash) => hash.toString('hex')),
  }));
  return { days, next: days.length < limit ? null : from + days.length };
}
