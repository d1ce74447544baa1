import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { LimitKey } from './limit-key.ts';

export type RateWindow = {
  readonly key: LimitKey;
  /** Hits allowed within any period of `windowMs`. */
  readonly limit: number;
  readonly windowMs: number;
};

/**
 * Takes one hit of a sliding window, or says in how many milliseconds one is free. One statement counts and checks:
 * of any number of parallel callers exactly `limit` get through. A refused hit does not count. `at`: when the hit was; an
 * earlier one leaves the window earlier.
 */
export async function takeHit(
  db: DbReader,
  { key, limit, windowMs }: RateWindow,
  now: Date,
  at = now,
): Promise<{ retryAfterMs: number } | undefined> {
  const opened = new Date(now.getTime() - windowMs);
  const ends = new Date(now.getTime() + windowMs);
  const { rows } = await sql`
    INSERT INTO rate_windows AS w (key, hits, expires_at) VALUES (${key}, ARRAY[${at}::timestamptz], ${ends})
    ON CONFLICT ON CONSTRAINT rate_windows_pkey DO UPDATE
    SET hits = ARRAY(SELECT h FROM unnest(w.hits) AS h WHERE h > ${opened} ORDER BY h) || ${at}::timestamptz, expires_at = ${ends}
    WHERE (SELECT count(*) FROM unnest(w.hits) AS h WHERE h > ${opened}) < ${limit}
    RETURNING 1`.execute(db);
  if (rows.length > 0) return undefined;
  const oldest = await sql<{ at: Date | null }>`
    SELECT min(h) AS at FROM rate_windows, unnest(hits) AS h WHERE key = ${key} AND h > ${opened}`.execute(db);
  const first = oldest.rows[0]?.at ?? now;
  return { retryAfterMs: Math.max(1, first.getTime() + windowMs - now.getTime()) };
}

/** The hit of that moment counts from now on, for the whole window; where it has left the window already, it comes back. */
export async function moveHit(
  db: DbReader,
  key: LimitKey,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<void> {
  await sql`
    UPDATE rate_windows SET hits = coalesce(${without(from)}, hits) || ${to}::timestamptz WHERE key = ${key}`.execute(
    db,
  );
}

/** The hit of that moment was for nothing: it is as if it had not been taken. */
export async function returnHit(db: DbReader, key: LimitKey, at: Date): Promise<void> {
  await sql`
    UPDATE rate_windows SET hits = ${without(at)} WHERE key = ${key} AND ${at}::timestamptz = ANY (hits)`.execute(db);
}

/** The hits without one of that moment; null where there is none. */
function without(at: Date) {
  const position = sql`array_position(hits, ${at}::timestamptz)`;
  return sql`(hits[:${position} - 1] || hits[${position} + 1:])`;
}
