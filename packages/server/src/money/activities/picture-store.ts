import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { unusedPictureHours, unusedPicturesMax } from './activity.ts';

export type OwnPicture = { readonly contentHash: Buffer; readonly used: boolean };

/** Bits of an image hash as the database takes them. */
function bitsOf(imageHash: Buffer): string {
  return [...imageHash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}

/** Writes a picture down whose file is there. Returns when it goes again, unless it is handed in. */
export async function insertPicture(
  db: DbReader,
  picture: {
    readonly name: string;
    readonly personId: PersonId;
    readonly contentHash: Buffer;
    readonly imageHash: Buffer;
    readonly bytes: number;
  },
): Promise<Date> {
  const { rows } = await sql<{ delete_at: Date }>`
    INSERT INTO activity_pictures (name, person_id, content_hash, image_hash, bytes, delete_at)
    VALUES (${picture.name}, ${picture.personId}, ${picture.contentHash}, ${bitsOf(picture.imageHash)}::bit(256),
      ${picture.bytes}, clock_timestamp() + make_interval(hours => ${unusedPictureHours}))
    RETURNING delete_at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an inserted picture comes back');
  return row.delete_at;
}

/** Has the oldest pictures go that a person never handed in and has more of than anybody needs. */
export async function dropSurplus(db: DbReader, personId: PersonId): Promise<void> {
  await sql`
    UPDATE activity_pictures SET delete_at = clock_timestamp()
     WHERE NOT used AND name IN (
       SELECT name FROM activity_pictures
        WHERE person_id = ${personId} AND NOT used AND delete_at > clock_timestamp()
        ORDER BY uploaded_at DESC, name OFFSET ${unusedPicturesMax})`.execute(db);
}

/** The person's own picture that is not about to go, locked. */
export async function lockOwnPicture(tx: DbTx, personId: PersonId, name: string): Promise<OwnPicture | undefined> {
  const { rows } = await sql<{ content_hash: Buffer; used: boolean }>`
    SELECT content_hash, used FROM activity_pictures
     WHERE name = ${name} AND person_id = ${personId} AND delete_at > clock_timestamp() AND deleted_at IS NULL
       FOR UPDATE`.execute(tx);
  return rows[0] && { contentHash: rows[0].content_hash, used: rows[0].used };
}

/** From now on it is kept until its announced date. */
export async function markUsed(tx: DbTx, name: string, days: number): Promise<void> {
  await sql`
    UPDATE activity_pictures SET used = true, delete_at = uploaded_at + make_interval(days => ${days})
     WHERE name = ${name} AND NOT used`.execute(tx);
}

/** Whether there is such a picture to be shown to its owner. */
export async function isOwnPicture(db: DbReader, personId: PersonId, name: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM activity_pictures WHERE name = ${name} AND person_id = ${personId} AND deleted_at IS NULL`.execute(db);
  return rows.length > 0;
}

/** Whether it was handed in, so that reviewers look at it. */
export async function isHandedIn(db: DbReader, name: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM activity_pictures WHERE name = ${name} AND used AND deleted_at IS NULL`.execute(db);
  return rows.length > 0;
}

/** Whether an activity shows it as its example: one that people can see, or any. */
export async function isSample(db: DbReader, name: string, of: 'published' | 'all'): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM activities WHERE sample_name = ${name} AND (${of} = 'all' OR state <> 'draft')`.execute(db);
  return rows.length > 0;
}

/** Pictures whose date has come. */
export async function selectDuePictures(db: DbReader, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM activity_pictures WHERE deleted_at IS NULL AND delete_at <= clock_timestamp()
     ORDER BY delete_at LIMIT ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Keeps what says that it was used; what never was leaves nothing. */
export async function forgetPictures(tx: DbTx, names: readonly string[]): Promise<void> {
  await sql`DELETE FROM activity_pictures WHERE NOT used AND name = ANY (${names}::text[])`.execute(tx);
  await sql`
    UPDATE activity_pictures SET deleted_at = clock_timestamp()
     WHERE name = ANY (${names}::text[]) AND deleted_at IS NULL`.execute(tx);
}

/** Which of these names nothing here speaks of. */
export async function listUnknown(db: DbReader, names: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT n.name FROM unnest(${names}::text[]) AS n (name)
     WHERE NOT EXISTS (SELECT FROM activity_pictures p WHERE p.name = n.name AND p.deleted_at IS NULL)
       AND NOT EXISTS (SELECT FROM activities a WHERE a.sample_name = n.name)`.execute(db);
  return rows.map(({ name }) => name);
}

/** Has all pictures of a person deleted at the next round. */
export async function hastenDeletion(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`
    UPDATE activity_pictures SET delete_at = clock_timestamp()
     WHERE person_id = ${personId} AND deleted_at IS NULL`.execute(tx);
}
