import { randomBytes } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ProfileView } from '@tern/contracts/routes/profile';
import type { Database } from '@tern/db/database';
import type { ReEncoded } from '@tern/images/re-encode-picture';
import type { ApiSession } from '../../platform/api-context.ts';
import { changeAccount } from '../sessions/public.ts';
import { getProfile } from './get-profile.ts';
import { upsertAvatar } from './profile-store.ts';

export type SaveAvatarDeps = {
  readonly db: Database;
  /** Makes a new picture from the pixels of a stranger's file. */
  readonly reEncode: (file: Uint8Array) => Promise<ReEncoded>;
  /** Throws `TOO_MANY_REQUESTS` for somebody who sends pictures without end. */
  readonly limitPictures: (personId: PersonId) => Promise<void>;
};

/**
 * Keeps a picture of a person under a name nobody can guess, in the place of the one there was. Throws `PICTURE_REFUSED`,
 * `TOO_MANY_REQUESTS`, or `UNAVAILABLE` while too many pictures are being read.
 */
export async function saveAvatar(
  { db, reEncode, limitPictures }: SaveAvatarDeps,
  session: ApiSession,
  file: Uint8Array,
): Promise<ProfileView> {
  const { personId } = session;
  await limitPictures(personId);
  const read = await reEncode(file);
  if ('fault' in read) {
    throw read.fault === 'busy' ? problem('UNAVAILABLE') : problem('PICTURE_REFUSED', { fault: read.fault });
  }
  const fileName = `${randomBytes(16).toString('hex')}.webp`;
  await changeAccount(db, session, (tx) => upsertAvatar(tx, personId, { fileName, picture: read.picture }));
  return getProfile(db.kysely, personId);
}
