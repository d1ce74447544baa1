export { appendStep } from './append-step.ts';
export { findRecord } from './find-record.ts';
export { exportRecords } from './export-records.ts';
export { getRecordView, renderWritten } from './get-record.ts';
export { listReceivers } from './list-receivers.ts';
export { listRecords } from './list-records.ts';
export { readRecordSearch, type SearchedAssets } from './read-record-search.ts';
export { putRecord, putRecords, type RecordWithSteps } from './put-record.ts';
export {
  hasRewardSince,
  selectRecord as findOwnRecord,
  selectRecordIds as findRecordsBySource,
  selectRecordsOfTransaction as listRecordsOfTransaction,
} from './record-store.ts';
export type { ChainFacts, NewRecord, RecordChanges, RecordSource, StepName } from './record.ts';
export { updateRecord } from './update-record.ts';
export { writeCsvRow } from './csv.ts';
export { writeCsvEnd } from './write-csv-end.ts';
