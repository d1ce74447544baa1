import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { SecurityEventKind } from '@tern/contracts/security-event';
import type { DbTx } from '@tern/db/database';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { writeMessages } from '../messages/public.ts';

/**
 * Notes in an account's own history what operators, sites or the person did about it, and tells the person in the app. `id`:
 * what the message reads its facts from, such as the hold.
 */
export async function tellAccountEvent(
  tx: DbTx,
  event: {
    readonly personId: PersonId;
    readonly kind: SecurityEventKind;
    readonly now: Date;
    readonly id?: string;
    /** Where the person did it themselves. */
    readonly origin?: RequestOrigin;
    /** Kept as evidence. */
    readonly detail?: string;
  },
): Promise<void> {
  const { personId, kind, now, id = randomUUID(), origin, detail } = event;
  const where = origin === undefined ? {} : { ip: origin.ip, user_agent: origin.userAgent };
  await tx
    .insertInto('security_events')
    .values({ id, person_id: personId, kind, detail: detail ?? null, at: now, ...where })
    .execute();
  await writeMessages(tx, [{ personId, about: 'account', event: kind, securityEventId: id }]);
  await notifyPeople(tx, [{ personId, topic: 'account' }]);
}
