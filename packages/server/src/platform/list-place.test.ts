import { newId, type RecordId } from '@tern/base/ids';
import { expect, test } from 'vitest';
import { readPlace, writePlace } from './list-place.ts';

test('reads back the place it wrote', () => {
  const place = { at: new Date('2026-02-03T04:05:06.789Z'), id: newId<RecordId>() };
  expect(readPlace<RecordId>(writePlace(place))).toEqual(place);
});

test('refuses what it did not write', () => {
  const id = newId<RecordId>();
  for (const text of ['', id, `.${id}`, `k1.${id}0`, `k1.${id.toUpperCase()}`, `K1.${id}`, 'k1.'])
    expect(() => readPlace(text), text).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
});
