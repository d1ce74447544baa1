import { isProblem } from '@tern/contracts/problem';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import type { WaitingKind } from '@tern/contracts/routes/console-home';
import { requireDecider } from '@tern/server/console/changes/public';
import { waitingRoles } from '@tern/server/console/home/public';
import { expect, test } from 'vitest';
import { consoleAccess, type ConsoleRouteName } from './console-access.ts';

/** By which route each kind of what waits is decided; of changes, with those of which it is. */
const decidedBy: Readonly<Record<WaitingKind, ConsoleRouteName | readonly ChangeContent['kind'][]>> = {
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
  reserves: ['surplus', 'cold-return', 'loss'],
  funds: ['fund', 'pair', 'asset', 'pool-schedule', 'audit-file', 'snapshot'],
  terms: ['terms'],
  announcements: 'announcements.decideAnnouncement',
  activities: 'activities.takeActivityStep',
  operators: 'operators.decideChange',
  webhooks: ['webhook-open', 'webhook-change', 'webhook-switch', 'webhook-rotate'],
  screening: ['refused-addresses', 'screening-rule'],
  keys: ['key-open', 'key-change', 'key-revoke'],
  levels: ['level-limits', 'person-level'],
  'sign-outs': ['sign-out-everybody'],
  // Each is taken in a room of its own; what most of them need is proposed as a change.
  'first-steps': 'changes.propose',
};

/** Who may call the route of a decision, and of a change, who of them may decide about its content. */
function rolesOf(decided: (typeof decidedBy)[WaitingKind]): readonly unknown[] {
  if (typeof decided === 'string') return [consoleAccess[decided]];
  return decided.map((kind) =>
    (consoleAccess['changes.decideChange'] as readonly OperatorRole[]).filter((role) => mayDecide(role, kind)),
  );
}

function mayDecide(role: OperatorRole, kind: ChangeContent['kind']): boolean {
  try {
    requireDecider({ role }, { kind } as ChangeContent);
    return true;
  } catch (error) {
    if (isProblem(error, 'ROLE_MISSING')) return false;
    throw error;
  }
}

test('whoever is told that something waits for their role may decide it, and everybody who may is told', () => {
  for (const [kind, decided] of Object.entries(decidedBy))
    for (const roles of rolesOf(decided)) expect(waitingRoles[kind as WaitingKind], kind).toEqual(roles);
});

test('every kind of change waits as one kind', () => {
  const kinds = Object.values(decidedBy).flatMap((decided) => (typeof decided === 'string' ? [] : decided));
  const all: Readonly<Record<ChangeContent['kind'], true>> = {
    ...{ fund: true, pair: true, asset: true, 'pool-schedule': true, 'person-level': true, terms: true },
    ...{
      'sign-out-everybody': true,
      'audit-file': true,
      snapshot: true,
      surplus: true,
      'cold-return': true,
      loss: true,
      'level-limits': true,
    },
    ...{ 'webhook-open': true, 'webhook-change': true, 'webhook-switch': true, 'webhook-rotate': true },
    ...{ 'refused-addresses': true, 'screening-rule': true, 'key-open': true, 'key-change': true, 'key-revoke': true },
  };
  expect(kinds.toSorted()).toEqual(Object.keys(all).toSorted());
});
