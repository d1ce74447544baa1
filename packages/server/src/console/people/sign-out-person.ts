import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { recordOperatorAction, refuseOwnAccount } from '../../people/operators/public.ts';
import { endAllSessions } from '../../people/sessions/public.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';

/**
 * Ends every session of a person, whose account history shows it. Operators sign out nobody they have declared to be close
 * to. Throws `DECISION_REFUSED`.
 */
export async function signOutPerson(
  { db, clock }: Pick<ConsoleAccessDeps, 'db' | 'clock'>,
  { session, id, note }: { readonly session: ConsoleSession; readonly id: PersonId; readonly note: string },
): Promise<void> {
  const { operatorId } = session;
  const isRefused = await transact(db, async (tx) => {
    // The refused try is kept, so this ends well.
    if (await refuseOwnAccount(tx, { operatorId, personIds: [id], subject: id })) return true;
    const ended = await endAllSessions(tx, { personId: id, now: clock.now() });
    const details = { note, sessions: ended };
    await recordOperatorAction(tx, { operatorId, kind: 'person-signed-out', subject: id, details });
    return false;
  });
  if (isRefused) throw problem('DECISION_REFUSED', { reason: 'own-account' });
}
