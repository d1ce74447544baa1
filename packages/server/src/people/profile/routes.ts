import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { Database } from '@tern/db/database';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { getProfile } from './get-profile.ts';
import { deleteAvatar, upsertProfile } from './profile-store.ts';
import { readProfile } from './profile.ts';

export function profileRouter({ db: { kysely } }: { readonly db: Database }) {
  const os = implement(contract.profile).$context<ApiContext>();
  return os.router({
    profile: os.profile.use(requireSession).handler(({ context }) => getProfile(kysely, context.session.personId)),
    saveProfile: os.saveProfile.use(requireSession).handler(async ({ input, context }) => {
      const { personId } = context.session;
      await upsertProfile(kysely, personId, readProfile(input));
      return getProfile(kysely, personId);
    }),
    removeAvatar: os.removeAvatar.use(requireSession).handler(async ({ context }) => {
      const { personId } = context.session;
      await deleteAvatar(kysely, personId);
      return getProfile(kysely, personId);
    }),
  });
}
