import type { ActivityId, EntryId, OperatorId, ParticipationId, PersonId } from '@tern/base/ids';
import type { RejectionReason } from '@tern/contracts/routes/activities';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { Entry } from './activity.ts';
import type { ExternalId } from './external-id.ts';

type Row = {
  readonly id: EntryId;
  readonly number: number;
  readonly external_id: string;
  readonly picture_name: string;
  readonly delete_at: Date;
  readonly deleted_at: Date | null;
  readonly submitted_at: Date;
  readonly due_at: Date;
  readonly decision: 'approved' | 'rejected' | null;
  readonly reason: RejectionReason | null;
  readonly reason_text: string | null;
  readonly decided_at: Date | null;
};

export const entryColumns = sql`
  e.id, e.number, e.external_id, e.picture_name, i.delete_at, i.deleted_at, e.submitted_at, e.due_at, e.decision, e.reason,
  e.reason_text, e.decided_at`;

export async function insertEntry(
  tx: DbTx,
  entry: {
    readonly id: EntryId;
    readonly participationId: ParticipationId;
    readonly number: number;
    readonly externalId: ExternalId;
    readonly pictureName: string;
    readonly reviewHours: number;
  },
): Promise<void> {
  const { id, participationId, number, externalId, pictureName, reviewHours } = entry;
  await sql`
    INSERT INTO activity_entries (id, participation_id, number, external_id, external_id_key, external_id_skeleton, picture_name, due_at)
    VALUES (${id}, ${participationId}, ${number}, ${externalId.shown}, ${externalId.key}, ${externalId.skeleton},
      ${pictureName}, clock_timestamp() + make_interval(hours => ${reviewHours}))`.execute(tx);
}

/** All tries of a participation, the first first. */
export async function selectEntries(db: DbReader, participationId: ParticipationId): Promise<readonly Entry[]> {
  const { rows } = await sql<Row>`
    SELECT ${entryColumns} FROM activity_entries e JOIN activity_pictures i ON i.name = e.picture_name
     WHERE e.participation_id = ${participationId} ORDER BY e.number`.execute(db);
  return rows.map(entryFromRow);
}

/** The try that counts. */
export async function getLastEntry(
  db: DbReader,
  participation: { readonly id: ParticipationId; readonly entries: number },
): Promise<Entry> {
  const last = (await selectEntries(db, participation.id)).find(({ number }) => number === participation.entries);
  if (last === undefined) throw new Error(`participation ${participation.id} has no entry ${participation.entries}`);
  return last;
}

/** Whose try it is, and of what. */
export async function findEntryOwner(
  db: DbReader,
  id: EntryId,
): Promise<
  | {
      readonly participationId: ParticipationId;
      readonly activityId: ActivityId;
      readonly personId: PersonId;
      readonly number: number;
    }
  | undefined
> {
  const { rows } = await sql<{
    participation_id: ParticipationId;
    activity_id: ActivityId;
    person_id: PersonId;
    number: number;
  }>`
    SELECT p.id AS participation_id, p.activity_id, p.person_id, e.number
      FROM activity_entries e JOIN participations p ON p.id = e.participation_id WHERE e.id = ${id}`.execute(db);
  const [row] = rows;
  return (
    row && {
      participationId: row.participation_id,
      activityId: row.activity_id,
      personId: row.person_id,
      number: row.number,
    }
  );
}

/** Writes the decision down; returns when it was made, or undefined where there is one already. */
export async function decideEntryRow(
  tx: DbTx,
  decision: {
    readonly id: EntryId;
    readonly operatorId: OperatorId;
    readonly decision: 'approved' | 'rejected';
    readonly reason: RejectionReason | null;
    readonly reasonText: string | null;
  },
): Promise<Date | undefined> {
  const { rows } = await sql<{ decided_at: Date }>`
    UPDATE activity_entries SET decision = ${decision.decision}, reason = ${decision.reason},
      reason_text = ${decision.reasonText}, decided_by = ${decision.operatorId}, decided_at = clock_timestamp()
     WHERE id = ${decision.id} AND decision IS NULL RETURNING decided_at`.execute(tx);
  return rows[0]?.decided_at;
}

/** Marks tries that were promised an answer by now and have none. Returns them once. */
export async function markLateEntries(
  db: DbReader,
  limit: number,
): Promise<readonly { readonly id: EntryId; readonly dueAt: Date }[]> {
  const { rows } = await sql<{ id: EntryId; due_at: Date }>`
    UPDATE activity_entries SET escalated_at = clock_timestamp()
     WHERE id IN (
       SELECT id FROM activity_entries
        WHERE decision IS NULL AND escalated_at IS NULL AND due_at <= clock_timestamp() ORDER BY due_at LIMIT ${limit})
     RETURNING id, due_at`.execute(db);
  return rows.map(({ id, due_at: dueAt }) => ({ id, dueAt }));
}

/** Takes the user IDs out of everything a person handed in. */
export async function eraseEntries(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`
    UPDATE activity_entries SET external_id = '', external_id_key = '', external_id_skeleton = ''
     WHERE participation_id IN (SELECT id FROM participations WHERE person_id = ${personId})`.execute(tx);
}

/** Everything a person handed in, oldest first, for their copy of all data. */
export async function selectOwnEntries(
  db: DbReader,
  personId: PersonId,
): Promise<readonly (Entry & { readonly activityId: ActivityId })[]> {
  const { rows } = await sql<Row & { readonly activity_id: ActivityId }>`
    SELECT ${entryColumns}, p.activity_id FROM activity_entries e JOIN activity_pictures i ON i.name = e.picture_name
      JOIN participations p ON p.id = e.participation_id
     WHERE p.person_id = ${personId} ORDER BY e.submitted_at, e.id`.execute(db);
  return rows.map((row) => ({ ...entryFromRow(row), activityId: row.activity_id }));
}

export function entryFromRow(row: Row): Entry {
  return {
    id: row.id,
    number: row.number,
    externalId: row.external_id,
    pictureName: row.picture_name,
    pictureDeleteAt: row.delete_at,
    pictureDeletedAt: row.deleted_at,
    submittedAt: row.submitted_at,
    dueAt: row.due_at,
    decision: row.decision,
    reason: row.reason,
    reasonText: row.reason_text,
    decidedAt: row.decided_at,
  };
}
