import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { Breach, InvariantId } from './breach.ts';

/** An inspection that is this worker's. Times by the database's clock. */
export type Inspection = {
  readonly startedAt: Date;
  /** Absent for a full inspection. */
  readonly since?: Date;
};

/** Several workers share one inspection a minute; a little less, so that a timer that is early does not wait for the next. */
const everySeconds = 50;
const fullEveryHours = 24;
const fullAgainMinutes = 10;
/** Longer than a full inspection takes. Whoever died during it is not waited for longer. */
const claimMinutes = 30;
/** What was written before the inspection before began may have been committed after it: no transaction is open this long. */
const overlapMinutes = 10;

/** Undefined while another inspection is under way or recent enough. */
export async function claimInspection(db: DbReader): Promise<Inspection | undefined> {
  const { rows } = await sql<{ started_at: Date; since: Date | null }>`
    UPDATE book_inspections SET claimed_until = clock_timestamp() + make_interval(mins => ${claimMinutes})
    WHERE (claimed_until IS NULL OR claimed_until < clock_timestamp())
      AND (inspected_at IS NULL OR inspected_at < clock_timestamp() - make_interval(secs => ${everySeconds}))
    RETURNING clock_timestamp() AS started_at, CASE
      WHEN full_at > clock_timestamp() - make_interval(hours => ${fullEveryHours})
        AND (full_at > clock_timestamp() - make_interval(mins => ${fullAgainMinutes}) OR NOT EXISTS (SELECT FROM book_alarms))
      THEN inspected_at - make_interval(mins => ${overlapMinutes}) END AS since`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return { startedAt: row.started_at, ...(row.since === null ? {} : { since: row.since }) };
}

/** Stores what an inspection found and returns what of it is new. A full inspection takes back what it no longer finds. */
export async function endInspection(
  tx: DbTx,
  inspection: Inspection,
  found: readonly Breach[],
): Promise<readonly Breach[]> {
  const isFull = inspection.since === undefined;
  await sql`
    UPDATE book_inspections SET claimed_until = NULL, inspected_at = ${inspection.startedAt},
      full_at = CASE WHEN ${isFull} THEN ${inspection.startedAt}::timestamptz ELSE full_at END`.execute(tx);
  const findings = JSON.stringify(found);
  if (isFull) {
    await sql`
      DELETE FROM book_alarms a WHERE NOT EXISTS (
        SELECT FROM jsonb_to_recordset(${findings}::jsonb) AS f (invariant text, finding text)
        WHERE (f.invariant, f.finding) = (a.invariant, a.finding))`.execute(tx);
  }
  const { rows } = await sql<Breach>`
    INSERT INTO book_alarms (invariant, finding)
    SELECT DISTINCT invariant, finding FROM jsonb_to_recordset(${findings}::jsonb) AS f (invariant text, finding text)
    ON CONFLICT DO NOTHING RETURNING invariant, finding`.execute(tx);
  return rows;
}

/** The inspection failed: the next one need not wait until its claim runs out. */
export async function releaseInspection(db: DbReader, { startedAt }: Inspection): Promise<void> {
  await sql`UPDATE book_inspections SET claimed_until = NULL WHERE claimed_until > ${startedAt}`.execute(db);
}

/** The invariants that are broken, each once. */
export async function selectAlarms(db: DbReader): Promise<readonly InvariantId[]> {
  const { rows } = await sql<{ invariant: InvariantId }>`
    SELECT DISTINCT invariant FROM book_alarms ORDER BY invariant`.execute(db);
  return rows.map(({ invariant }) => invariant);
}

/** The invariants that are broken, each with the time its oldest finding is from. */
export async function selectAlarmTimes(
  db: DbReader,
): Promise<readonly { readonly invariant: InvariantId; readonly foundAt: Date }[]> {
  const { rows } = await sql<{ invariant: InvariantId; foundAt: Date }>`
    SELECT invariant, min(found_at) AS "foundAt" FROM book_alarms GROUP BY invariant ORDER BY invariant`.execute(db);
  return rows;
}

/** When the books were last looked at; null before the first time. Whether that is too long ago, by database time. */
export async function selectLastInspection(
  db: DbReader,
): Promise<{ readonly inspectedAt: Date | null; readonly late: boolean }> {
  const { rows } = await sql<{ inspected_at: Date | null; late: boolean }>`
    SELECT inspected_at, coalesce(inspected_at < clock_timestamp() - make_interval(mins => ${claimMinutes}), false) AS late
    FROM book_inspections`.execute(db);
  return { inspectedAt: rows[0]?.inspected_at ?? null, late: rows[0]?.late ?? false };
}
