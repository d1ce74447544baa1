import type { Database } from '@tern/db/database';
import { sql } from 'kysely';
import type { LostThing } from './find-lost.ts';

type Newest = {
  readonly at: Date | null;
  readonly id: string | null;
  readonly key: string | null;
  readonly booked: Date | null;
};

/**
 * Why a copy cannot say what is lost, as a sentence; undefined where it can. A copy that was brought no further than the moment,
 * or along the history of the restored database, lacks everything that is lost, and would say that nothing is.
 */
export async function doubtCopy({
  restored,
  aside,
  since,
  lost,
}: {
  readonly restored: Database;
  readonly aside: Database;
  readonly since: Date;
  readonly lost: readonly LostThing[];
}): Promise<string | undefined> {
  if (lost.length > 0) return undefined;
  const { rows } = await sql<Newest>`
    SELECT greatest(j.created_at, (SELECT max(changed_at) FROM withdrawals), (SELECT max(created_at) FROM people)) AS at,
           j.id::text, j.idempotency_key AS key, date_trunc('milliseconds', j.created_at) AS booked
      FROM (SELECT) AS one LEFT JOIN LATERAL (
        SELECT id, idempotency_key, created_at FROM ledger.journals ORDER BY id DESC LIMIT 1) j ON true`.execute(
    aside.kysely,
  );
  const [newest] = rows;
  if (newest === undefined || newest.at === null || newest.at <= since)
    return `The copy has nothing later than ${since.toISOString()}. Restore it further, or correct --since.`;
  if (newest.booked === null || newest.booked <= since) return undefined;
  const { rows: here } = await sql`
    SELECT FROM ledger.journals
     WHERE id = ${newest.id}::bigint AND idempotency_key = ${newest.key} AND date_trunc('milliseconds', created_at) = ${newest.booked}`.execute(
    restored.kysely,
  );
  if (here.length === 0) return undefined;
  return 'The copy has nothing later than this database: it follows the same history. Restore it along the old one.';
}
