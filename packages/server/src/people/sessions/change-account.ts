import { problem } from '@tern/contracts/problem';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { ApiSession } from '../../platform/api-context.ts';
import { lockPeople } from '../accounts/public.ts';
import { holdOpenSession } from './session-store.ts';

/**
 * The only transaction in which somebody who is signed in changes their account. The session is held open until its end:
 * whoever ends the session (a recovery, the link that stops a change, another device) comes before it, and nothing is
 * changed, or after it, and takes it back. A proof that was given a moment before is not enough. Throws `LOGIN_EXPIRED`.
 */
export async function changeAccount<Result>(
  db: Database,
  session: ApiSession,
  work: (tx: DbTx) => Promise<Result>,
): Promise<Result> {
  return transact(db, async (tx) => {
    await lockPeople(tx, [session.personId]);
    if (!(await holdOpenSession(tx, session.sessionId))) throw problem('LOGIN_EXPIRED');
    return work(tx);
  });
}
