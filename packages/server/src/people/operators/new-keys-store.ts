import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/** Further keys of operators within their first days: they decide about no money yet, and are everybody's business so long. */
export async function countNewKeys(db: DbReader): Promise<number> {
  const { rows } = await sql<{ keys: number }>`
    SELECT count(*)::int AS keys FROM operator_passkeys
     WHERE decides_money_from > clock_timestamp() AND ended_at IS NULL`.execute(db);
  return rows[0]?.keys ?? 0;
}
