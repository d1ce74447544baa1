import type { PersonId, RecordId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export async function notifyRecord(tx: DbTx, personId: PersonId, recordId: RecordId): Promise<void> {
  await notifyRecords(tx, [{ id: recordId, personId }]);
}

/** Tells the open screens of each person which of their records is new or changed. */
export async function notifyRecords(
  tx: DbTx,
  records: readonly { readonly id: RecordId; readonly personId: PersonId }[],
): Promise<void> {
  await sql`
    SELECT notify_person(r.person, 'records', r.id)
    FROM unnest(${records.map(({ personId }) => personId)}::uuid[], ${records.map(({ id }) => id)}::text[])
      AS r (person, id)`.execute(tx);
}
