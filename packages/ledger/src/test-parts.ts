import { assert } from '@tern/base/assert';
import type { Database, DbReader } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { addParts } from './add-parts.ts';

/**
 * For tests: brings the numbers of transfers to just before the end of a part, so that what is posted next lies on both sides.
 * `ids` numbers still belong to the part.
 */
export async function approachNextPart(db: Database, asWorker: Database, ids: number): Promise<void> {
  await transact(asWorker, addParts);
  const { rows } = await sql<{ end: string | null }>`
    SELECT min(part_end) AS end FROM (
      SELECT (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(\\d+)''\\)'))[1]::bigint AS part_end
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'ledger.entries'::regclass
    ) ends WHERE part_end > (SELECT last_value + ${ids} FROM ledger.transfers_id_seq)`.execute(db.kysely);
  const end = rows[0]?.end ?? undefined;
  assert(end !== undefined, 'a part ends later');
  await sql`SELECT setval('ledger.transfers_id_seq', ${end}::bigint - ${ids} - 1)`.execute(db.kysely);
  await transact(asWorker, addParts);
}

/** For tests: how many entries each part has that has any, in their order. */
export async function countByPart(db: DbReader): Promise<readonly number[]> {
  const { rows } = await sql<{ entries: number }>`
    SELECT count(*)::int AS entries FROM ledger.entries GROUP BY tableoid ORDER BY min(transfer_id)`.execute(db);
  return rows.map(({ entries }) => entries);
}
