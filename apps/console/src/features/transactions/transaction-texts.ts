import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TransactionEvent, TransactionKind } from '@tern/contracts/routes/console-transactions';

export const kindNames = {
  deposit: msg`Deposit`,
  send: msg`Send`,
  internal: msg`Internal transfer`,
  swap: msg`Swap`,
  reward: msg`Reward`,
  bonus: msg`Bonus`,
  correction: msg`Correction`,
  unknown: msg`Not understood`,
} as const satisfies Record<TransactionKind, MessageDescriptor>;

export const eventNames = {
  requested: msg`Requested`,
  'under-review': msg`Under review`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
  cancelled: msg`Cancelled by the person`,
  signed: msg`Signed`,
  broadcast: msg`Handed to the network`,
  seen: msg`Seen in a block`,
  confirming: msg`Confirming`,
  credited: msg`Credited`,
  settled: msg`Settled`,
  failed: msg`Failed`,
  returned: msg`Returned`,
  arrived: msg`Arrived on the chain`,
  'put-in-suspense': msg`Put in suspense`,
  assigned: msg`Credited to a person`,
  'given-to-house': msg`Booked to the house`,
  'return-ordered': msg`Return ordered`,
  'sent-back': msg`Sent back`,
  'not-sent-back': msg`Return failed`,
  quarantined: msg`Quarantined`,
  dismissed: msg`Closed by an operator`,
  'order-made': msg`Order made`,
  'node-answered': msg`Node answered`,
  receipt: msg`Receipt`,
  'attempt-ended': msg`Expired without a receipt`,
  'unexpected-receipt': msg`Unexpected receipt`,
  journal: msg`Booked`,
  decision: msg`Decision`,
} as const satisfies Record<TransactionEvent, MessageDescriptor>;
