import type { ActivityId, OperatorId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { unitsFromWire, unitsToWire } from '@tern/money/units';
import { sql } from 'kysely';
import { exactPlace, isBefore } from '../../platform/exact-place.ts';
import type { Activity, ActivityState, ActivityTerms } from './activity.ts';
import type { ActivityTexts } from './texts.ts';

export type ActivityRow = {
  readonly id: ActivityId;
  readonly state: ActivityState;
  readonly texts: ActivityTexts;
  readonly platform: string;
  readonly affiliated: boolean;
  readonly sample_name: string | null;
  readonly reward: string;
  readonly places: number;
  readonly places_taken: number;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly review_hours: number;
  readonly picture_days: number;
  readonly changed_by: OperatorId | null;
  readonly published_at: Date | null;
  readonly closed_at: Date | null;
  readonly now: Date;
};

/** An activity with the database's time when it was read. */
export type ActivityNow = { readonly activity: Activity; readonly now: Date };

export const activityColumns = sql`
  a.id, a.state, a.texts, a.platform, a.affiliated, a.sample_name, a.reward, a.places, a.places_taken, a.opens_at,
  a.closes_at, a.review_hours, a.picture_days, a.changed_by, a.published_at, a.closed_at, clock_timestamp() AS now`;

export async function findActivity(db: DbReader, id: ActivityId): Promise<ActivityNow | undefined> {
  const { rows } = await sql<ActivityRow>`SELECT ${activityColumns} FROM activities a WHERE id = ${id}`.execute(db);
  return rows[0] && { activity: activityFromRow(rows[0]), now: rows[0].now };
}

/** Locked until the transaction ends: places are counted one after the other. */
export async function lockActivity(tx: DbTx, id: ActivityId): Promise<ActivityNow | undefined> {
  const { rows } = await sql<ActivityRow>`
    SELECT ${activityColumns} FROM activities a WHERE id = ${id} FOR UPDATE`.execute(tx);
  return rows[0] && { activity: activityFromRow(rows[0]), now: rows[0].now };
}

const createdAt = sql`a.created_at`;
const activityId = sql`a.id`;

/** Newest first, for operators, each with its place in the list. Throws `INPUT_INVALID` for a place that is none. */
export async function selectActivities(
  db: DbReader,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly (Activity & { readonly place: string })[]> {
  const { rows } = await sql<ActivityRow & { readonly place: string }>`
    SELECT ${activityColumns}, ${exactPlace(createdAt, activityId)} AS place
      FROM activities a WHERE ${isBefore(createdAt, activityId, after)}
     ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...activityFromRow(row), place: row.place }));
}

export async function insertActivity(
  tx: DbTx,
  {
    id,
    terms,
    changedBy,
  }: { readonly id: ActivityId; readonly terms: ActivityTerms; readonly changedBy: OperatorId | null },
): Promise<void> {
  await sql`
    INSERT INTO activities (id, state, texts, platform, affiliated, sample_name, reward, places, opens_at, closes_at,
      review_hours, picture_days, changed_by)
    VALUES (${id}, 'draft', ${JSON.stringify(terms.texts)}::jsonb, ${terms.platform}, ${terms.affiliated},
      ${terms.sampleName}, ${unitsToWire(terms.reward)}, ${terms.places}, ${terms.opensAt}, ${terms.closesAt},
      ${terms.reviewHours}, ${terms.pictureDays}, ${changedBy})`.execute(tx);
}

/** Changes a draft. False where it is none any more. */
export async function updateDraft(
  tx: DbTx,
  { id, terms, changedBy }: { readonly id: ActivityId; readonly terms: ActivityTerms; readonly changedBy: OperatorId },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE activities SET texts = ${JSON.stringify(terms.texts)}::jsonb, platform = ${terms.platform},
      affiliated = ${terms.affiliated}, sample_name = ${terms.sampleName}, reward = ${unitsToWire(terms.reward)},
      places = ${terms.places}, opens_at = ${terms.opensAt}, closes_at = ${terms.closesAt},
      review_hours = ${terms.reviewHours}, picture_days = ${terms.pictureDays}, changed_by = ${changedBy}
     WHERE id = ${id} AND state = 'draft'`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markPublished(tx: DbTx, id: ActivityId): Promise<void> {
  await sql`
    UPDATE activities SET state = 'published', published_at = clock_timestamp()
     WHERE id = ${id} AND state = 'draft'`.execute(tx);
}

export async function markClosed(tx: DbTx, id: ActivityId): Promise<void> {
  await sql`
    UPDATE activities SET state = 'closed', closed_at = clock_timestamp()
     WHERE id = ${id} AND state = 'published'`.execute(tx);
}

/** One place more or less is taken. */
export async function changePlaces(tx: DbTx, id: ActivityId, by: 1 | -1): Promise<void> {
  await sql`UPDATE activities SET places_taken = places_taken + ${by} WHERE id = ${id}`.execute(tx);
}

/**
 * An activity that is over for everybody, locked: closed or past its end, and nobody waits for an answer or may try again.
 * With how many rewards are still owed.
 */
export async function lockFinished(
  tx: DbTx,
): Promise<{ readonly activity: Activity; readonly owed: number } | undefined> {
  const { rows } = await sql<ActivityRow & { readonly owed: number }>`
    SELECT ${activityColumns},
      (SELECT count(*)::int FROM participations p WHERE p.activity_id = a.id AND p.state IN ('approved', 'claimed')) AS owed
      FROM activities a
     WHERE a.state <> 'draft' AND a.returned_at IS NULL AND (a.state = 'closed' OR a.closes_at <= clock_timestamp())
       AND NOT EXISTS (
         SELECT FROM participations p
          WHERE p.activity_id = a.id
            AND (p.state = 'under-review' OR (p.state = 'failed' AND p.resubmit_until > clock_timestamp())))
     ORDER BY a.closes_at LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0] && { activity: activityFromRow(rows[0]), owed: rows[0].owed };
}

export async function markReturned(tx: DbTx, id: ActivityId): Promise<void> {
  await sql`UPDATE activities SET returned_at = clock_timestamp() WHERE id = ${id}`.execute(tx);
}

export function activityFromRow(row: ActivityRow): Activity {
  return {
    id: row.id,
    state: row.state,
    texts: row.texts,
    platform: row.platform,
    affiliated: row.affiliated,
    sampleName: row.sample_name,
    reward: unitsFromWire(row.reward),
    places: row.places,
    placesTaken: row.places_taken,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    reviewHours: row.review_hours,
    pictureDays: row.picture_days,
    changedBy: row.changed_by,
    publishedAt: row.published_at,
    closedAt: row.closed_at,
  };
}
