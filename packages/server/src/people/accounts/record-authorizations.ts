import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import type { RecordedEventKind } from './record-security-event.ts';

/** Notes for what people's factors were right, such as the hash of a draft. Their history does not show it, and nobody is told. */
export async function recordAuthorizations(
  tx: DbTx,
  authorizations: readonly { readonly personId: PersonId; readonly action: string }[],
  now: Date,
): Promise<void> {
  if (authorizations.length === 0) return;
  const kind: RecordedEventKind = 'transfer-authorized';
  await tx
    .insertInto('security_events')
    .values(
      authorizations.map(({ personId, action }) => ({
        id: randomUUID(),
        person_id: personId,
        kind,
        detail: action,
        ip: null,
        user_agent: null,
        at: now,
      })),
    )
    .execute();
}
