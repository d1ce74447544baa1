import type { PersonId, RecordId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/** Rows as the database writes them in JSON, which it reads again without loss. */
type Rows = { readonly events: string; readonly replies: string };

/**
 * Copies what shows that a person confirmed a draft, from another database with the same tables: that the factors were given for
 * exactly this draft, and what was answered.
 */
export async function copyAuthorisation(
  tx: DbTx,
  aside: DbReader,
  { personId, hash, recordId }: { readonly personId: PersonId; readonly hash: Buffer; readonly recordId: RecordId },
): Promise<void> {
  const { rows } = await sql<Rows>`
    SELECT
      (SELECT coalesce(jsonb_agg(to_jsonb(e)), '[]')::text FROM security_events e
        WHERE e.person_id = ${personId} AND e.kind = 'transfer-authorized' AND e.detail = ${hash.toString('hex')}) AS events,
      (SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]')::text FROM idempotent_replies r
        WHERE r.person_id = ${personId} AND r.body ->> 'id' = ${recordId}::text) AS replies`.execute(aside);
  const [found] = rows;
  await sql`
    INSERT INTO security_events SELECT * FROM jsonb_populate_recordset(NULL::security_events, ${found?.events ?? '[]'}::jsonb)
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    INSERT INTO idempotent_replies
    SELECT * FROM jsonb_populate_recordset(NULL::idempotent_replies, ${found?.replies ?? '[]'}::jsonb)
    ON CONFLICT DO NOTHING`.execute(tx);
}
