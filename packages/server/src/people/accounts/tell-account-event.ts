import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { SecurityEventKind } from '@tern/contracts/security-event';
import type { DbTx } from '@tern/db/database';
import { writeMessages } from '../messages/public.ts';

/** Notes what operators did about an account in its own history, and tells the person in the app. */
export async function tellAccountEvent(
  tx: DbTx,
  { personId, kind, now }: { readonly personId: PersonId; readonly kind: SecurityEventKind; readonly now: Date },
): Promise<void> {
  const id = randomUUID();
  await tx.insertInto('security_events').values({ id, person_id: personId, kind, at: now }).execute();
  await writeMessages(tx, [{ personId, about: 'account', event: kind, securityEventId: id }]);
}
