import type { ActivityId, EntryId, PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import type { ActivityTexts } from './texts.ts';

/** An entry that waits for a reviewer. */
export type WaitingEntry = {
  readonly id: EntryId;
  readonly activityId: ActivityId;
  /** English title. */
  readonly activityTitle: string;
  readonly personId: PersonId;
  readonly personPublicId: string;
  readonly reward: Units;
  /** Which try of the person it is. */
  readonly number: number;
  readonly externalId: string;
  readonly pictureName: string;
  readonly submittedAt: Date;
  readonly dueAt: Date;
  readonly late: boolean;
};

/** Where a page of waiting entries ended. */
export type WaitingCursor = { readonly dueAt: Date; readonly id: EntryId };

type WaitingRow = {
  readonly id: EntryId;
  readonly activity_id: ActivityId;
  readonly texts: ActivityTexts;
  readonly person_id: PersonId;
  readonly public_id: string;
  readonly reward: string;
  readonly number: number;
  readonly external_id: string;
  readonly picture_name: string;
  readonly submitted_at: Date;
  readonly due_at: Date;
  readonly late: boolean;
};

const waitingColumns = sql`
  e.id, p.activity_id, a.texts, p.person_id, who.public_id, a.reward, e.number, e.external_id, e.picture_name,
  e.submitted_at, e.due_at, e.due_at <= clock_timestamp() AS late`;
const waitingTables = sql`
  activity_entries e JOIN participations p ON p.id = e.participation_id JOIN activities a ON a.id = p.activity_id
  JOIN people who ON who.id = p.person_id`;

/** Entries that wait, the one whose answer is due first, first. */
export async function selectWaiting(
  db: DbReader,
  {
    activityId,
    after,
    limit,
  }: {
    readonly activityId?: ActivityId | undefined;
    readonly after?: WaitingCursor | undefined;
    readonly limit: number;
  },
): Promise<readonly WaitingEntry[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT ${waitingColumns} FROM ${waitingTables}
     WHERE e.decision IS NULL AND p.state = 'under-review' AND e.number = p.entries
       AND ${activityId === undefined ? sql`true` : sql`p.activity_id = ${activityId}`}
       AND ${after === undefined ? sql`true` : sql`(e.due_at, e.id) > (${after.dueAt}, ${after.id})`}
     ORDER BY e.due_at, e.id LIMIT ${limit}`.execute(db);
  return rows.map(fromRow);
}

export async function findWaiting(db: DbReader, id: EntryId): Promise<WaitingEntry | undefined> {
  const { rows } = await sql<WaitingRow>`
    SELECT ${waitingColumns} FROM ${waitingTables} WHERE e.id = ${id}`.execute(db);
  return rows[0] && fromRow(rows[0]);
}

/** Another person's entry that has something in common with this one. */
export type Match = {
  readonly entryId: EntryId;
  readonly personId: PersonId;
  readonly personPublicId: string;
  readonly activityTitle: string;
  readonly externalId: string;
  readonly pictureName: string;
  readonly pictureDeleted: boolean;
  readonly decision: 'approved' | 'rejected' | null;
  readonly submittedAt: Date;
  /** The user ID is the same, or looks the same; null where neither. */
  readonly externalIdMatch: 'same' | 'alike' | null;
  /** Of 256 bits of what the pictures look like, how many differ; null where it is more than alike. */
  readonly pictureDistance: number | null;
};

/** Up to so many bits two pictures that are one differ in, saved again or slightly cut. */
const alikeBits = 40;
const matchesMax = 12;

type MatchRow = {
  readonly id: EntryId;
  readonly person_id: PersonId;
  readonly public_id: string;
  readonly texts: ActivityTexts;
  readonly external_id: string;
  readonly picture_name: string;
  readonly deleted: boolean;
  readonly decision: 'approved' | 'rejected' | null;
  readonly submitted_at: Date;
  readonly same: boolean;
  readonly alike: boolean;
  readonly distance: number;
};

/** Entries of other people with the same or a look-alike user ID, or a picture that looks the same; nearest first. */
export async function selectMatches(db: DbReader, id: EntryId): Promise<readonly Match[]> {
  const { rows } = await sql<MatchRow>`
    WITH this AS (
      SELECT e.external_id_key, e.external_id_skeleton, i.image_hash, p.person_id FROM activity_entries e
        JOIN activity_pictures i ON i.name = e.picture_name JOIN participations p ON p.id = e.participation_id
       WHERE e.id = ${id})
    SELECT e.id, p.person_id, who.public_id, a.texts, e.external_id, e.picture_name, i.deleted_at IS NOT NULL AS deleted,
           e.decision, e.submitted_at, e.external_id_key = this.external_id_key AND e.external_id_key <> '' AS same,
           e.external_id_skeleton = this.external_id_skeleton AND e.external_id_skeleton <> '' AS alike, bit_count(i.image_hash # this.image_hash)::int AS distance
      FROM this JOIN activity_entries e ON true JOIN activity_pictures i ON i.name = e.picture_name
      JOIN participations p ON p.id = e.participation_id AND p.person_id <> this.person_id
      JOIN activities a ON a.id = p.activity_id JOIN people who ON who.id = p.person_id
     WHERE (e.external_id_skeleton = this.external_id_skeleton AND e.external_id_skeleton <> '') OR bit_count(i.image_hash # this.image_hash) <= ${alikeBits}
     ORDER BY same DESC, distance, e.submitted_at, e.id LIMIT ${matchesMax}`.execute(db);
  return rows.map((row) => ({
    entryId: row.id,
    personId: row.person_id,
    personPublicId: row.public_id,
    activityTitle: titleOf(row.texts),
    externalId: row.external_id,
    pictureName: row.picture_name,
    pictureDeleted: row.deleted,
    decision: row.decision,
    submittedAt: row.submitted_at,
    externalIdMatch: row.same ? 'same' : row.alike ? 'alike' : null,
    pictureDistance: row.distance <= alikeBits ? row.distance : null,
  }));
}

function titleOf(texts: ActivityTexts): string {
  return texts['en']?.title ?? '';
}

function fromRow(row: WaitingRow): WaitingEntry {
  return {
    id: row.id,
    activityId: row.activity_id,
    activityTitle: titleOf(row.texts),
    personId: row.person_id,
    personPublicId: row.public_id,
    reward: unitsFromWire(row.reward),
    number: row.number,
    externalId: row.external_id,
    pictureName: row.picture_name,
    submittedAt: row.submitted_at,
    dueAt: row.due_at,
    late: row.late,
  };
}
