import type { RecordView } from '@tern/contracts/routes/records';

/**
 * What arrives while the page is open: deposits on their way, and those that were not there or not credited when it was
 * opened. `settledBefore` holds the ids of those that already were.
 */
export function findArrivals(records: readonly RecordView[], settledBefore: ReadonlySet<string>): RecordView[] {
  return records.filter((record) => record.status === 'confirming' || !settledBefore.has(record.id));
}

/** Ids of everything that is not on its way any more. */
export function findSettled(records: readonly RecordView[]): ReadonlySet<string> {
  return new Set(records.filter((record) => record.status !== 'confirming').map(({ id }) => id));
}
