import { assert } from '@tern/base/assert';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { PauseSchedule } from './failure-counter.ts';

/** `wait`: the tries that are being judged could use up what is left before the next pause. */
export type ReservedTry =
  | { readonly outcome: 'judge' | 'wait' }
  | { readonly outcome: 'paused'; readonly pausedUntil: Date };

/** Reserves a try that is about to be judged, for `leaseMs` at most. Only `judgeTry` calls it. */
export async function reserveTry(
  db: DbReader,
  {
    id,
    key,
    pauses,
    now,
    leaseMs,
  }: {
    readonly id: string;
    readonly key: string;
    readonly pauses: PauseSchedule;
    readonly now: Date;
    readonly leaseMs: number;
  },
): Promise<ReservedTry> {
  const { rows } = await sql<{ outcome: 'judge' | 'wait' | 'paused'; until: Date | null }>`
    SELECT outcome, until FROM reserve_try(${id}::uuid, ${key}::text, ${pauses}::int[], ${now}::timestamptz,
      make_interval(secs => ${leaseMs / 1000}))`.execute(db);
  const [row] = rows;
  assert(row !== undefined, 'reserving a try answers');
  if (row.outcome !== 'paused') return { outcome: row.outcome };
  assert(row.until !== null, 'a pause has an end');
  return { outcome: 'paused', pausedUntil: row.until };
}

/** Ends a judgement; `inTime` is false where the try's time was over before it. Only `judgeTry` calls it. */
export async function settleTry(
  db: DbReader,
  settled: {
    readonly id: string;
    readonly key: string;
    readonly verdict: 'right' | 'wrong' | 'neither';
    readonly pauses: PauseSchedule;
    readonly now: Date;
  },
): Promise<{ readonly inTime: boolean; readonly failures: number; readonly pausedUntil: Date | null }> {
  const { rows } = await sql<{ in_time: boolean; wrong: number | null; until: Date | null }>`
    SELECT in_time, wrong, until FROM settle_try(${settled.id}::uuid, ${settled.key}::text, ${settled.verdict}::text,
      ${settled.pauses}::int[], ${settled.now}::timestamptz)`.execute(db);
  const [row] = rows;
  assert(row !== undefined, 'settling a try answers');
  return { inTime: row.in_time, failures: row.wrong ?? 0, pausedUntil: row.until };
}

/** The try was never judged: it counts for nothing. */
export async function giveTryBack(db: DbReader, id: string): Promise<void> {
  await sql`DELETE FROM pending_tries WHERE id = ${id}::uuid`.execute(db);
}

/** The secret that was guessed at is gone, or was proven in another way: the row of wrong tries ends. */
export async function forgiveTries(db: DbReader, key: string): Promise<void> {
  await db.deleteFrom('failure_counters').where('key', '=', key).execute();
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
