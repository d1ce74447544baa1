import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, DbReader } from './database.ts';
import { transact } from './transact.ts';

/** How long a commit takes now. */
export type CommitTimes = {
  /** Of the last commit that was made to measure it; of one that is not confirmed yet, its time so far. */
  readonly seconds: number;
  /** The longest that commits of this role were seen waiting for a standby lately; 0 where none has waited for a second. */
  readonly standbySeconds: number;
};

// Above the alarm's second: who has waited for so long is seen waiting.
const usualPatienceMs = 1_200;
// A slow standby does not let everybody wait, and is looked at four times a minute; the alarm asks for a whole one.
const usualMemoryMs = 30_000;

/**
 * Measures by doing: each call makes one commit, of a few bytes of log that change nothing, and waits for it for `patienceMs` at
 * most (1,200 when absent). While one hangs, no further one is begun. A wait is told for `memoryMs` (30,000 when absent) after
 * it was seen. A database that does not answer is for others to tell.
 */
export function openCommitTimes(
  db: Database,
  { patienceMs = usualPatienceMs, memoryMs = usualMemoryMs } = {},
): () => Promise<CommitTimes> {
  let current: { readonly sinceMs: number; readonly done: Promise<number> } | undefined;
  let seen = { atMs: -memoryMs, seconds: 0 };
  const begin = (): NonNullable<typeof current> => {
    const sinceMs = performance.now();
    const done = commit(db.kysely)
      .catch(() => undefined)
      .then(() => {
        current = undefined;
        return performance.now() - sinceMs;
      });
    return { sinceMs, done };
  };
  // The connection that looks is there first: where all of them hang in commits, another is free only once the wait is over.
  return () =>
    transact(db, async (tx) => {
      current ??= begin();
      const { sinceMs, done } = current;
      const tookMs = await Promise.race([done, wait(patienceMs, undefined, { ref: false })]);
      const waited = tookMs === undefined ? await selectLongestWait(tx) : 0;
      const nowMs = performance.now();
      const remembered = nowMs - seen.atMs < memoryMs ? seen.seconds : 0;
      if (waited > 0) seen = { atMs: nowMs, seconds: Math.max(waited, remembered) };
      return { seconds: (tookMs ?? nowMs - sinceMs) / 1_000, standbySeconds: Math.max(waited, remembered) };
    });
}

/** A transaction that only has a number is not waited for: it needs something in the log. */
async function commit(db: DbReader): Promise<void> {
  await sql`SELECT pg_logical_emit_message(true, 'wallet', '')`.execute(db);
}

/** Seconds; each role sees what its own sessions wait for. */
async function selectLongestWait(db: DbReader): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT coalesce(extract(epoch FROM max(clock_timestamp() - query_start)), 0)::float8 AS seconds
      FROM pg_stat_activity WHERE wait_event = 'SyncRep'`.execute(db);
  return rows[0]?.seconds ?? 0;
}
