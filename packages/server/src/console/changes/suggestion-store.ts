import type { SuggestibleContent } from '@tern/contracts/routes/console-changes';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export type Suggestion = {
  readonly id: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly content: SuggestibleContent;
  readonly note: string;
  readonly madeAt: Date;
  /** State of the change that an operator proposed because of it; null where none did. */
  readonly changeState: 'proposed' | 'done' | 'withdrawn' | null;
};

/** Days for which operators can propose what was suggested. */
export const suggestionDays = 7;

/** Days for which a suggestion is kept once it is over: nobody proposed it in time, or two operators have decided. */
const keptDays = 30;

const columns = sql`s.id, s.key_id AS "keyId", k.name AS "keyName", s.content, s.note, s.made_at AS "madeAt",
  (SELECT c.state FROM house_changes c WHERE c.id = s.change_id) AS "changeState"`;

/** Waits until nobody else writes a suggestion by this key. */
export async function lockSuggestionsOf(tx: DbTx, keyId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('suggestions ' || ${keyId}::text, 0))`.execute(tx);
}

/** False where there is one of this id already. */
export async function insertSuggestion(
  tx: DbTx,
  { id, keyId, content, note }: Pick<Suggestion, 'id' | 'keyId' | 'content' | 'note'>,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO service_suggestions (id, key_id, content, note)
    VALUES (${id}, ${keyId}, ${JSON.stringify(content)}::jsonb, ${note}) ON CONFLICT DO NOTHING RETURNING 1`.execute(
    tx,
  );
  return rows.length === 1;
}

/** A suggestion, unless its key was revoked. */
export async function findSuggestion(db: DbReader, id: string): Promise<Suggestion | undefined> {
  const { rows } = await sql<Suggestion>`
    SELECT ${columns} FROM service_suggestions s JOIN service_keys k ON k.id = s.key_id
     WHERE s.id = ${id} AND k.revoked_at IS NULL`.execute(db);
  return rows[0];
}

/** The suggestion that made an operator propose this change. */
export async function findSuggestionOf(db: DbReader, changeId: string): Promise<Suggestion | undefined> {
  const { rows } = await sql<Suggestion>`
    SELECT ${columns} FROM service_suggestions s JOIN service_keys k ON k.id = s.key_id
     WHERE s.change_id = ${changeId}`.execute(db);
  return rows[0];
}

/** What operators can propose now, the oldest first: of one key where one is named. What a revoked key suggested is gone. */
export async function selectWaitingSuggestions(
  db: DbReader,
  { keyId, now }: { readonly keyId?: string; readonly now: Date },
): Promise<readonly Suggestion[]> {
  const { rows } = await sql<Suggestion>`
    SELECT ${columns} FROM service_suggestions s JOIN service_keys k ON k.id = s.key_id
     WHERE s.change_id IS NULL AND k.revoked_at IS NULL AND s.made_at > ${now}::timestamptz - make_interval(days => ${suggestionDays}::int)
       AND (${keyId ?? null}::uuid IS NULL OR s.key_id = ${keyId ?? null}::uuid)
     ORDER BY s.made_at, s.id`.execute(db);
  return rows;
}

/** Names the change that an operator proposes because of it. False where one was proposed already, its time is over, or its key was revoked. */
export async function takeSuggestion(
  tx: DbTx,
  { id, changeId }: { readonly id: string; readonly changeId: string },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE service_suggestions s SET change_id = ${changeId}
     WHERE s.id = ${id} AND s.change_id IS NULL
       AND s.made_at > clock_timestamp() - make_interval(days => ${suggestionDays}::int)
       AND EXISTS (SELECT FROM service_keys k WHERE k.id = s.key_id AND k.revoked_at IS NULL) RETURNING 1`.execute(tx);
  return rows.length === 1;
}

/** Deletes up to `limit` suggestions that are over for long enough, by the database's clock. Returns how many. */
export async function deleteOldSuggestions(db: DbReader, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM service_suggestions WHERE id IN (
      SELECT s.id FROM service_suggestions s LEFT JOIN house_changes c ON c.id = s.change_id
       WHERE CASE WHEN s.change_id IS NULL THEN s.made_at + make_interval(days => ${suggestionDays}::int) ELSE c.decided_at END
             < clock_timestamp() - make_interval(days => ${keptDays}::int)
       LIMIT ${limit}) RETURNING 1`.execute(db);
  return rows.length;
}
