import type { OperatorId, PersonId } from '@tern/base/ids';
import { toldFreezeReasons, type FreezeReason } from '@tern/contracts/problems/transfers';
import type { DbTx } from '@tern/db/database';
import { raiseCredentialsVersion } from './credentials-version.ts';
import { endConnections } from './end-connections.ts';
import { insertFreeze, liftFreezes, selectFreezes } from './freeze-store.ts';
import { lockPeople } from './person-store.ts';
import { tellAccountEvent } from './tell-account-event.ts';

/**
 * Puts an account on hold until its end: what its owner has stays theirs, and nothing leaves. They can sign in, and are
 * told the reason as far as it may be told; a sign-in that has begun has to begin again, and connections to sites end. False
 * where a freeze is on. Call in a transaction: what the person does waits for its end.
 */
export async function freezePerson(
  tx: DbTx,
  freeze: {
    readonly personId: PersonId;
    readonly reason: FreezeReason;
    /** 1 to 30. */
    readonly days: number;
    readonly operatorId: OperatorId;
    readonly now: Date;
  },
): Promise<boolean> {
  const { personId, reason, now } = freeze;
  await lockPeople(tx, [personId]);
  if ((await selectFreezes(tx, [personId])).has(personId)) return false;
  const id = await insertFreeze(tx, freeze);
  await raiseCredentialsVersion(tx, personId);
  await endConnections(tx, { personId, why: 'frozen', now });
  await tellAccountEvent(tx, { personId, kind: `frozen-${toldFreezeReasons[reason]}`, now, id });
  return true;
}

/** Ends every freeze of an account before its time. False where none was on. */
export async function unfreezePerson(
  tx: DbTx,
  { personId, now }: { readonly personId: PersonId; readonly now: Date },
): Promise<boolean> {
  await lockPeople(tx, [personId]);
  if ((await liftFreezes(tx, personId)) === 0) return false;
  await tellAccountEvent(tx, { personId, kind: 'unfrozen', now });
  return true;
}
