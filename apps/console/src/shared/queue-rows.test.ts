import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../testing/load-console.ts';

// Goal: a list of what waits never looks empty while it is read: it shows shapes until there is an answer, and says then that nothing
// waits and what will. Method: both lists as the console draws them, before and after the answer.

let sources: Awaited<ReturnType<typeof loadConsole>>;
beforeAll(async () => {
  sources = await loadConsole();
});
afterAll(() => sources.close());

const lists = [
  [
    '/src/features/reviews/reviews-page.tsx',
    'ReviewsPage',
    ['reviews', {}],
    { reviews: [], next: null },
    'One appears here if',
  ],
  [
    '/src/features/entries/entries-page.tsx',
    'EntriesPage',
    ['entries'],
    { entries: [], next: null },
    'appears here until',
  ],
] as const;

test.each(lists)('%s', async (path, name, key, page, taught) => {
  const draw = (answers: readonly (readonly [readonly unknown[], unknown])[]) =>
    sources.draw([path, name], { me: { role: 'reviewer' }, answers });
  const waiting = await draw([]);
  expect(waiting).toContain('aria-busy="true"');
  expect(waiting).not.toContain(taught);
  const empty = await draw([[key, { pages: [page], pageParams: [undefined] }]]);
  expect(empty).not.toContain('aria-busy="true"');
  expect(empty).toContain(taught);
});
