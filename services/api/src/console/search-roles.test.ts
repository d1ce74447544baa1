import { searchRoles, type FoundKind } from '@tern/server/console/search/public';
import { expect, test } from 'vitest';
import { consoleAccess, type ConsoleRouteName } from './console-access.ts';

/** Which route shows each kind of what is found. */
const shownBy: Readonly<Record<FoundKind, ConsoleRouteName>> = {
  person: 'people.person',
  transaction: 'transactions.transaction',
  journal: 'books.journal',
  withdrawal: 'reviews.review',
  'held-deposit': 'screening.depositCase',
  'treasury-order': 'work.showHouse',
  change: 'changes.showChanges',
  webhook: 'webhooks.showWebhooks',
  'webhook-event': 'webhooks.delivery',
  'service-key': 'keys.showKeys',
  entry: 'entries.entry',
  activity: 'activities.activity',
  announcement: 'announcements.listAnnouncements',
  complaint: 'complaints.listComplaints',
  operator: 'operators.operator',
  log: 'log.listActions',
};

test('the search finds for each role what its routes show, and nothing else', () => {
  const may = Object.entries(shownBy).map(([kind, route]) => [kind, consoleAccess[route]]);
  expect(searchRoles).toEqual(Object.fromEntries(may));
});
