import type { DecisionStatement } from '@tern/contracts/decision';

/** What somebody else has brought about, and waits until an operator says something. */
const ofWaiting: ReadonlySet<DecisionStatement['action']> = new Set([
  'reviews.decide',
  'activities.takeActivityStep',
  'work.takePayoutStep',
  'work.takeHouseStep',
  'announcements.decideAnnouncement',
  'resolutions.decideBonus',
  'resolutions.decideReset',
  'changes.decideChange',
  'operators.decideChange',
  'screening.releaseDeposit',
]);

/** Whether what is decided goes on waiting where nobody signs. Pure. */
export function isOfWaiting({ action }: Pick<DecisionStatement, 'action'>): boolean {
  return ofWaiting.has(action);
}
