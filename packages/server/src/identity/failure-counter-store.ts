import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { PauseSchedule } from './failure-counter.ts';

/** The try may be looked at; `pausedUntil` says from when the next one counts, should this one be wrong. */
export type AllowedTry = { readonly allowed: true; readonly failures: number; readonly pausedUntil: Date | null };
export type Try = AllowedTry | { readonly allowed: false; readonly pausedUntil: Date };

/**
 * Counts a try as wrong before it is looked at, unless a pause is on. Commit it before looking: run it outside the
 * caller's transaction, so that no rollback gives a try back.
 */
export async function reserveTry(db: DbReader, key: string, pauses: PauseSchedule, now: Date): Promise<Try> {
  const pausedUntil = (failures: ReturnType<typeof sql>) => sql`
    CASE WHEN (${pauses}::int[])[least(${failures}, ${pauses.length})] > 0
      THEN ${now}::timestamptz + make_interval(secs => (${pauses}::int[])[least(${failures}, ${pauses.length})]) END`;
  const { rows } = await sql<{ failures: number; paused_until: Date | null }>`
    INSERT INTO failure_counters AS f (key, failures, paused_until, changed_at)
    VALUES (${key}, 1, ${pausedUntil(sql`1`)}, ${now})
    ON CONFLICT ON CONSTRAINT failure_counters_pkey DO UPDATE
    SET failures = f.failures + 1, paused_until = ${pausedUntil(sql`f.failures + 1`)}, changed_at = ${now}
    WHERE f.paused_until IS NULL OR f.paused_until <= ${now}
    RETURNING failures, paused_until`.execute(db);
  const [row] = rows;
  if (row !== undefined) return { allowed: true, failures: row.failures, pausedUntil: row.paused_until };
  // A right try in between may have cleared the pause: then the shortest wait is said.
  return { allowed: false, pausedUntil: (await findPause(db, key, now)) ?? new Date(now.getTime() + 1000) };
}

/** The try was right: the row of wrong ones ends. */
export async function forgiveTries(db: DbReader, key: string): Promise<void> {
  await db.deleteFrom('failure_counters').where('key', '=', key).execute();
}

/** The try was neither wrong nor proof enough: the count stands as before it, and a pause it began is over. */
export async function returnTry(db: DbReader, key: string, { pausedUntil }: AllowedTry): Promise<void> {
  await sql`
    MERGE INTO failure_counters f USING (SELECT ${key}::text AS key) AS given ON f.key = given.key
    WHEN MATCHED AND f.failures = 1 THEN DELETE
    WHEN MATCHED THEN UPDATE SET failures = f.failures - 1, paused_until = nullif(f.paused_until, ${pausedUntil}::timestamptz)`.execute(
    db,
  );
}

export async function findPause(db: DbReader, key: string, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('failure_counters')
    .select('paused_until')
    .where('key', '=', key)
    .where('paused_until', '>', now)
    .executeTakeFirst();
  return row?.paused_until ?? undefined;
}
