import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../../testing/load-console.ts';

// Goal: where the next page of a list cannot be read, the operator is told so beside the button, and keeps what was read. Method: each
// list that once had a button of its own, and each of what waits, as the console draws it with its first page and with its second one failed.

let sources: Awaited<ReturnType<typeof loadConsole>>;
beforeAll(async () => {
  sources = await loadConsole();
});
afterAll(() => sources.close());

const at = '2026-11-21T11:48:02.000Z';
const person = { id: 'p', actions: [] };
const lists = [
  {
    component: ['/src/features/people/notes-tab.tsx', 'NotesTab'],
    key: ['person', 'p', 'notes'],
    page: { notes: [{ seq: 7, operator: 'Kept', at, text: 'Called back' }], next: 7 },
    props: { person },
    button: 'Earlier notes',
  },
  {
    component: ['/src/features/books/audit-files.tsx', 'AuditFiles'],
    key: ['books', 'distributions'],
    page: { distributions: [{ id: 'd', startsAt: at, endsAt: at, holders: 'Kept', allowedUntil: at }], next: 'd' },
    props: {},
    button: 'Show earlier ones',
  },
  {
    component: ['/src/features/operators/operator-history.tsx', 'OperatorHistory'],
    key: ['operators', 'vera', 'history'],
    page: {
      actions: [
        {
          ...{ seq: 7, at, kind: 'operator-signed-in', subject: 'vera', operator: 'Kept' },
          ...{ name: null, role: null, from: null, key: null, note: null },
        },
      ],
      next: 7,
    },
    props: { name: 'vera' },
    button: 'Earlier rows',
  },
  {
    component: ['/src/features/books/journals-page.tsx', 'JournalsPage'],
    key: ['books', 'journals', {}],
    page: {
      journals: [{ id: '7', at, kind: 'swap', people: ['Kept'], legs: 2, key: 'swap:7', amounts: [] }],
      next: '7',
      searchedTo: at,
    },
    props: {},
    button: 'Search further back',
  },
  {
    component: ['/src/features/books/days-page.tsx', 'DaysPage'],
    key: ['books', 'days'],
    page: { days: [{ day: '2026-11-20', journals: 1, entries: 2, assets: [], root: 'Kept' }], next: '2026-11-20' },
    props: {},
    button: 'Earlier days',
  },
  {
    component: ['/src/features/books/reconciliations-page.tsx', 'ReconciliationsPage'],
    key: ['books', 'reconciliations'],
    page: {
      days: [
        {
          ...{ day: '2026-11-20', place: 'Kept', assetId: 'trx', books: '1', chain: '1', blockNumber: 7, at },
          ...{ comparisons: 3, differing: 0 },
        },
      ],
      gaps: [],
      next: '2026-11-20',
    },
    props: {},
    button: 'Earlier days',
  },
  {
    component: ['/src/features/reviews/reviews-page.tsx', 'ReviewsPage'],
    key: ['reviews', {}],
    page: {
      reviews: [
        {
          ...{ id: 'w', assetId: 'trx', amount: '6000000', toAddress: 'Kept', cause: 'amount', requestedAt: at },
          ...{ approvals: 0, approvalsNeeded: 2 },
        },
      ],
      next: 'w',
    },
    props: {},
    button: 'More withdrawals',
  },
  {
    component: ['/src/features/entries/entries-page.tsx', 'EntriesPage'],
    key: ['entries'],
    page: { entries: [{ id: 'e', activityTitle: 'Kept', externalId: '7', dueAt: at, late: false }], next: 'e' },
    props: {},
    button: 'More entries',
  },
  {
    component: ['/src/features/complaints/complaints-page.tsx', 'ComplaintsPage'],
    key: ['complaints'],
    page: {
      complaints: [
        {
          ...{ id: 'c', personId: 'p', publicId: '7', subject: 'Kept', text: 'Late', recordId: null, filedAt: at },
          ...{ dueAt: at, overdue: false, answer: null },
        },
      ],
      next: 'c',
    },
    props: {},
    button: 'More complaints',
  },
  {
    component: ['/src/features/activities/activities-page.tsx', 'ActivitiesPage'],
    key: ['activities'],
    page: {
      activities: [
        {
          ...{ id: 'a', title: 'Kept', platform: 'Harbour', state: 'draft', opensAt: at, closesAt: at },
          ...{ reward: '1', places: 5, placesTaken: 0 },
        },
      ],
      owned: '0',
      next: 'a',
    },
    props: {},
    button: 'Earlier activities',
  },
  {
    component: ['/src/features/announcements/announcements-page.tsx', 'AnnouncementsPage'],
    key: ['announcements'],
    page: {
      announcements: [
        {
          ...{ id: 'n', texts: { en: { title: 'Kept', body: 'All.' } }, people: null, sendAt: at, state: 'sent' },
          ...{ writtenBy: 'ada', releasedBy: 'ben', told: 1 },
        },
      ],
      next: 'n',
    },
    props: {},
    button: 'Earlier announcements',
  },
  {
    component: ['/src/features/work/quarantine-page.tsx', 'QuarantinePage'],
    key: ['quarantine'],
    page: {
      ...{ freezes: [], suspense: [], noise: [], more: { suspense: false, grave: true }, next: 'end~7' },
      grave: [{ id: '7', txId: 'aa', block: 7, reason: 'malformed-event', subject: 'Kept', since: at }],
    },
    props: {},
    button: 'More items',
  },
  {
    component: ['/src/features/work/stuck-page.tsx', 'StuckPage'],
    key: ['stuck'],
    page: {
      ...{ pauses: [], orders: [], more: { payouts: true, orders: false }, next: 'w~end' },
      payouts: [
        {
          ...{ id: 'w', assetId: 'trx', amount: '1', toAddress: 'Kept', publicId: '7', earlier: [], state: 'signed' },
          ...{ since: at, waitingFor: null, waitingDetail: null, attention: null, action: 'fix-nodes' },
        },
      ],
    },
    props: {},
    button: 'More payments',
  },
  {
    component: ['/src/features/resolutions/resolutions-page.tsx', 'ResolutionsPage'],
    key: ['resolutions'],
    page: {
      ...{ resets: [], more: { bonuses: true, resets: false }, next: 'p~end' },
      bonuses: [
        {
          ...{ personId: 'p', publicId: '7', amount: '1', sourceAddress: 'Kept', accountsOfSource: 3 },
          ...{ declaredCountry: null, phoneCountries: [], since: at },
        },
      ],
    },
    props: {},
    button: 'More bonuses',
  },
] as const;

test.each(lists)('$button of $component.1', async ({ component, key, page, props, button }) => {
  const html = (failedPages: readonly (readonly unknown[])[]) =>
    sources.draw(component, {
      props,
      me: {
        role: 'administrator',
        assets: [
          { id: 'trx', decimals: 6, symbol: 'TRX' },
          { id: 'reward', decimals: 18, symbol: 'RWD' },
        ] as never,
      },
      answers: [
        [key, { pages: [page], pageParams: [undefined] }],
        [['books', 'chart'], { classes: [], kinds: [] }],
      ],
      failedPages,
    });
  const read = await html([]);
  expect(read).toContain('Kept');
  expect(read).toContain(button);
  expect(read).not.toContain('role="alert"');
  const failed = await html([key]);
  expect(failed).toContain('Kept');
  expect(failed).toContain(button);
  expect(failed.match(/role="alert"/g)).toHaveLength(1);
  expect(failed).toMatch(/<div class="data-more"><small role="alert"/);
});
