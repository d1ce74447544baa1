import type { RecordId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { insertStep } from './record-store.ts';
import type { StepName } from './record.ts';

/** Adds a step to a record's timeline, at the database's time unless `at` says when it really happened. */
export async function appendStep(tx: DbTx, recordId: RecordId, step: StepName, at?: Date): Promise<void> {
  await insertStep(tx, recordId, step, at);
}
