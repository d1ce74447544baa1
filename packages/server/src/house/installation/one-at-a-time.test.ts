import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('A18 of a thousand who ask at once one is read for, and whoever comes later gets what is new', async () => {
  let reads = 0;
  const ask = oneAtATime(async () => (reads += 1));
  expect(new Set(await Promise.all(Array.from({ length: 1_000 }, ask)))).toEqual(new Set([1]));
  expect(await ask()).toBe(2);
});

test('a read that failed is tried again', async () => {
  let reads = 0;
  const ask = oneAtATime(async () => {
    reads += 1;
    if (reads === 1) throw new Error('not now');
    return reads;
  });
  await expect(ask()).rejects.toThrow('not now');
  expect(await ask()).toBe(2);
});
