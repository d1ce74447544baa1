import type { ActivityId, ParticipationId, PersonId, RecordId, WalletId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { JournalId } from '@tern/ledger/ids';
import { sql } from 'kysely';
import { notOnHold } from '../../people/accounts/public.ts';
import type { Participation, ParticipationState } from './activity.ts';

type Row = {
  readonly id: ParticipationId;
  readonly activity_id: ActivityId;
  readonly person_id: PersonId;
  readonly state: ParticipationState;
  readonly entries: number;
  readonly resubmit_until: Date | null;
  readonly wallet_id: WalletId | null;
  readonly record_id: RecordId | null;
};

export async function findParticipation(
  db: DbReader,
  { activityId, personId }: { readonly activityId: ActivityId; readonly personId: PersonId },
): Promise<Participation | undefined> {
  const { rows } = await sql<Row>`
    SELECT * FROM participations WHERE activity_id = ${activityId} AND person_id = ${personId}`.execute(db);
  return rows[0] && fromRow(rows[0]);
}

/** The person's own, locked until the transaction ends. */
export async function lockParticipation(
  tx: DbTx,
  { activityId, personId }: { readonly activityId: ActivityId; readonly personId: PersonId },
): Promise<Participation | undefined> {
  const { rows } = await sql<Row>`
    SELECT * FROM participations WHERE activity_id = ${activityId} AND person_id = ${personId} FOR UPDATE`.execute(tx);
  return rows[0] && fromRow(rows[0]);
}

export async function lockParticipationById(tx: DbTx, id: ParticipationId): Promise<Participation | undefined> {
  const { rows } = await sql<Row>`SELECT * FROM participations WHERE id = ${id} FOR UPDATE`.execute(tx);
  return rows[0] && fromRow(rows[0]);
}

/** What the database says where somebody has the user ID already, whoever it is. */
export const externalIdConstraint = 'participations_external_id_key';

/** Joins. False where this person has joined at the same moment; a violation where somebody has the user ID. */
export async function insertParticipation(
  tx: DbTx,
  participation: {
    readonly id: ParticipationId;
    readonly activityId: ActivityId;
    readonly personId: PersonId;
    readonly externalIdHash: Buffer;
  },
): Promise<boolean> {
  const { id, activityId, personId, externalIdHash } = participation;
  const { numAffectedRows } = await sql`
    INSERT INTO participations (id, activity_id, person_id, state, entries, external_id_hash)
    VALUES (${id}, ${activityId}, ${personId}, 'under-review', 1, ${externalIdHash})
    ON CONFLICT ON CONSTRAINT participations_person_key DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** Puts a refused participation under review again; a violation where somebody has the user ID meanwhile. */
export async function reopenParticipation(
  tx: DbTx,
  { id, externalIdHash }: { readonly id: ParticipationId; readonly externalIdHash: Buffer },
): Promise<void> {
  await sql`
    UPDATE participations
       SET state = 'under-review', entries = entries + 1, external_id_hash = ${externalIdHash}, resubmit_until = NULL,
           changed_at = clock_timestamp()
     WHERE id = ${id} AND state = 'failed'`.execute(tx);
}

export async function markApproved(tx: DbTx, id: ParticipationId): Promise<void> {
  await sql`
    UPDATE participations SET state = 'approved', changed_at = clock_timestamp()
     WHERE id = ${id} AND state = 'under-review'`.execute(tx);
}

/** Sets the user ID free, for whoever it really belongs to. */
export async function markFailed(tx: DbTx, id: ParticipationId, resubmitUntil: Date | null): Promise<void> {
  await sql`
    UPDATE participations
       SET state = 'failed', external_id_hash = NULL, resubmit_until = ${resubmitUntil}, changed_at = clock_timestamp()
     WHERE id = ${id} AND state = 'under-review'`.execute(tx);
}

/** False unless it was approved and nobody has claimed it. */
export async function markClaimed(tx: DbTx, id: ParticipationId, walletId: WalletId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE participations
       SET state = 'claimed', wallet_id = ${walletId}, claimed_at = clock_timestamp(), changed_at = clock_timestamp()
     WHERE id = ${id} AND state = 'approved'`.execute(tx);
  return numAffectedRows === 1n;
}

/** The oldest claims nobody has paid or is paying, locked. Those of somebody on hold wait for its end, as transfers do. */
export async function lockClaims(tx: DbTx, limit: number): Promise<readonly Participation[]> {
  const { rows } = await sql<Row>`
    SELECT * FROM participations p WHERE state = 'claimed'
       AND ${notOnHold('p.person_id')}
     ORDER BY claimed_at LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED`.execute(tx);
  return rows.map(fromRow);
}

/** Whether somebody has claimed a reward that is not paid yet. */
export async function hasClaim(db: DbReader, personId: PersonId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM participations WHERE person_id = ${personId} AND state = 'claimed' LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function markCompleted(
  tx: DbTx,
  {
    id,
    recordId,
    journalId,
  }: { readonly id: ParticipationId; readonly recordId: RecordId; readonly journalId: JournalId },
): Promise<void> {
  await sql`
    UPDATE participations
       SET state = 'completed', record_id = ${recordId}, journal_id = ${journalId}, changed_at = clock_timestamp()
     WHERE id = ${id} AND state = 'claimed'`.execute(tx);
}

/** Takes a picture as used. False where it was used by another participation, whoever's. */
export async function usePicture(tx: DbTx, contentHash: Buffer, participationId: ParticipationId): Promise<boolean> {
  await sql`
    INSERT INTO used_pictures (content_hash, participation_id) VALUES (${contentHash}, ${participationId})
    ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<{ participation_id: string }>`
    SELECT participation_id FROM used_pictures WHERE content_hash = ${contentHash}`.execute(tx);
  return rows[0]?.participation_id === participationId;
}

function fromRow(row: Row): Participation {
  return {
    id: row.id,
    activityId: row.activity_id,
    personId: row.person_id,
    state: row.state,
    entries: row.entries,
    resubmitUntil: row.resubmit_until,
    walletId: row.wallet_id,
    recordId: row.record_id,
  };
}
