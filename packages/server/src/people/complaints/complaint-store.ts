import type { OperatorId, PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { exactPlace, isBehind } from '../../platform/exact-place.ts';

export type Complaint = {
  readonly id: string;
  readonly personId: PersonId;
  /** The number the person knows themselves by. */
  readonly publicId: string;
  readonly subject: string;
  readonly text: string;
  readonly recordId: string | null;
  readonly filedAt: Date;
  readonly dueAt: Date;
  /** Whether the promised time is over, by the database's clock, without an answer. */
  readonly overdue: boolean;
  readonly answer: string | null;
  readonly answeredAt: Date | null;
  readonly answeredBy: OperatorId | null;
};

const columns = sql`c.id, c.person_id AS "personId", p.public_id AS "publicId", c.subject, c.body AS text,
  c.record_id AS "recordId", c.filed_at AS "filedAt", c.due_at AS "dueAt",
  c.answered_at IS NULL AND c.due_at < clock_timestamp() AS overdue,
  c.answer, c.answered_at AS "answeredAt", c.answered_by AS "answeredBy"`;

export type NewComplaint = Pick<Complaint, 'id' | 'personId' | 'subject' | 'text' | 'recordId'> & {
  readonly key: string;
  readonly answerDays: number;
};

/** Stores it unless the person has filed it under this key already. */
export async function insertComplaint(tx: DbTx, each: NewComplaint): Promise<void> {
  await sql`
    INSERT INTO complaints (id, person_id, key, subject, body, record_id, due_at)
    VALUES (${each.id}, ${each.personId}, ${each.key}, ${each.subject}, ${each.text}, ${each.recordId},
      clock_timestamp() + make_interval(days => ${each.answerDays}))
    ON CONFLICT ON CONSTRAINT complaints_person_key DO NOTHING`.execute(tx);
}

export async function selectComplaintByKey(
  db: DbReader,
  personId: PersonId,
  key: string,
): Promise<Complaint | undefined> {
  const { rows } = await sql<Complaint>`
    SELECT ${columns} FROM complaints c JOIN people p ON p.id = c.person_id
     WHERE c.person_id = ${personId} AND c.key = ${key}`.execute(db);
  return rows[0];
}

/** The person's own, newest first. */
export async function selectOwnComplaints(
  db: DbReader,
  personId: PersonId,
  limit: number,
): Promise<readonly Complaint[]> {
  const { rows } = await sql<Complaint>`
    SELECT ${columns} FROM complaints c JOIN people p ON p.id = c.person_id
     WHERE c.person_id = ${personId} ORDER BY c.filed_at DESC, c.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

const dueAt = sql`c.due_at`;
const complaintId = sql`c.id`;

/** What waits for an answer, the most urgent first, each with its place. Throws `INPUT_INVALID` for a place that is none. */
export async function selectOpenComplaints(
  db: DbReader,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly (Complaint & { readonly place: string })[]> {
  const { rows } = await sql<Complaint & { readonly place: string }>`
    SELECT ${columns}, ${exactPlace(dueAt, complaintId)} AS place
      FROM complaints c JOIN people p ON p.id = c.person_id
     WHERE c.answered_at IS NULL AND ${isBehind(dueAt, complaintId, after)}
     ORDER BY c.due_at, c.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** What was answered last, newest first. */
export async function selectAnsweredComplaints(db: DbReader, limit: number): Promise<readonly Complaint[]> {
  const { rows } = await sql<Complaint>`
    SELECT ${columns} FROM complaints c JOIN people p ON p.id = c.person_id
     WHERE c.answered_at IS NOT NULL ORDER BY c.answered_at DESC, c.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Locked until the transaction ends. */
export async function lockComplaint(
  tx: DbTx,
  id: string,
): Promise<Pick<Complaint, 'personId' | 'answeredAt'> | undefined> {
  const { rows } = await sql<Pick<Complaint, 'personId' | 'answeredAt'>>`
    SELECT person_id AS "personId", answered_at AS "answeredAt" FROM complaints WHERE id = ${id} FOR UPDATE`.execute(
    tx,
  );
  return rows[0];
}

export async function markAnswered(
  tx: DbTx,
  id: string,
  { text, operatorId }: { readonly text: string; readonly operatorId: OperatorId },
): Promise<void> {
  await sql`
    UPDATE complaints SET answer = ${text}, answered_at = clock_timestamp(), answered_by = ${operatorId}
     WHERE id = ${id}`.execute(tx);
}
