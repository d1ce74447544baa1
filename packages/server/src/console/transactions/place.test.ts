import { expect, test } from 'vitest';
import { comparePlaces, dayAfter, readCursor, startOfDay, writeCursor } from './place.ts';

const place = { at: '2026-11-21T14:31:58.000123Z', id: '0198c2f4-7f4e-7b7b-8f13-ae7f8b8c0001' };

test('a cursor is read as it was written, to the microsecond', () => {
  expect(readCursor(writeCursor(place))).toEqual(place);
});

test.each(['', 'x', 'AAAA', writeCursor({ ...place, at: '2026-13-45T14:31:58.000123Z' }), `${writeCursor(place)}AAAA`])(
  'what is no cursor is refused: %s',
  (text) => {
    expect(() => readCursor(text)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  },
);

test('places are ordered by their time and then by their id, and days follow each other over the ends of years', () => {
  const later = { ...place, at: '2026-11-21T14:31:58.000124Z' };
  const higher = { ...place, id: '0198c2f4-7f4e-7b7b-8f13-ae7f8b8c0002' };
  expect([higher, later, place].toSorted(comparePlaces)).toEqual([place, higher, later]);
  expect(startOfDay(dayAfter('2026-12-31')).at).toBe('2027-01-01T00:00:00.000000Z');
});

test.each(['2026-02-30T14:31:58.000123Z', '2026-04-31T14:31:58.000123Z', '2026-11-21T24:31:58.000123Z'])(
  'a moment that the calendar does not have is no cursor: %s',
  (at) => {
    expect(() => readCursor(writeCursor({ ...place, at }))).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  },
);
