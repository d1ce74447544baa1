import type { SessionId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { type IdentityDeps, recordSecurityEvent } from '../accounts/public.ts';
import { changeAccount } from './change-account.ts';
import { endSessionElsewhere } from './session-store.ts';

/** Ends one other session of the signed-in person and forgets its device. Throws `NOT_FOUND`. */
export async function endOneSession(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'keys'>,
  input: { readonly session: ApiSession; readonly sessionId: SessionId; readonly origin: RequestOrigin },
): Promise<void> {
  const { personId } = input.session;
  await changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    if (!(await endSessionElsewhere(tx, personId, { sessionId: input.sessionId, now }))) throw problem('NOT_FOUND');
    await recordSecurityEvent(tx, deps, { personId, kind: 'session-ended', origin: input.origin, now });
  });
}
