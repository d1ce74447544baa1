import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { ApiSession } from '../../platform/api-context.ts';
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
  await sql`SELECT notify_person(${session.personId}, 'account', null)`.execute(tx);
}
