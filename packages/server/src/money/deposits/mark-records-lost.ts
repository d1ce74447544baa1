import type { RecordId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { appendStep, updateRecord } from '../../people/records/public.ts';

const inNoBlock = { blockNumber: null, blockId: null, blockTime: null } as const;

/** Notes on these records that the chain took back what they showed. The same transaction may bring them back later. */
export async function markRecordsLost(tx: DbTx, recordIds: readonly RecordId[]): Promise<void> {
  for (const recordId of recordIds) {
    await updateRecord(tx, recordId, {
      status: 'failed',
      reason: 'reorganised',
      ...inNoBlock,
    });
    await appendStep(tx, recordId, 'failed');
  }
}

/** The head has left the block of these records: they are on their way again, and may come in another block. */
export async function takeRecordsOutOfBlock(tx: DbTx, recordIds: readonly RecordId[]): Promise<void> {
  for (const recordId of recordIds) await updateRecord(tx, recordId, inNoBlock);
}
