import type { RecordId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { appendStep, updateRecord } from '../../people/records/public.ts';

/** Notes on these records that the chain took back what they showed. The same transaction may bring them back later. */
export async function markRecordsLost(tx: DbTx, recordIds: readonly RecordId[]): Promise<void> {
  for (const recordId of recordIds) {
    await updateRecord(tx, recordId, {
      status: 'failed',
      reason: 'reorganised',
      blockNumber: null,
      blockId: null,
      blockTime: null,
    });
    await appendStep(tx, recordId, 'failed');
  }
}
