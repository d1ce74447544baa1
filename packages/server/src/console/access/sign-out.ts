import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { endSession } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';

/** Ends an operator's session. Throws `LOGIN_EXPIRED` where it has ended meanwhile. */
export async function signOut(
  { db, clock }: ConsoleAccessDeps,
  { sessionId, operatorId }: ConsoleSession,
): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await endSession(tx, { id: sessionId, reason: 'signed-out', now: clock.now() })))
      throw problem('LOGIN_EXPIRED');
    await recordOperatorAction(tx, { operatorId, kind: 'operator-signed-out', subject: sessionId });
  });
}
