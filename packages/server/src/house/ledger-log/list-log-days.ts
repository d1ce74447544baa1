import type { LogDayView } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import { proveConsistency } from '@tern/proofs/log/consistency';
import { hashDay } from '@tern/proofs/log/open-log';
import { headed } from './check-log.ts';
import { selectDays } from './ledger-log-store.ts';

/** Days of the log, the oldest first, each with the proof that the log with it goes on from the log before. */
export async function listLogDays(
  db: DbReader,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly days: LogDayView[]; readonly next: number | null }> {
  const all = (await selectDays(db, { from: 0, limit: from + limit })).map(headed);
  const leaves = all.map(hashDay);
  const days = all.slice(from).map((day) => ({
    ...day,
    consistency: day.position === 0 ? [] : [...proveConsistency(leaves.slice(0, day.position + 1), day.position)],
  }));
  return { days, next: days.length < limit ? null : from + days.length };
}
