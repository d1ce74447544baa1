import type { AnnouncementId, OperatorId, PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { exactPlace, isBefore } from '../../platform/exact-place.ts';

export type AnnouncementTexts = Readonly<Record<string, { readonly title: string; readonly body: string }>>;

export type Announcement = {
  readonly id: AnnouncementId;
  readonly texts: AnnouncementTexts;
  /** Null for everybody. */
  readonly personIds: readonly PersonId[] | null;
  readonly sendAt: Date;
  readonly state: 'draft' | 'released' | 'sent' | 'withdrawn';
  readonly writtenBy: OperatorId;
  readonly releasedBy: OperatorId | null;
  readonly toldUntil: PersonId | null;
  readonly told: number;
};

const columns = sql`id, texts, person_ids AS "personIds", send_at AS "sendAt", state, written_by AS "writtenBy",
  released_by AS "releasedBy", told_until AS "toldUntil", told`;

export async function insertAnnouncement(
  tx: DbTx,
  each: Pick<Announcement, 'id' | 'texts' | 'personIds' | 'sendAt' | 'writtenBy'>,
): Promise<void> {
  await sql`
    INSERT INTO announcements (id, texts, person_ids, send_at, written_by)
    VALUES (${each.id}, ${JSON.stringify(each.texts)}::jsonb, ${each.personIds}::uuid[], ${each.sendAt},
      ${each.writtenBy})`.execute(tx);
}

const writtenAt = sql`written_at`;
const announcementId = sql`id`;

/** Newest first, each with its place in the list. Throws `INPUT_INVALID` for a place that is none. */
export async function selectAnnouncements(
  db: DbReader,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly (Announcement & { readonly place: string })[]> {
  const { rows } = await sql<Announcement & { readonly place: string }>`
    SELECT ${columns}, ${exactPlace(writtenAt, announcementId)} AS place
      FROM announcements WHERE ${isBefore(writtenAt, announcementId, after)}
     ORDER BY written_at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** What was told to everybody, or is being told. */
export type PublicAnnouncement = Pick<Announcement, 'id' | 'texts'> & { readonly sentAt: Date };

/** Released announcements to everybody whose time has come, newest first. */
export async function selectPublicAnnouncements(db: DbReader, limit: number): Promise<readonly PublicAnnouncement[]> {
  const { rows } = await sql<PublicAnnouncement>`
    SELECT id, texts, send_at AS "sentAt" FROM announcements
     WHERE person_ids IS NULL AND state IN ('released', 'sent') AND send_at <= clock_timestamp()
     ORDER BY send_at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findAnnouncement(db: DbReader, id: AnnouncementId): Promise<Announcement | undefined> {
  const { rows } = await sql<Announcement>`SELECT ${columns} FROM announcements WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** Locked until the transaction ends. */
export async function lockAnnouncement(tx: DbTx, id: AnnouncementId): Promise<Announcement | undefined> {
  const { rows } = await sql<Announcement>`SELECT ${columns} FROM announcements WHERE id = ${id} FOR UPDATE`.execute(
    tx,
  );
  return rows[0];
}

/** One whose time has come, locked for this transaction alone. */
export async function lockDueAnnouncement(tx: DbTx): Promise<Announcement | undefined> {
  const { rows } = await sql<Announcement>`
    SELECT ${columns} FROM announcements WHERE state = 'released' AND send_at <= clock_timestamp()
     ORDER BY send_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0];
}

export async function markDecided(
  tx: DbTx,
  id: AnnouncementId,
  decided: { readonly state: 'released'; readonly releasedBy: OperatorId } | { readonly state: 'withdrawn' },
): Promise<void> {
  const by = decided.state === 'released' ? decided.releasedBy : null;
  await sql`
    UPDATE announcements SET state = ${decided.state}, released_by = coalesce(${by}, released_by) WHERE id = ${id}`.execute(
    tx,
  );
}

/** Whom to tell next, in the order of their ids: those it is for who have an account. */
export async function selectNextPeople(
  tx: DbTx,
  { personIds, toldUntil }: Announcement,
  limit: number,
): Promise<readonly PersonId[]> {
  const { rows } = await sql<{ id: PersonId }>`
    SELECT id FROM people
     WHERE state = 'active' AND (${toldUntil}::uuid IS NULL OR id > ${toldUntil}::uuid)
       AND (${personIds}::uuid[] IS NULL OR id = ANY (${personIds}::uuid[]))
     ORDER BY id LIMIT ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function markTold(
  tx: DbTx,
  id: AnnouncementId,
  told: readonly PersonId[],
  isLast: boolean,
): Promise<void> {
  await sql`
    UPDATE announcements SET told = told + ${told.length}, told_until = coalesce(${told.at(-1) ?? null}::uuid, told_until),
      state = CASE WHEN ${isLast} THEN 'sent' ELSE state END WHERE id = ${id}`.execute(tx);
}

/** The numbers of these people, in order. */
export async function selectNumbersOf(db: DbReader, personIds: readonly PersonId[]): Promise<readonly string[]> {
  const { rows } = await sql<{ public_id: string }>`
    SELECT public_id FROM people WHERE id = ANY (${[...personIds]}::uuid[]) ORDER BY public_id`.execute(db);
  return rows.map((row) => row.public_id);
}
