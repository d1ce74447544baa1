import type { RecordId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { findChainHeads } from '../../chain/chain-view/public.ts';
import { selectRecordsAmong, selectSteps } from './record-store.ts';
import { buildTimeline, countConfirmations, type StoredRecord, type TimelineStep } from './record.ts';

/** A record with its course, whoever's it is: for operators. Undefined where there is none. */
export async function findRecord(
  db: DbReader,
  { id, confirmations }: { readonly id: RecordId; readonly confirmations: number },
): Promise<
  | {
      readonly record: StoredRecord;
      readonly timeline: readonly TimelineStep[];
      readonly confirmations: { readonly seen: number; readonly required: number } | null;
    }
  | undefined
> {
  const record = (await selectRecordsAmong(db, [id])).get(id);
  if (record === undefined) return undefined;
  const [steps, heads] = await Promise.all([selectSteps(db, id), findChainHeads(db)]);
  return {
    record,
    timeline: buildTimeline(record, steps),
    confirmations: countConfirmations(record, heads?.headNumber ?? null, confirmations),
  };
}
