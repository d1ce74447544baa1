import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { type IdentityDeps, recordSecurityEvent } from '../accounts/public.ts';
import { changeAccount } from './change-account.ts';
import { endSessions } from './session-store.ts';

/** Ends all sessions of the signed-in person but this one; other devices need the second step again. Returns how many. */
export async function endOtherSessions(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'keys'>,
  { session, origin }: { readonly session: ApiSession; readonly origin: RequestOrigin },
): Promise<number> {
  return changeAccount(deps.db, session, async (tx) => {
    const now = deps.clock.now();
    const ended = await endSessions(tx, session.personId, { except: session, now });
    await recordSecurityEvent(tx, deps, { personId: session.personId, kind: 'other-sessions-ended', origin, now });
    return ended;
  });
}
