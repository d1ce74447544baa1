import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { Database } from '@tern/db/database';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { countInvited } from '../accounts/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { getProfile } from './get-profile.ts';
import { deleteAvatar, upsertProfile } from './profile-store.ts';
import { readProfile } from './profile.ts';

export function profileRouter({ db }: { readonly db: Database }) {
  const { kysely } = db;
  const os = implement(contract.profile).$context<ApiContext>();
  return os.router({
    profile: os.profile.use(requireSession).handler(({ context }) => getProfile(kysely, context.session.personId)),
    saveProfile: os.saveProfile.use(requireSession).handler(async ({ input, context }) => {
      const { personId } = context.session;
      const profile = readProfile(input);
      await changeAccount(db, context.session, (tx) => upsertProfile(tx, personId, profile));
      return getProfile(kysely, personId);
    }),
    invites: os.invites
      .use(requireSession)
      .handler(async ({ context }) => ({ count: await countInvited(kysely, context.session.personId) })),
    removeAvatar: os.removeAvatar.use(requireSession).handler(async ({ context }) => {
      const { personId } = context.session;
      await changeAccount(db, context.session, (tx) => deleteAvatar(tx, personId));
      return getProfile(kysely, personId);
    }),
  });
}
