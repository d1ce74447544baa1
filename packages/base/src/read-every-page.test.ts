import { expect, test } from 'vitest';
import { readEveryPage } from './read-every-page.ts';

const list = (length: number) => Array.from({ length }, (_, at) => ({ place: String(at) }));

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a list of %i rows is read whole, each row once and in order, two at a time',
  async (length) => {
    const asked: (string | undefined)[] = [];
    const read = await readEveryPage(async ({ after, limit }) => {
      asked.push(after);
      const from = after === undefined ? 0 : Number(after) + 1;
      return list(length).slice(from, from + limit);
    }, 2);
    expect(read).toEqual(list(length));
    expect(asked).toHaveLength(Math.floor(length / 2) + 1);
  },
);
