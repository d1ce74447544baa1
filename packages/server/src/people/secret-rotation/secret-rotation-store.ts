import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/** Hashes of passwords that were made with another pepper than the newest, or before hashes named theirs. */
export async function countOldHashes(db: DbReader, pepperId: string): Promise<{ login: number; trade: number }> {
  const suffix = `%#${pepperId}`;
  const { rows } = await sql<{ login: string; trade: string }>`
    SELECT (SELECT count(*) FROM credentials WHERE hash NOT LIKE ${suffix})::text AS login,
           (SELECT count(*) FROM trade_passwords WHERE hash NOT LIKE ${suffix})::text AS trade`.execute(db);
  const [row] = rows;
  return { login: Number(row?.login), trade: Number(row?.trade) };
}

/** What depends on `session-key` and does not say on which of its keys. */
export async function countBoundToSessionKey(
  db: DbReader,
): Promise<{ recoveryCodes: number; pushes: number; waitingMessages: number; connections: number }> {
  const { rows } = await sql<{ codes: string; pushes: string; waiting: string; connections: string }>`
    SELECT (SELECT count(DISTINCT person_id) FROM recovery_codes WHERE used_at IS NULL)::text AS codes,
           (SELECT count(*) FROM push_subscriptions)::text AS pushes,
           (SELECT count(*) FROM outbox WHERE state IN ('waiting', 'handed'))::text AS waiting,
           (SELECT count(*) FROM wallet_connections WHERE sealed IS NOT NULL)::text AS connections`.execute(db);
  const [row] = rows;
  return {
    recoveryCodes: Number(row?.codes),
    pushes: Number(row?.pushes),
    waitingMessages: Number(row?.waiting),
    connections: Number(row?.connections),
  };
}
