import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { RecordedEventKind } from './record-security-event.ts';

/** Notes for what people's factors were right, such as the hash of a draft. Their history does not show it, and nobody is told. */
export async function recordAuthorizations(
  tx: DbTx,
  authorizations: readonly { readonly personId: PersonId; readonly action: string }[],
  now: Date,
): Promise<void> {
  if (authorizations.length === 0) return;
  const kind: RecordedEventKind = 'transfer-authorized';
  // In as many parameters however many they are: the statement stays the same, so its plan is made once.
  await sql`
    INSERT INTO security_events (id, person_id, kind, detail, ip, user_agent, at)
    SELECT id, person_id, ${kind}, action, NULL, NULL, ${now}::timestamptz
    FROM unnest(
      ${authorizations.map(() => randomUUID())}::uuid[], ${authorizations.map(({ personId }) => personId)}::uuid[],
      ${authorizations.map(({ action }) => action)}::text[]) AS given (id, person_id, action)`.execute(tx);
}
