import type { RecordId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { notifyPeople } from '../../platform/live/public.ts';
import { writeMessages } from '../messages/public.ts';
import { newsOfRecord } from './record-news.ts';
import { changeRecord } from './record-store.ts';
import type { RecordChanges } from './record.ts';

/** Changes a record, tells its person what became of it, and their open screens when the transaction commits. Asserts that the record exists. */
export async function updateRecord(tx: DbTx, recordId: RecordId, changes: RecordChanges): Promise<void> {
  const record = await changeRecord(tx, recordId, changes);
  if (changes.status !== undefined) await writeMessages(tx, newsOfRecord(recordId, record));
  await notifyPeople(tx, [{ personId: record.personId, topic: 'records', ref: recordId }]);
}
