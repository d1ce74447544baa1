import { newId, type RecordId } from '@tern/base/ids';
import { expect, test } from 'vitest';
import { readExactPlace } from './exact-place.ts';

test('a place is read to the microsecond', () => {
  const id = newId<RecordId>();
  expect(readExactPlace(`2026-02-03T04:05:06.789012Z.${id}`)).toEqual({ at: '2026-02-03T04:05:06.789012Z', id });
});

test('what the database did not write is refused', () => {
  const id = newId<RecordId>();
  const at = '2026-02-03T04:05:06.789012Z';
  for (const text of ['', id, at, `${at}.`, `.${id}`, `${at}.${id}0`, `${at}.${id.toUpperCase()}`, `${at}${id}`])
    expect(() => readExactPlace(text), text).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  for (const day of ['2026-02-30T04:05:06.789012Z', '2026-13-01T04:05:06.789012Z', '2026-02-03T24:05:06.789012Z'])
    expect(() => readExactPlace(`${day}.${id}`), day).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
});
