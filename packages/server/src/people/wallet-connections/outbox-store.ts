import type { DbReader, DbTx } from '@tern/db/database';
import type { SymKey } from '@tern/wallet-connection/keys';
import { sealOutgoing, type Outgoing, type Publishing } from '@tern/wallet-connection/outgoing';
import { sql } from 'kysely';

/** Longer than a relay is waited for; after it another worker may send the message. */
const leaseSeconds = 60;

export type Claimed = Publishing & { readonly id: string };

/** Has the worker send these messages, in this order, once the transaction has committed. */
export async function insertOutgoing(tx: DbTx, outgoing: readonly Outgoing[], key: SymKey): Promise<void> {
  for (const each of outgoing) {
    const { topic, message, ttl, tag, prompt } = sealOutgoing(each, key);
    await sql`
      INSERT INTO connection_outbox (topic, envelope, ttl, tag, prompt, expires_at)
      VALUES (${topic}, ${message}, ${ttl}, ${tag}, ${prompt}, clock_timestamp() + make_interval(secs => ${ttl}))`.execute(
      tx,
    );
  }
}

/** Takes up to `limit` messages for this worker alone, the oldest first, for a minute of database time. */
export async function claimOutgoing(db: DbReader, { limit }: { readonly limit: number }): Promise<readonly Claimed[]> {
  const { rows } = await sql<Claimed>`
    WITH claimed AS (
      UPDATE connection_outbox SET claimed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      WHERE id IN (
        SELECT id FROM connection_outbox
         WHERE (claimed_until IS NULL OR claimed_until < clock_timestamp()) AND expires_at > clock_timestamp()
         ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, topic, envelope, ttl, tag, prompt)
    SELECT id::text, topic, envelope AS message, ttl, tag, prompt FROM claimed ORDER BY claimed.id`.execute(db);
  return rows;
}

/** The relay has them. */
export async function deleteOutgoing(db: DbReader, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM connection_outbox WHERE id = ANY (${[...ids]}::bigint[])`.execute(db);
}

/** The relay did not take them: whoever reaches it next sends them. */
export async function releaseOutgoing(db: DbReader, ids: readonly string[]): Promise<void> {
  await sql`UPDATE connection_outbox SET claimed_until = NULL WHERE id = ANY (${[...ids]}::bigint[])`.execute(db);
}

/** Deletes what no site would take any more. */
export async function deleteExpiredOutgoing(db: DbReader, { limit }: { readonly limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM connection_outbox WHERE id IN (
      SELECT id FROM connection_outbox WHERE expires_at <= clock_timestamp() LIMIT ${limit} FOR UPDATE SKIP LOCKED)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
