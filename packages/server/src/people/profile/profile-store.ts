import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Profile } from './profile.ts';

const empty: Profile = { bio: null, line: null, instagram: null, telegram: null, x: null };

export async function selectProfile(db: DbReader, personId: PersonId): Promise<Profile> {
  const row = await db
    .selectFrom('profiles')
    .select(['bio', 'line', 'instagram', 'telegram', 'x'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ?? empty;
}

export async function upsertProfile(db: DbReader, personId: PersonId, profile: Profile): Promise<void> {
  await db
    .insertInto('profiles')
    .values({ person_id: personId, ...profile })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(profile))
    .execute();
}

export async function deleteProfile(db: DbReader, personId: PersonId): Promise<void> {
  await db.deleteFrom('profiles').where('person_id', '=', personId).execute();
  await deleteAvatar(db, personId);
}

export async function findAvatarName(db: DbReader, personId: PersonId): Promise<string | undefined> {
  const row = await db.selectFrom('avatars').select('file_name').where('person_id', '=', personId).executeTakeFirst();
  return row?.file_name;
}

/** The picture of that name, if it is this person's; undefined otherwise, whoever else's it is. */
export async function findAvatar(db: DbReader, personId: PersonId, fileName: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('avatars')
    .select('picture')
    .where('person_id', '=', personId)
    .where('file_name', '=', fileName)
    .executeTakeFirst();
  return row?.picture;
}

/** Puts a picture in the place of the one there was. */
export async function upsertAvatar(
  db: DbReader,
  personId: PersonId,
  { fileName, picture }: { readonly fileName: string; readonly picture: Buffer },
): Promise<void> {
  const avatar = { file_name: fileName, picture, uploaded_at: sql<Date>`clock_timestamp()` };
  await db
    .insertInto('avatars')
    .values({ person_id: personId, ...avatar })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(avatar))
    .execute();
}

export async function deleteAvatar(db: DbReader, personId: PersonId): Promise<void> {
  await db.deleteFrom('avatars').where('person_id', '=', personId).execute();
}
