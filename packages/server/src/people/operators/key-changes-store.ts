import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

export type KeyChanges = {
  /** Further keys within their first days: they decide about no money yet. */
  readonly added: number;
  /** Keys that their own operators removed within the last three days. */
  readonly removed: number;
};

/** What operators did to their own keys within the last three days, which is everybody's business so long. */
export async function countKeyChanges(db: DbReader): Promise<KeyChanges> {
  const { rows } = await sql<KeyChanges>`
    SELECT (count(*) FILTER (WHERE decides_money_from > clock_timestamp() AND ended_at IS NULL))::int AS added,
           (count(*) FILTER (WHERE end_reason = 'removed' AND ended_at > clock_timestamp() - interval '72 hours'))::int
             AS removed
      FROM operator_passkeys`.execute(db);
  return rows[0] ?? { added: 0, removed: 0 };
}
