import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { SecurityEventKind } from '@tern/contracts/security-event';
import type { DbTx } from '@tern/db/database';
import { notifyPeople } from '../../platform/live/public.ts';
import { writeMessages } from '../messages/public.ts';

/**
 * Notes what operators did about an account in its own history, and tells the person in the app. `id`: what the message
 * reads its facts from, such as the hold.
 */
export async function tellAccountEvent(
  tx: DbTx,
  event: {
    readonly personId: PersonId;
    readonly kind: SecurityEventKind;
    readonly now: Date;
    readonly id?: string;
  },
): Promise<void> {
  const { personId, kind, now, id = randomUUID() } = event;
  await tx.insertInto('security_events').values({ id, person_id: personId, kind, at: now }).execute();
  await writeMessages(tx, [{ personId, about: 'account', event: kind, securityEventId: id }]);
  await notifyPeople(tx, [{ personId, topic: 'account' }]);
}
