import { msg } from '@lingui/core/macro';
import type { WaitingKind, WaitingView } from '@tern/contracts/routes/console-home';

/** What waits, as a row of the table is called. */
export const kindNames = {
  withdrawals: msg`Withdrawals to review`,
  'held-deposits': msg`Held deposits`,
  entries: msg`Activity entries`,
  complaints: msg`Complaints`,
  bonuses: msg`Bonuses`,
  resets: msg`Factor resets`,
  'stuck-payouts': msg`Stuck payments`,
  'stuck-orders': msg`Stuck orders and paused assets`,
  suspense: msg`Money in suspense`,
  quarantine: msg`Quarantine`,
  'cold-orders': msg`Treasury orders to approve`,
  reserves: msg`Differences to book`,
  funds: msg`Funds and pairs`,
  terms: msg`Fees and limits`,
  announcements: msg`Announcements`,
  activities: msg`Activity drafts`,
  operators: msg`Changes of operators`,
  webhooks: msg`Webhooks`,
  screening: msg`Lists of refused addresses`,
  keys: msg`Service keys`,
  levels: msg`Levels of identity checks`,
  'sign-outs': msg`Signing everybody out`,
  'first-steps': msg`First steps`,
} as const satisfies Record<WaitingKind, unknown>;

export type DueIs = NonNullable<WaitingView['kinds'][number]['dueIs']>;

/** What happens when the time is over. */
export const dueNames = {
  promise: msg`promised to the person`,
  alarm: msg`then an alarm fires`,
  lapse: msg`then it expires`,
  start: msg`planned start`,
} as const satisfies Record<DueIs, unknown>;
