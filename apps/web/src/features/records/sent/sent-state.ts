import type { RecordDetailView } from '@tern/contracts/routes/records';
import { isVoid } from '../../../shared/inside/records/record-rules.ts';

/** What can truly be said of a transfer right now. */
export type SentState = 'arrived' | 'confirming' | 'sending' | 'in-review' | 'returned';

export function sentState(record: Pick<RecordDetailView, 'status' | 'confirmations'>): SentState {
  if (record.status === 'success') return 'arrived';
  if (isVoid(record)) return 'returned';
  if (record.status === 'pending-review') return 'in-review';
  return record.confirmations === null ? 'sending' : 'confirming';
}

/** How many seconds lie between the request and its end; undefined while there is no end. */
export function secondsTaken(record: Pick<RecordDetailView, 'createdAt' | 'timeline'>): number | undefined {
  const settled = record.timeline.find(({ step, state }) => step === 'settled' && state === 'done');
  if (settled === undefined || settled.at === null) return undefined;
  return (new Date(settled.at).getTime() - new Date(record.createdAt).getTime()) / 1000;
}
