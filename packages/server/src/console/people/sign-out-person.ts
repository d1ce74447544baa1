import type { PersonId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { endAllSessions } from '../../people/sessions/public.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';

/** Ends every session of a person, whose account history shows it. */
export async function signOutPerson(
  { db, clock }: Pick<ConsoleAccessDeps, 'db' | 'clock'>,
  { session, id, note }: { readonly session: ConsoleSession; readonly id: PersonId; readonly note: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const ended = await endAllSessions(tx, { personId: id, now: clock.now() });
    const details = { note, sessions: ended };
    await recordOperatorAction(tx, {
      operatorId: session.operatorId,
      kind: 'person-signed-out',
      subject: id,
      details,
    });
  });
}
