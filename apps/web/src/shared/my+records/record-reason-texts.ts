import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RecordView } from '@tern/contracts/routes/records';

type Reason = NonNullable<RecordView['reason']>;

const texts: Record<Reason, MessageDescriptor> = {
  reorganised: msg`The network replaced the block it was in. If it comes in another block, it is credited then.`,
  'rejected-by-review': msg`The review did not approve this transfer.`,
  'rejected-limit': msg`It was above what we can send for you now. A smaller amount may go through.`,
  'rejected-unconfirmed': msg`We could not make sure that you wanted this transfer.`,
  'cancelled-by-person': msg`You cancelled it before it was decided.`,
  'failed-on-chain': msg`The network did not carry out the transaction.`,
  'never-included': msg`The network did not take the transaction in time. It can no longer happen.`,
  'not-payable': msg`The payment could not be made. Everything is back in your balance.`,
  'above-review-limit': msg`Transfers of this size are looked at by a person first.`,
  expired: msg`It was not decided in time.`,
};

/** Why a record is in its state. */
export function reasonText(reason: Reason): string {
  return i18n._(texts[reason]);
}
