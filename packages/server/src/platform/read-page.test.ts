import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const list = (length: number) => (limit: number) =>
  Promise.resolve(Array.from({ length: Math.min(length, limit) }, (_, at) => at + 1));

test('says after which row the next page goes on, and nothing at the end of the list', async () => {
  expect(await readPage(3, list(0))).toEqual({ page: [], last: null });
  expect(await readPage(3, list(3))).toEqual({ page: [1, 2, 3], last: null });
  expect(await readPage(3, list(4))).toEqual({ page: [1, 2, 3], last: 3 });
});
