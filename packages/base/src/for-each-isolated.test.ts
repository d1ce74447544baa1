import { expect, test } from 'vitest';
import { forEachIsolated } from './for-each-isolated.ts';

test('goes through all in their order and counts what was done', async () => {
  const seen: number[] = [];
  const work = (item: number) => Promise.resolve(seen.push(item) > 0 && item !== 2);
  expect(await forEachIsolated([1, 2, 3], work)).toBe(2);
  expect(seen).toEqual([1, 2, 3]);
});

test('one that throws holds up no other, and its fault is thrown at the end', async () => {
  const seen: number[] = [];
  const work = (item: number) => {
    seen.push(item);
    return item === 1 ? Promise.reject(new Error('one')) : Promise.resolve(true);
  };
  await expect(forEachIsolated([1, 2, 3], work)).rejects.toThrow('one');
  expect(seen).toEqual([1, 2, 3]);
});

test('several faults are thrown together', async () => {
  const work = (item: number) => Promise.reject(new Error(String(item)));
  await expect(forEachIsolated([1, 2], work)).rejects.toMatchObject({ errors: [{ message: '1' }, { message: '2' }] });
});
