import type { RecordView } from '@tern/contracts/routes/records';
import { add, unitsFromWire, unitsToWire } from '@tern/money/units';

/** Whether the next blocks change it: it waits for confirmations, or to get into a block. */
export function isUnderWay(record: Pick<RecordView, 'status'>): boolean {
  return record.status === 'confirming' || record.status === 'withdrawing';
}

/** What came to nothing: the money never came, or is back. */
export function isVoid(record: Pick<RecordView, 'status'>): boolean {
  return record.status === 'failed' || record.status === 'review-rejected' || record.status === 'cancelled';
}

/** How long the confirmations that are left take, in seconds, at the network's pace. */
export function secondsLeft(
  { seen, required }: NonNullable<RecordView['confirmations']>,
  pace: { readonly arrivalSeconds: number; readonly confirmations: number },
): number {
  return ((required - seen) * pace.arrivalSeconds) / pace.confirmations;
}

/** What the record adds to the balance or takes from it, in base units: a send takes its fee as well. */
export function balanceChange(record: Pick<RecordView, 'direction' | 'amount' | 'fee'>): string {
  if (record.direction === 'in') return record.amount;
  return unitsToWire(add(unitsFromWire(record.amount), unitsFromWire(record.fee)));
}

export function changeSign(record: Pick<RecordView, 'direction'>): '+' | '−' {
  return record.direction === 'in' ? '+' : '−';
}
