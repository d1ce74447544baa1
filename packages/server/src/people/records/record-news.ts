import type { RecordId } from '@tern/base/ids';
import type { RecordNews } from '@tern/contracts/routes/messages';
import type { News } from '../messages/public.ts';
import type { NewRecord } from './record.ts';

type Told = Pick<NewRecord, 'personId' | 'type' | 'direction' | 'status' | 'assetId' | 'amount' | 'folded'>;

/**
 * What the person is to be told of a record that has just become what it is; nothing while it is under way, and of dust. Of
 * a transfer inside both sides hear: a sender who did not send it learns of it at once.
 */
export function newsOfRecord(id: RecordId, record: Told): readonly News[] {
  const event = record.folded === true ? undefined : eventOf(record);
  const { personId, assetId, amount } = record;
  return event === undefined ? [] : [{ personId, about: 'record', event, recordId: id, assetId, amount }];
}

function eventOf({ type, direction, status }: Told): RecordNews | undefined {
  if (direction === 'in') {
    if (status === 'failed') return 'lost';
    if (status !== 'success') return undefined;
    return type === 'incoming' ? 'received' : 'rewarded';
  }
  switch (status) {
    case 'success':
      return type === 'swap' ? undefined : 'sent';
    case 'failed':
      return 'send-failed';
    case 'review-approved':
      return 'review-approved';
    case 'review-rejected':
      return 'review-rejected';
    case 'confirming':
    case 'pending-review':
    case 'withdrawing':
    case 'cancelled':
      return undefined;
  }
}
