import { beforeEach, describe, expect, test } from 'vitest';
import { i18n } from '@lingui/core';
import { dateShapes, type DateShape } from '../src/shared/date-shapes.ts';
import { fillDate } from '../src/shared/fill-date.ts';
import { formatList } from '../src/shared/format-list.ts';
import { formatLocale } from '../src/shared/format-locale.ts';
import { formatUnit } from '../src/shared/format-unit.ts';
import { keepOwnFormats, listKinds, units } from '../src/shared/own-formats.ts';
import { unknownToBrowsers, writeFormats } from './write-formats.ts';

// Goal: a language the browser does not know is written as one that knows it would. Method: this Node knows all of them;
// what is put together from the build's patterns is compared with what it writes itself.
const moments = ['2026-01-01T00:05:09', '2026-05-31T09:00:00', '2026-11-21T12:34:56', '2027-12-05T23:59:59'].map(
  (text) => new Date(text),
);

describe.each(unknownToBrowsers)('%s', (locale) => {
  const latin = `${locale}-u-nu-latn`;
  beforeEach(() => {
    keepOwnFormats(locale, writeFormats(locale));
    i18n.loadAndActivate({ locale, messages: {} });
  });

  test('writes dates and times as data of the language has it', () => {
    const own = writeFormats(locale);
    for (const shape of Object.keys(dateShapes) as DateShape[]) {
      const format = new Intl.DateTimeFormat(latin, dateShapes[shape]);
      for (const at of moments) expect(fillDate(own, shape, at), shape).toBe(format.format(at));
    }
  });

  test('writes numbers, shares, units and lists as data of the language has it', () => {
    const percent = { style: 'percent', minimumFractionDigits: 2 } as const;
    for (const value of [0, 0.5, 1234.5, 25_652.29, 1_234_567.891234]) {
      expect(new Intl.NumberFormat(formatLocale()).format(value)).toBe(new Intl.NumberFormat(latin).format(value));
    }
    for (const share of [0, 0.0475, 0.5, 1]) {
      const expected = new Intl.NumberFormat(latin, percent).format(share);
      expect(new Intl.NumberFormat(formatLocale(), percent).format(share)).toBe(expected);
    }
    for (const unit of units) {
      const unitDisplay = unit.endsWith('byte') ? 'short' : 'long';
      for (const value of [1, 2, 45]) {
        const expected = new Intl.NumberFormat(latin, { style: 'unit', unit, unitDisplay }).format(value);
        expect(formatUnit(value, unit, { unitDisplay, places: 0 })).toBe(expected);
      }
    }
    for (const type of listKinds) {
      for (const items of [[], ['A'], ['A', 'B'], ['A', 'B', 'C'], ['A', 'B', 'C', 'D', 'E']]) {
        expect(formatList(items, type)).toBe(new Intl.ListFormat(locale, { type }).format(items));
      }
    }
  });
});
