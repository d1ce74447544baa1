import type { WaitingKind } from '@tern/contracts/routes/console-home';
import { waitingRoles } from '@tern/server/console/home/public';
import { expect, test } from 'vitest';
import { consoleAccess, type ConsoleRouteName } from './console-access.ts';

/** By which route each kind of what waits is decided. */
const decidedBy: Readonly<Record<WaitingKind, ConsoleRouteName>> = {
  withdrawals: 'reviews.decide',
  'held-deposits': 'screening.releaseDeposit',
  entries: 'entries.decideEntry',
  complaints: 'complaints.answer',
  bonuses: 'resolutions.decideBonus',
  resets: 'resolutions.decideReset',
  'stuck-payouts': 'work.takePayoutStep',
  'stuck-orders': 'work.takeHouseStep',
  suspense: 'work.takeHouseStep',
  quarantine: 'work.takeHouseStep',
  'cold-orders': 'work.takeHouseStep',
  // Administrators may carry out the other changes, not these, and only administrators webhooks and lists (`require-decider.ts`).
  reserves: 'house.propose',
  funds: 'changes.decideChange',
  terms: 'changes.decideChange',
  announcements: 'announcements.decideAnnouncement',
  activities: 'activities.takeActivityStep',
  operators: 'operators.decideChange',
  webhooks: 'webhooks.resend',
  // A proposal about a list is one of the changes that only administrators decide.
  screening: 'flows.switchFlow',
  // As webhooks: a change that only administrators decide.
  keys: 'webhooks.resend',
  levels: 'webhooks.resend',
  'first-steps': 'changes.propose',
};

test('whoever is told that something waits for their role may decide it, and everybody who may is told', () => {
  const may = Object.entries(decidedBy).map(([kind, route]) => [kind, consoleAccess[route]]);
  expect(waitingRoles).toEqual(Object.fromEntries(may));
});
