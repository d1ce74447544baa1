import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/** Which of the house's accounts were given to their owners on chain. */
export async function listRestrictedAccounts(db: DbReader): Promise<readonly string[]> {
  const { rows } = await sql<{ account: string }>`
    SELECT DISTINCT account FROM treasury_orders WHERE kind = 'restrict' AND state = 'done'`.execute(db);
  return rows.map(({ account }) => account);
}

/** What lies in the reward pool, in base units of the reward token. */
export async function readPool(db: DbReader): Promise<bigint> {
  const { rows } = await sql<{ posted: string }>`
    SELECT coalesce(sum(posted), 0)::text AS posted FROM ledger.accounts
     WHERE class = 'reward-pool' AND asset = 'reward'`.execute(db);
  return BigInt(rows[0]?.posted ?? 0);
}
