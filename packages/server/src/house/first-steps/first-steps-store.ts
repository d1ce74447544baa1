import type { DbReader } from '@tern/db/database';
import type { HouseAccountCode } from '@tern/ledger/chart';
import { sql } from 'kysely';

/** Which of the house's accounts were given to their owners on chain. */
export async function listRestrictedAccounts(db: DbReader): Promise<readonly string[]> {
  const { rows } = await sql<{ account: string }>`
    SELECT DISTINCT account FROM treasury_orders WHERE kind = 'restrict' AND state = 'done'`.execute(db);
  return rows.map(({ account }) => account);
}

/** What is set aside for one purpose and not promised yet, in base units of the reward token. */
export async function readSetAside(db: DbReader, code: HouseAccountCode): Promise<bigint> {
  const { rows } = await sql<{ available: string }>`
    SELECT coalesce(sum(posted - held), 0)::text AS available FROM ledger.accounts
     WHERE class <> 'customer' AND code = ${code} AND asset = 'reward'`.execute(db);
  return BigInt(rows[0]?.available ?? 0);
}
