import type { Clock } from '@tern/base/clock';
import { problem } from '@tern/contracts/problem';
import type { ConsoleSession } from '../console-context.ts';
import type { Decision } from './decision-statement.ts';

/** What somebody who came in by break-glass may sign at once: letting others in, and what stops, protects or informs. */
const protective = new Set([
  'operators.propose',
  'operators.decideChange',
  'operators.cancelBreakGlass',
  'operators.addKey',
  'operators.removeKey',
  'people.signOutPerson',
  'announcements.decideAnnouncement',
]);

/** Whether a decision lets no money go anywhere, now or later. */
export function isWithoutMoney({ action, content }: Pick<Decision, 'action' | 'content'>): boolean {
  if (action === 'flows.switchFlow') return content['to'] === 'stopped';
  return protective.has(action);
}

/**
 * Throws `DECISION_REFUSED` while an operator who came in by break-glass decides about no money, and while the key does not:
 * of what is signed the key that signed it, otherwise the one that opened the session.
 */
export function awaitMoney(
  { clock }: { readonly clock: Clock },
  { decidesMoneyFrom, keyDecidesMoneyFrom }: Pick<ConsoleSession, 'decidesMoneyFrom' | 'keyDecidesMoneyFrom'>,
): void {
  const isBefore = (from: Date | null) => from !== null && clock.nowMs() < from.getTime();
  if (isBefore(decidesMoneyFrom)) throw problem('DECISION_REFUSED', { reason: 'no-money-yet' });
  if (isBefore(keyDecidesMoneyFrom)) throw problem('DECISION_REFUSED', { reason: 'key-too-new' });
}
