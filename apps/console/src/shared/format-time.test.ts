import { i18n } from '@lingui/core';
import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatClock, formatDay, formatListMoment, formatMoment, formatTime } from './format-time.ts';

// Goal: two operators in different zones read the same minute. Method: the forms in a zone that is a day ahead; then the sources, in
// which nothing else shows or asks for a time.

const zone = process.env['TZ'];
const late = '2025-11-21T22:31:58.000Z';

beforeEach(() => {
  process.env['TZ'] = 'Pacific/Auckland';
  i18n.loadAndActivate({ locale: 'en-GB', messages: {} });
});
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test('every time is in UTC and says so; a day is the day of UTC', () => {
  expect(new Date(late).getDate()).toBe(22);
  expect(formatTime(late)).toBe('21 Nov 2025, 22:31 UTC');
  expect(formatMoment(late)).toBe('21 Nov 2025, 22:31:58 UTC');
  expect(formatClock(late)).toBe('22:31 UTC');
  expect(formatDay(late)).toBe('21 Nov 2025');
  expect(formatDay('2025-11-21')).toBe('21 Nov 2025');
  expect(formatListMoment(late)).toBe('21 Nov 2025, 22:31:58');
});

test('no other file shows a time, and only one field asks for one', () => {
  const src = new URL('../', import.meta.url).pathname;
  const filesWith = (pattern: RegExp): string[] =>
    globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.ts'] }).filter((file) =>
      pattern.test(readFileSync(`${src}${file}`, 'utf8')),
    );
  expect(filesWith(/DateTimeFormat|toLocale(?:Date|Time)String|getTimezoneOffset/)).toEqual(['shared/format-time.ts']);
  expect(filesWith(/datetime-local|['"]date['"]/)).toEqual(['shared/time-field.tsx']);
});
