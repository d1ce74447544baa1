import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { endSessions } from './session-store.ts';

/** Ends all sessions of a person for them, notes it in their account's history, and returns how many there were. */
export async function endAllSessions(
  tx: DbTx,
  { personId, now }: { readonly personId: PersonId; readonly now: Date },
): Promise<number> {
  const ended = await endSessions(tx, personId, { except: null, now });
  await tx
    .insertInto('security_events')
    .values({ id: randomUUID(), person_id: personId, kind: 'session-ended', at: now })
    .execute();
  return ended;
}
