import type { OperatorId, PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export type FoundPerson = {
  readonly id: PersonId;
  readonly publicId: string;
  readonly state: string;
  readonly createdAt: Date;
};

/** People, newest first: all of them, or the one of an id. */
export async function selectPeople(
  db: DbReader,
  { id, before, limit }: { readonly id?: PersonId; readonly before?: PersonId; readonly limit: number },
): Promise<readonly FoundPerson[]> {
  const { rows } = await sql<{ id: PersonId; public_id: string; state: string; created_at: Date }>`
    SELECT p.id, p.public_id, p.state, p.created_at FROM people p
     WHERE (${id ?? null}::uuid IS NULL OR p.id = ${id ?? null}::uuid)
       AND (${before ?? null}::uuid IS NULL OR (p.created_at, p.id) < (
         SELECT b.created_at, b.id FROM people b WHERE b.id = ${before ?? null}::uuid))
     ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ id: row.id, publicId: row.public_id, state: row.state, createdAt: row.created_at }));
}

/** The usernames that a person has or had, the present one first. */
export async function selectUsernames(
  db: DbReader,
  personId: PersonId,
): Promise<readonly { readonly username: string; readonly isCurrent: boolean }[]> {
  const { rows } = await sql<{ username: string; isCurrent: boolean }>`
    SELECT username, is_current AS "isCurrent" FROM usernames WHERE person_id = ${personId}
     ORDER BY is_current DESC, username`.execute(db);
  return rows;
}

const eventsMax = 30;

/** What happened to an account, newest first, without places and devices: these are the person's own to see. */
export async function selectAccountEvents(
  db: DbReader,
  personId: PersonId,
): Promise<readonly { readonly kind: string; readonly at: Date }[]> {
  const { rows } = await sql<{ kind: string; at: Date }>`
    SELECT kind, at FROM security_events WHERE person_id = ${personId} AND kind <> 'transfer-authorized'
     ORDER BY at DESC LIMIT ${eventsMax}`.execute(db);
  return rows;
}

/** Until the transaction ends nobody else is counted in for this operator. */
export async function lockReveals(tx: DbTx, operatorId: OperatorId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('reveals ' || ${operatorId}::text, 0))`.execute(tx);
}

/** How many people but this one an operator has looked at in full within 24 hours, by the log; and whether this one too. */
export async function countReveals(
  db: DbReader,
  operatorId: OperatorId,
  personId?: PersonId,
): Promise<{ readonly others: number; readonly known: boolean }> {
  const { rows } = await sql<{ others: number; known: boolean }>`
    SELECT count(DISTINCT subject) FILTER (WHERE subject IS DISTINCT FROM ${personId ?? null}::text)::int AS others,
           coalesce(bool_or(subject = ${personId ?? null}::text), false) AS known
      FROM operator_actions
     WHERE operator_id = ${operatorId} AND kind = 'person-revealed' AND at > clock_timestamp() - interval '24 hours'`.execute(
    db,
  );
  return rows[0] ?? { others: 0, known: false };
}
