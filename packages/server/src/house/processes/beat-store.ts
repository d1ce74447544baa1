import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

export type ProcessName = 'api' | 'worker' | 'console';

/** A condition that only the process itself can measure, as its metrics say it. */
export type ToldSample = {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
};

/** A process that has not reported for so long does not answer: four beats are missing. */
export const silentAfterSeconds = 60;

/** How long one of several that ended without a word counts. The last of its kind counts until it reports again. */
const lostSeconds = 3_600;

/** What a process says of itself. */
export type Beat = {
  readonly place: string;
  /** Whether it is its first since its start. */
  readonly isFirst: boolean;
  /** How long ago its metrics were last read; undefined where they were not, since its start. */
  readonly metricsReadMsAgo: number | undefined;
  readonly told: readonly ToldSample[];
};

/** Writes down that a process lives, by the database's clock. Which kind it is follows from its login. */
export async function keepBeat(db: DbReader, { place, isFirst, metricsReadMsAgo, told }: Beat): Promise<void> {
  await sql`
    INSERT INTO process_beats (place, metrics_read_at, told)
    VALUES (${place}, clock_timestamp() - make_interval(secs => ${metricsReadMsAgo ?? null}::float8 / 1000), ${JSON.stringify(told)}::jsonb)
    ON CONFLICT ON CONSTRAINT process_beats_pkey DO UPDATE
       SET beat_at = clock_timestamp(), stopped_at = NULL, told = excluded.told,
           started_at = CASE WHEN ${isFirst} THEN clock_timestamp() ELSE process_beats.started_at END,
           metrics_read_at = coalesce(excluded.metrics_read_at, process_beats.metrics_read_at)`.execute(db);
}

/** Writes down that a process ends because it was told to. */
export async function endBeats(db: DbReader, place: string): Promise<void> {
  await sql`
    UPDATE process_beats SET stopped_at = clock_timestamp(), told = '[]'
     WHERE process = substr(session_user, 6) AND place = ${place}`.execute(db);
}

const isCounted = sql`(state = 'live' OR state = 'silent' AND age < make_interval(secs => ${lostSeconds}))`;

export type ProcessState = {
  readonly process: ProcessName;
  readonly place: string;
  readonly state: 'live' | 'silent' | 'stopped';
  readonly startedAt: Date;
  /** When it last said that it lives. */
  readonly beatAt: Date;
  readonly metricsReadAt: Date | null;
  readonly metricsUnreadSeconds: number | null;
  readonly told: readonly ToldSample[];
};

/**
 * Every process that runs or should: those that live; those that fell silent without a word, for an hour; and of a kind of
 * which there is neither, the one that lived last.
 */
export async function selectProcesses(db: DbReader): Promise<readonly ProcessState[]> {
  const { rows } = await sql<ProcessState>`
    WITH beats AS (
      SELECT b.*, clock_timestamp() - b.beat_at AS age,
             CASE WHEN b.stopped_at IS NOT NULL THEN 'stopped'
                  WHEN b.beat_at > clock_timestamp() - make_interval(secs => ${silentAfterSeconds}) THEN 'live'
                  ELSE 'silent' END AS state
        FROM process_beats b),
    ranked AS (
      SELECT *, bool_or(${isCounted}) OVER (PARTITION BY process) AS is_kind_counted,
             row_number() OVER (PARTITION BY process ORDER BY beat_at DESC) AS place_in_kind FROM beats)
    SELECT process, place, state, started_at AS "startedAt", beat_at AS "beatAt", metrics_read_at AS "metricsReadAt",
           extract(epoch FROM clock_timestamp() - metrics_read_at)::float8 AS "metricsUnreadSeconds",
           CASE WHEN state = 'live' THEN told ELSE '[]' END AS told
      FROM ranked
     WHERE ${isCounted} OR NOT is_kind_counted AND place_in_kind = 1
     ORDER BY process, place`.execute(db);
  return rows;
}

/** Forgets what has not reported for a day, but for the last of each kind. Returns how many. */
export async function deleteOldBeats(db: DbReader): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM process_beats b WHERE b.beat_at < clock_timestamp() - interval '1 day'
       AND EXISTS (SELECT FROM process_beats o WHERE o.process = b.process AND o.beat_at > b.beat_at)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
