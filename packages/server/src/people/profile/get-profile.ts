import type { PersonId } from '@tern/base/ids';
import type { ProfileView } from '@tern/contracts/routes/profile';
import type { DbReader } from '@tern/db/database';
import { findAvatarName, selectProfile } from './profile-store.ts';
import { renderProfile } from './profile.ts';

export async function getProfile(db: DbReader, personId: PersonId): Promise<ProfileView> {
  const [profile, avatar] = await Promise.all([selectProfile(db, personId), findAvatarName(db, personId)]);
  return renderProfile(profile, avatar);
}
