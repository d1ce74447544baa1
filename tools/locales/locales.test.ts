import { expect, test } from 'vitest';
import { decideOffered, describeOffered, type LocaleState } from './check-locales.ts';
import { findLengthOutliers } from './find-length-outliers.ts';
import { findTextFaults } from './find-text-faults.ts';

function state(locale: string, all: number, missing: number): LocaleState {
  const texts = Array.from({ length: all }, (_, index) => ({
    id: `web:${index}`,
    english: 'Text',
    text: index < missing ? '' : 'Text',
    parts: [],
    notes: [],
    places: [],
  }));
  return { locale, texts, missing: texts.slice(0, missing), faults: [] };
}

test.each([
  ['is offered once it is complete', state('ja', 100, 0), [], ['ja']],
  ['is not offered with a single text missing', state('ja', 100, 1), [], []],
  ['stays offered while it misses one text in twenty', state('ja', 100, 5), ['ja'], ['ja']],
  ['is withdrawn beyond that', state('ja', 100, 6), ['ja'], []],
])('a locale %s', (_, one, before, offered) => {
  expect(decideOffered([one], before)).toEqual(offered);
});

test('the source is always offered', () => {
  expect(decideOffered([state('en', 0, 0)], [])).toEqual(['en']);
});

test('the offered locales are written as the formatter would', () => {
  expect(describeOffered(['en', 'ja']).text).toContain("= ['en', 'ja'];");
  expect(describeOffered(Array.from({ length: 39 }, () => 'zh-Hans')).text).toContain("  'zh-Hans',\n  'zh-Hans',\n];");
});

test.each([
  ['ar', '{n, plural, zero {ا} one {ا} two {ا} few {ا} many {ا} other {ا}}', []],
  ['ar', '{n, plural, one {ا} other {ا}}', ['zero', 'two', 'few', 'many'].map((name) => `{n} has no case "${name}"`)],
  ['fr', '{n, plural, one {a} other {b}}', []],
  ['fr', '{n, plural, one {a} many {b} other {c}}', []],
  ['ja', '{n, plural, =0 {a} other {b}}', []],
  ['ja', '{n} b', ['the plural of {n} is missing']],
  ['de', '{n, plural, one {a} other {b}', ['a } missing at character 30']],
  ['de', "{n, plural, one {'{'a} other {b}}", []],
])('plural forms of %s: %s', (locale, text, faults) => {
  expect(findTextFaults({ locale, source: '{n, plural, one {a} other {b}}', text })).toEqual(faults);
});

test.each([
  ['Valid for 24 hours', '24 時間有効', []],
  ['Valid for 24 hours', 'صالح لمدة ٢٤ ساعة', []],
  ['Valid for 24 hours', '२४ घंटे के लिए', []],
  ['Valid for 24 hours', '12 時間有効', ['the number 24 is missing']],
  ['1,000.50 TRX', '1.000,50 TRX', []],
  [
    'Two of {count3, plural, one {# key} other {# keys}}',
    '2 von {count3, plural, one {# Schlüssel} other {# Schlüsseln}}',
    [],
  ],
  ['<0>Terms</0> of 1 November 2026', '<0>Bedingungen</0> vom 1. November', ['the number 2026 is missing']],
])('numbers of %s: %s', (source, text, faults) => {
  expect(findTextFaults({ locale: 'de', source, text })).toEqual(faults);
});

test('translations much longer than English are named, and wide letters count twice', () => {
  const text = { id: 'web:1', parts: [], notes: [], places: [] };
  expect(findLengthOutliers([{ ...text, english: 'Max', text: 'Höchstbetrag' }])).toEqual([]);
  expect(findLengthOutliers([{ ...text, english: 'Max', text: 'Höchstbetrag wählen' }])).toHaveLength(1);
  expect(findLengthOutliers([{ ...text, english: 'Copied', text: 'コピーしました' }])).toHaveLength(1);
});
