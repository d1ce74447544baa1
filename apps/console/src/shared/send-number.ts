import { kindOfRecord, recordNumber } from '@tern/contracts/record-number';

/** The number of a send, as its sender reads it in the wallet. Pure. */
export function sendNumber({
  recordId,
  settlement,
}: {
  readonly recordId: string;
  readonly settlement: 'chain' | 'internal';
}): string {
  return recordNumber({ id: recordId, kind: kindOfRecord({ type: 'outgoing', settlement }) });
}
