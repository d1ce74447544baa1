import { expect, test } from 'vitest';
import { readDay, readMoment, toFieldText } from './read-time.ts';

// Goal: a day or a minute typed into a field is what is meant, in UTC, or nothing. Method: forms of both languages, and wrong ones.

test('a day is read year first, in the forms of both languages', () => {
  for (const text of ['2026-11-09', '2026/11/9', ' 2026.11.09 ', '2026年11月9日'])
    expect(readDay(text), text).toBe('2026-11-09');
});

test('a minute is read in UTC wherever the operator sits', () => {
  for (const text of ['2026-11-09 07:05', '2026-11-09T07:05', '2026年11月9日 7:05'])
    expect(readMoment(text), text).toBe('2026-11-09T07:05:00.000Z');
  expect(toFieldText('2026-11-09T07:05:31.000Z')).toBe('2026-11-09 07:05');
});

test('what could be another day is no day', () => {
  const wrong = ['', '11/09/2026', '09.11.2026', '2026-02-30', '2026-13-01', '1999-12-31', '2100-01-01', '2026-11'];
  for (const text of [...wrong, '2026-11-09 07:05']) expect(readDay(text), text).toBeUndefined();
  for (const text of [...wrong, '2026-11-09', '2026-11-09 24:00', '2026-11-09 12:60'])
    expect(readMoment(text), text).toBeUndefined();
});
