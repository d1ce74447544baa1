import { expect, test } from 'vitest';
import { newId, newOrderedId, type PersonId, type RecordId } from './ids.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids are UUIDs of their version and never repeat', () => {
  const random = Array.from({ length: 1000 }, () => newId<PersonId>());
  const ordered = Array.from({ length: 1000 }, (_, index) => newOrderedId<RecordId>(1_700_000_000_000 + index));
  for (const id of random) expect(uuid.exec(id)?.[1]).toBe('4');
  for (const id of ordered) expect(uuid.exec(id)?.[1]).toBe('7');
  expect(new Set([...random, ...ordered]).size).toBe(2000);
});

test('ordered ids sort by the time they were made', () => {
  const times = [0, 1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1];
  const ids = times.map((timeMs) => newOrderedId<RecordId>(timeMs));
  expect(ids.toSorted()).toEqual(ids);
});
