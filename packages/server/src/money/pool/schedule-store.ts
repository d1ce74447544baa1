import { assert } from '@tern/base/assert';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { PlannedSchedule, PoolSchedule, Schedules } from './pool-schedule.ts';

/** What is in force and was decided; until a worker has looked after the pool for the first time, what the settings say. */
export async function readSchedules(db: DbReader, settings: PoolSchedule): Promise<Schedules> {
  const { rows } = await sql<{ every_hours: number; share_basis_points: number; applies_from: Date }>`
    SELECT every_hours, share_basis_points, applies_from FROM pool_schedules ORDER BY number`.execute(db);
  const [first, ...others] = rows.map((row): PlannedSchedule => ({
    everyHours: row.every_hours,
    shareBasisPoints: BigInt(row.share_basis_points),
    from: row.applies_from,
  }));
  return first === undefined ? [{ ...settings, from: new Date(0) }] : [first, ...others];
}

/**
 * The same, with the first line written where it is missing, and the moment it is read at. Until the transaction ends nobody
 * else decides about the schedule or begins a distribution by it: what is decided from now on lies after this moment.
 */
export async function lockSchedules(
  tx: DbTx,
  settings: PoolSchedule,
): Promise<{ readonly schedules: Schedules; readonly now: Date }> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('pool_schedules', 0))`.execute(tx);
  await sql`
    SELECT begin_pool_schedule(${settings.everyHours}::smallint, ${Number(settings.shareBasisPoints)}::smallint)`.execute(
    tx,
  );
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(tx);
  const [row] = rows;
  assert(row !== undefined, 'a moment is one row');
  return { schedules: await readSchedules(tx, settings), now: row.now };
}

/** Only under the lock. */
export async function insertSchedule(
  tx: DbTx,
  {
    number,
    everyHours,
    shareBasisPoints,
    decidedAt,
    from,
    worse,
  }: PlannedSchedule & { readonly number: number; readonly decidedAt: Date; readonly worse: boolean },
): Promise<void> {
  await sql`
    INSERT INTO pool_schedules (number, every_hours, share_basis_points, decided_at, applies_from, worse)
    VALUES (${number}, ${everyHours}, ${Number(shareBasisPoints)}, ${decidedAt}, ${from}, ${worse})`.execute(tx);
}
