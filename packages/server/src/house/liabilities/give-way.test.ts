import { expect, test } from 'vitest';
import { givingWay, openGivingWay } from './give-way.ts';

// Goal: a count of everything that is owed takes what nobody else needs. Method: the waits that follow from how long each set took.

test('where every set is about as fast as the fastest, nobody is waited for', () => {
  const waitAfter = openGivingWay();
  expect([40, 50, 38, 57, 39].map(waitAfter)).toEqual([0, 0, 0, 0, 0]);
});

test('what a set lost to others is given to them twice more, and no more than a second', () => {
  const waitAfter = openGivingWay();
  expect([40, 61, 100, 10_000, 40].map(waitAfter)).toEqual([0, 42, 120, 1_000, 0]);
});

test('what counts is the fastest set so far, also one that comes late', () => {
  const waitAfter = openGivingWay();
  expect([100, 100, 20, 100].map(waitAfter)).toEqual([0, 0, 0, 160]);
});

test('every set is handed on once, in its order', async () => {
  const sets = (async function* () {
    yield* [[1, 2], [3], []];
  })();
  const handedOn: number[][] = [];
  for await (const set of givingWay(sets)) handedOn.push(set);
  expect(handedOn).toEqual([[1, 2], [3], []]);
});
