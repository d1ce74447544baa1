import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { WaitingKind } from '@tern/contracts/routes/console-home';

/** Who decides what waits, for the processes that do not know the console's routes; a test compares it with these. */
export const waitingRoles: Readonly<Record<WaitingKind, readonly OperatorRole[]>> = {
  withdrawals: ['reviewer', 'treasurer'],
  'held-deposits': ['reviewer', 'treasurer'],
  entries: ['reviewer'],
  complaints: ['reviewer', 'administrator'],
  bonuses: ['reviewer', 'treasurer'],
  resets: ['reviewer', 'administrator'],
  'stuck-payouts': ['reviewer', 'treasurer'],
  'stuck-orders': ['treasurer'],
  suspense: ['treasurer'],
  quarantine: ['treasurer'],
  'cold-orders': ['treasurer'],
  reserves: ['treasurer'],
  funds: ['treasurer', 'administrator'],
  terms: ['treasurer', 'administrator'],
  announcements: ['reviewer', 'administrator'],
  activities: ['treasurer', 'administrator'],
  operators: ['administrator'],
  webhooks: ['administrator'],
  screening: ['administrator'],
  keys: ['administrator'],
  levels: ['administrator'],
  'sign-outs': ['administrator'],
  'first-steps': ['treasurer', 'administrator'],
};
