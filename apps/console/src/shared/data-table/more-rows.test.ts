import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../../testing/load-console.ts';

// Goal: where the next page of a list cannot be read, the operator is told so beside the button, and keeps what was read. Method: each
// list that once had a button of its own, as the console draws it with its first page and with its second one failed.

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
] as const;

test.each(lists)('$button of $component.1', async ({ component, key, page, props, button }) => {
  const html = (failedPages: readonly (readonly unknown[])[]) =>
    sources.draw(component, {
      props,
      me: { role: 'administrator', assets: [{ id: 'trx', decimals: 6, symbol: 'TRX' }] as never },
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
