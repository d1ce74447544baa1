import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RecordView } from '@tern/contracts/routes/records';

type Reason = NonNullable<RecordView['reason']>;

const texts: Record<Reason, MessageDescriptor> = {
  reorganised: msg`The network replaced the block that contained it. If it appears in another block, we credit it then.`,
  'rejected-by-review': msg`The review did not approve this transfer. If you send the same again, it will probably be rejected again.`,
  'rejected-limit': msg`The amount was more than we can send for you right now. A smaller amount may go through.`,
  'rejected-unconfirmed': msg`We couldn’t verify that you wanted this transfer.`,
  'cancelled-by-person': msg`You cancelled it during the review.`,
  'failed-on-chain': msg`The network did not carry out the transaction.`,
  'never-included': msg`The network did not include the transaction in time. It can no longer go through.`,
  'not-payable': msg`We couldn’t make the payment. Everything is back in your balance.`,
  'above-review-limit': msg`A person reviews transfers of this size first.`,
  expired: msg`The review was not completed in time.`,
};

/** Why a record is in its state. */
export function reasonText(reason: Reason): string {
  return i18n._(texts[reason]);
}
