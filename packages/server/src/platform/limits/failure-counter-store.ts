import { assert } from '@tern/base/assert';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { PauseSchedule } from './failure-counter.ts';

/** `wait`: the tries that are being judged could use up what is left before the next pause. */
export type ReservedTry =
  | { readonly outcome: 'judge' | 'wait' }
  | { readonly outcome: 'paused'; readonly pausedUntil: Date };

/** One look at a secret: its own id, and the key under which wrong ones are counted. */
export type Try = { readonly id: string; readonly key: string };

/** `inTime` is false where the try's time was over before it was judged; `failures`: wrong tries in a row, this one included. */
export type SettledTry = { readonly inTime: boolean; readonly failures: number; readonly pausedUntil: Date | null };

type Schedule = { readonly pauses: PauseSchedule; readonly now: Date };

/** Reserves tries that are about to be judged, for `leaseMs` at most; answers for each in their order. */
export async function reserveTries(
  db: DbReader,
  tries: readonly Try[],
  { pauses, now, leaseMs }: Schedule & { readonly leaseMs: number },
): Promise<readonly ReservedTry[]> {
  const { rows } = await sql<{ id: string; outcome: 'judge' | 'wait' | 'paused'; until: Date | null }>`
    SELECT id, outcome, until FROM reserve_tries(${tries.map(({ id }) => id)}::uuid[], ${tries.map(({ key }) => key)}::text[],
      ${pauses}::int[], ${now}::timestamptz, make_interval(secs => ${leaseMs / 1000}))`.execute(db);
  const answers = new Map(rows.map((row) => [row.id, row]));
  return tries.map(({ id }) => {
    const row = answers.get(id);
    assert(row !== undefined, 'reserving a try answers');
    if (row.outcome !== 'paused') return { outcome: row.outcome };
    assert(row.until !== null, 'a pause has an end');
    return { outcome: 'paused', pausedUntil: row.until };
  });
}

/** Ends judgements; answers for each in their order. */
export async function settleTries(
  db: DbReader,
  judged: readonly (Try & { readonly verdict: 'right' | 'wrong' | 'neither' })[],
  { pauses, now }: Schedule,
): Promise<readonly SettledTry[]> {
  const { rows } = await sql<{ id: string; in_time: boolean; wrong: number | null; until: Date | null }>`
    SELECT id, in_time, wrong, until FROM settle_tries(${judged.map(({ id }) => id)}::uuid[],
      ${judged.map(({ key }) => key)}::text[], ${judged.map(({ verdict }) => verdict)}::text[], ${pauses}::int[],
      ${now}::timestamptz)`.execute(db);
  const answers = new Map(rows.map((row) => [row.id, row]));
  return judged.map(({ id }) => {
    const row = answers.get(id);
    assert(row !== undefined, 'settling a try answers');
    return { inTime: row.in_time, failures: row.wrong ?? 0, pausedUntil: row.until };
  });
}

/** The tries were never judged: they count for nothing. */
export async function giveTriesBack(db: DbReader, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM pending_tries WHERE id = ANY(${ids}::uuid[])`.execute(db);
}

/** The secret that was guessed at is gone, or was proven in another way: the row of wrong tries ends. */
export async function forgiveTries(db: DbReader, key: string): Promise<void> {
  await db.deleteFrom('failure_counters').where('key', '=', key).execute();
}

export async function findPause(db: DbReader, key: string, now: Date): Promise<Date | undefined> {
  return (await findPauses(db, [key], now)).get(key);
}

/** When the pauses under these keys end that are on at `now`; a key without one is absent. */
export async function findPauses(db: DbReader, keys: readonly string[], now: Date): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ key: string; paused_until: Date }>`
    SELECT key, paused_until FROM failure_counters WHERE key = ANY(${keys}::text[]) AND paused_until > ${now}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.key, row.paused_until]));
}
