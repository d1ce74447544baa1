import type { DbTx } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import type { IdentityDeps } from '../accounts/public.ts';
import { endSessions } from '../sessions/public.ts';
import { insertHold } from './hold-store.ts';

/** What follows every change of a factor: all other sessions end, and for a day transfers go only to addresses used before. */
export async function protectAfterChange(
  tx: DbTx,
  deps: Pick<IdentityDeps, 'settings'>,
  { session, now }: { readonly session: ApiSession; readonly now: Date },
): Promise<void> {
  await endSessions(tx, session.personId, { except: session, now });
  await insertHold(tx, session.personId, 'factor-changed', deps.settings.holdMs);
  await notifyPeople(tx, [{ personId: session.personId, topic: 'account' }]);
}
