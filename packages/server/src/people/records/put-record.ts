import { systemClock } from '@tern/base/clock';
import { newOrderedId, type RecordId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { notifyPeople, type Change } from '../../platform/live/public.ts';
import { writeMessages } from '../messages/public.ts';
import { newsOfRecord } from './record-news.ts';
import { insertRecords } from './record-store.ts';
import type { NewRecord, StepName, StoredRecord } from './record.ts';

/** Writes a new record and tells its person's open screens, both when the transaction commits. */
export async function putRecord(tx: DbTx, record: NewRecord): Promise<RecordId> {
  // Ordered for the index only: nothing reads the time in it, so the wall clock may be off.
  const id = newOrderedId<RecordId>(systemClock.nowMs());
  await insertRecords(tx, [{ id, record, steps: [] }]);
  await writeMessages(tx, newsOfRecord(id, record));
  await notifyPeople(tx, [{ personId: record.personId, topic: 'records', ref: id }]);
  return id;
}

export type RecordWithSteps = {
  readonly record: NewRecord;
  /** What has happened already; now, by the database's clock, where `at` is absent. */
  readonly steps: readonly { readonly step: StepName; readonly at?: Date }[];
  /** Of a record that is written again. */
  readonly id?: RecordId;
};

/**
 * As `putRecord` for many at once, each with the beginning of its timeline. As they are stored, in the order of the records.
 * `changes` are further ones that open screens are told of with the same statement.
 */
export async function putRecords(
  tx: DbTx,
  records: readonly RecordWithSteps[],
  changes: readonly Change[] = [],
): Promise<readonly StoredRecord[]> {
  if (records.length === 0) return [];
  const rows = records.map(({ id, ...each }) => ({
    ...each,
    id: id ?? newOrderedId<RecordId>(systemClock.nowMs()),
  }));
  const stored = await insertRecords(tx, rows);
  await writeMessages(
    tx,
    rows.flatMap(({ id, record }) => newsOfRecord(id, record)),
  );
  const own = rows.map(({ id, record }): Change => ({ personId: record.personId, topic: 'records', ref: id }));
  await notifyPeople(tx, [...own, ...changes]);
  return stored;
}
