import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { Json } from './canonical-json.ts';

export type ReplyKey = { readonly personId: PersonId; readonly key: string };
export type StoredReply = { readonly requestHash: Buffer; readonly body: Json };

/**
 * For so many days of database time the same request gets the same reply; after that the worker deletes it. A repeat is then
 * refused wherever money moves, because the draft, the quote or the claim that it names is used up.
 */
export const replyKeptDays = 90;

/** Makes everyone else with one of these keys wait until this transaction ends; in one order, whoever locks several. */
export async function lockKeys(tx: DbTx, keys: readonly ReplyKey[]): Promise<void> {
  const names = keys.map(({ personId, key }) => `idempotency:${personId}:${key}`);
  await sql`
    SELECT pg_advisory_xact_lock(hash)
    FROM (SELECT hashtextextended(name, 0) AS hash FROM unnest(${names}::text[]) AS name ORDER BY 1) AS ordered`.execute(
    tx,
  );
}

/** What is stored for each of the keys, in their order. */
export async function findStoredReplies(
  db: DbReader,
  keys: readonly ReplyKey[],
): Promise<readonly (StoredReply | undefined)[]> {
  const { rows } = await sql<{ place: string; request_hash: Buffer; body: Json }>`
    SELECT k.place, r.request_hash, r.body
    FROM unnest(${keys.map(({ personId }) => personId)}::uuid[], ${keys.map(({ key }) => key)}::uuid[])
      WITH ORDINALITY AS k (person_id, key, place)
    JOIN idempotent_replies r ON r.person_id = k.person_id AND r.key = k.key`.execute(db);
  const found = new Map(rows.map((row) => [Number(row.place), row]));
  return keys.map((_key, at) => {
    const row = found.get(at + 1);
    return row === undefined ? undefined : { requestHash: row.request_hash, body: row.body };
  });
}

/** Returns the bodies as the database keeps them, so that the first answer and every replay are the same bytes. */
export async function insertReplies(tx: DbTx, replies: readonly (ReplyKey & StoredReply)[]): Promise<readonly Json[]> {
  const { rows } = await sql<{ body: Json }>`
    WITH given AS (
      SELECT * FROM unnest(
        ${replies.map(({ personId }) => personId)}::uuid[], ${replies.map(({ key }) => key)}::uuid[],
        ${replies.map(({ requestHash }) => requestHash)}::bytea[], ${replies.map(({ body }) => JSON.stringify(body))}::jsonb[]
      ) WITH ORDINALITY AS g (person_id, key, request_hash, body, place)
    ), written AS (
      INSERT INTO idempotent_replies (person_id, key, request_hash, status, body)
      SELECT person_id, key, request_hash, 200, body FROM given
    )
    SELECT body FROM given ORDER BY place`.execute(tx);
  return rows.map(({ body }) => body);
}
