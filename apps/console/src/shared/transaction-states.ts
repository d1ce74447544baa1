import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TransactionState } from '@tern/contracts/routes/console-transactions';
import type { ChipKind } from '@tern/ui/chip';

/** A state in words, and how loud it is. */
export const states = {
  confirming: { name: msg`Confirming`, chip: 'running' },
  success: { name: msg`Done`, chip: 'done' },
  failed: { name: msg`Failed`, chip: 'failed' },
  'pending-review': { name: msg`To review`, chip: 'waiting' },
  'review-approved': { name: msg`Approved`, chip: 'running' },
  'review-rejected': { name: msg`Rejected`, chip: 'failed' },
  withdrawing: { name: msg`Being sent`, chip: 'running' },
  cancelled: { name: msg`Cancelled`, chip: 'failed' },
  'in-suspense': { name: msg`Suspense`, chip: 'waiting' },
  house: { name: msg`Of the house`, chip: 'neutral' },
  'sent-back': { name: msg`Sent back`, chip: 'neutral' },
  'not-understood': { name: msg`Not understood`, chip: 'waiting' },
  'looked-at': { name: msg`Closed`, chip: 'neutral' },
} as const satisfies Record<TransactionState, { name: MessageDescriptor; chip: ChipKind }>;
