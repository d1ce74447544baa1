import type { PersonId, RecordId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { RecordDetailView, RecordView } from '@tern/contracts/routes/records';
import type { Database, DbReader } from '@tern/db/database';
import { findChainHeads } from '../../chain/chain-view/public.ts';
import { findCaseOfRecord, findDepositHold } from '../screening/public.ts';
import { selectRecord, selectSteps } from './record-store.ts';
import { buildTimeline, renderRecord, type StoredRecord } from './record.ts';

export type GetRecordDeps = { readonly db: Database; readonly confirmations: number };
export type GetRecordInput = { readonly personId: PersonId; readonly recordId: RecordId };

/** One record with its timeline. Throws `NOT_FOUND` when it does not exist or is another person's. */
export async function getRecord(
  { db, confirmations }: GetRecordDeps,
  input: GetRecordInput,
): Promise<RecordDetailView> {
  const record = await getOwnRecord(db.kysely, input);
  const [steps, heads, held] = await Promise.all([
    selectSteps(db.kysely, record.id),
    findChainHeads(db.kysely),
    findHold(db.kysely, record),
  ]);
  return toWire({
    ...renderRecord(record, heads?.headNumber ?? null, confirmations),
    memo: record.memo,
    timeline: buildTimeline(record, steps),
    // The status leaves "pending review" with the first operator's decision that counts, which is also the last moment to cancel.
    cancellable: record.direction === 'out' && record.status === 'pending-review',
    decidedBy: held?.until ?? null,
  });
}

/** What holds a record under review for a security check, and until when; undefined where it is not held for one. */
async function findHold(
  db: DbReader,
  { id, direction, status }: StoredRecord,
): Promise<{ readonly until: Date } | undefined> {
  if (status !== 'pending-review') return undefined;
  return direction === 'out' ? await findCaseOfRecord(db, id) : await findDepositHold(db, id);
}

/** Records as lists show them, for a transaction that has just written them; in their order. */
export async function renderWritten(
  db: DbReader,
  { records, confirmations }: { readonly records: readonly StoredRecord[]; readonly confirmations: number },
): Promise<readonly RecordView[]> {
  // Only what waits in a block shows how deep it is.
  const inBlocks = records.some(({ blockNumber }) => blockNumber !== null);
  const heads = inBlocks ? await findChainHeads(db) : undefined;
  return records.map((record) => renderRecord(record, heads?.headNumber ?? null, confirmations));
}

/** The record as lists show it, for a transaction that has just written it. */
export async function getRecordView(
  db: DbReader,
  input: GetRecordInput & { readonly confirmations: number },
): Promise<RecordView> {
  const record = await getOwnRecord(db, input);
  const heads = await findChainHeads(db);
  return renderRecord(record, heads?.headNumber ?? null, input.confirmations);
}

export async function getOwnRecord(db: DbReader, { personId, recordId }: GetRecordInput): Promise<StoredRecord> {
  const record = await selectRecord(db, personId, recordId);
  if (record === undefined) throw problem('NOT_FOUND');
  return record;
}
