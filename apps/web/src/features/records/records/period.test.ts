import { expect, test } from 'vitest';
import { momentsOf, readDay } from './period.ts';

test.each([
  ['2026-11-21', '2026-11-21'],
  ['2026-02-30', undefined],
  ['1999-01-01', undefined],
  ['yesterday', undefined],
  [null, undefined],
])('%j as a day is %j', (raw, day) => {
  expect(readDay(raw)).toBe(day);
});

test('a day lasts from its midnight to the next one, where the person is', () => {
  expect(momentsOf({ from: '2026-11-21', until: '2026-11-21' })).toEqual({
    from: new Date(2026, 10, 21).toISOString(),
    until: new Date(2026, 10, 22).toISOString(),
  });
  expect(momentsOf({ from: undefined, until: '2026-12-31' })).toEqual({
    from: undefined,
    until: new Date(2027, 0, 1).toISOString(),
  });
});
