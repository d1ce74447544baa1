import type { ServiceScope } from '@tern/contracts/service-key';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { ServiceKey } from './service-key.ts';

const columns = sql`id, name, scopes, addresses, opened_at AS "openedAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt"`;

/** All of them, those that can be used first; an installation has a handful. */
export async function selectKeys(db: DbReader): Promise<readonly ServiceKey[]> {
  const { rows } = await sql<ServiceKey>`
    SELECT ${columns} FROM service_keys ORDER BY revoked_at IS NOT NULL, name, opened_at DESC`.execute(db);
  return rows;
}

/** A key with what the database keeps of its secret. */
export async function findKeyById(
  db: DbReader,
  id: string,
): Promise<(ServiceKey & { readonly secretHash: Buffer }) | undefined> {
  const { rows } = await sql<ServiceKey & { readonly secretHash: Buffer }>`
    SELECT ${columns}, secret_hash AS "secretHash" FROM service_keys WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** Locked until the transaction ends. */
export async function lockKey(tx: DbTx, id: string): Promise<ServiceKey | undefined> {
  const { rows } = await sql<ServiceKey>`SELECT ${columns} FROM service_keys WHERE id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

type Granted = {
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
  readonly addresses: readonly string[];
};

/** Opens a key for so many days from now on; `id` is that of the change. False where a key that is not revoked has the name. */
export async function insertKey(
  tx: DbTx,
  {
    id,
    name,
    scopes,
    addresses,
    days,
    secretHash,
  }: Granted & { readonly id: string; readonly days: number; readonly secretHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO service_keys (id, name, scopes, addresses, secret_hash, expires_at, change_id)
    VALUES (${id}, ${name}, ${[...scopes]}::text[], ${[...addresses]}::text[], ${secretHash},
      now() + make_interval(hours => 24 * ${days}::int), ${id})
    ON CONFLICT (name) WHERE revoked_at IS NULL DO NOTHING RETURNING 1`.execute(tx);
  return rows.length === 1;
}

/** What two operators decided, and the change by which they did. */
type Decided = { readonly id: string; readonly changeId: string };

export async function changeKey(tx: DbTx, { id, changeId, name, scopes, addresses }: Decided & Granted): Promise<void> {
  await sql`
    UPDATE service_keys SET name = ${name}, scopes = ${[...scopes]}::text[], addresses = ${[...addresses]}::text[],
      change_id = ${changeId} WHERE id = ${id}`.execute(tx);
}

/** For good: the next call by it is refused. */
export async function revokeKey(tx: DbTx, { id, changeId }: Decided): Promise<void> {
  await sql`
    UPDATE service_keys SET revoked_at = clock_timestamp(), change_id = ${changeId} WHERE id = ${id}`.execute(tx);
}
