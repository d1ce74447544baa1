import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { undoContactChanges, type IdentityDeps } from '../accounts/public.ts';
import { deletePasskeysSince } from '../passkeys/public.ts';
import { endWaitingReset } from './factor-reset-store.ts';

/**
 * Takes back what would let whoever changed an account come back to it: contacts changed and passkeys added for as long as
 * a link to stop is good, and a reset of factors that waits.
 */
export async function undoChanges(
  tx: DbTx,
  { settings }: Pick<IdentityDeps, 'settings'>,
  { personId, now }: { readonly personId: PersonId; readonly now: Date },
): Promise<void> {
  await undoContactChanges(tx, personId, now);
  await deletePasskeysSince(tx, personId, new Date(now.getTime() - settings.stopLinkMs));
  await endWaitingReset(tx, personId, { state: 'cancelled', now });
}
