import { expect, test } from 'vitest';
import { mapOk } from './map-ok.ts';

test('a step gets what nothing has stopped, and everyone keeps their place', async () => {
  const no = new Error('no');
  const first = await mapOk<number, number, Error>([1, no, 3, 4], async (open) =>
    open.map((each) => (each === 3 ? no : each * 10)),
  );
  expect(first).toEqual([10, no, no, 40]);
  expect(await mapOk<number, string, Error>(first, async (open) => open.map(String))).toEqual(['10', no, no, '40']);
});

test('a step that nobody is left for is not taken', async () => {
  const no = new Error('no');
  expect(await mapOk<number, number, Error>([no], () => Promise.reject(new Error('taken')))).toEqual([no]);
});
