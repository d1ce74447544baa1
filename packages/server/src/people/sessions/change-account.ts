import { problem } from '@tern/contracts/problem';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { ApiSession } from '../../platform/api-context.ts';
import { lockPeople, type ActingPerson } from '../accounts/public.ts';
import { holdOpenSessions } from './session-store.ts';

/**
 * The only transaction in which somebody who is signed in changes their account. The session is held open until its end:
 * whoever ends the session (a recovery, the link that stops a change, another device) comes before it, and nothing is
 * changed, or after it, and takes it back. A proof that was given a moment before is not enough. `work` is given the person
 * as they are while they are locked. Throws `LOGIN_EXPIRED`.
 */
export async function changeAccount<Result>(
  db: Database,
  session: ApiSession,
  work: (tx: DbTx, person: ActingPerson) => Promise<Result>,
): Promise<Result> {
  return transact(db, async (tx) => {
    const person = (await lockPeople(tx, [session.personId])).get(session.personId);
    const open = await holdOpenSessions(tx, [session.sessionId]);
    if (person === undefined || !open.has(session.sessionId)) throw problem('LOGIN_EXPIRED');
    return work(tx, person);
  });
}
