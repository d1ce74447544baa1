import { expect, test } from 'vitest';
import { isVisibleText, readLine } from './visible-text.ts';

test.each(['Wallet 1', 'Миска', '钱包', 'می‌خواهم', 'क्‍ष', '👩‍🚀 trip', 'ג׳ירפה'])('%j can be seen whole', (text) => {
  expect(isVisibleText(text)).toBe(true);
});

test.each([
  ['a direction override', 'pay \u202Eevil'],
  ['an isolate', 'a\u2066b'],
  ['a zero-width space', 'a\u200Bb'],
  ['a joiner between Latin letters', 'a\u200Db'],
  ['a byte order mark', '\uFEFFa'],
  ['a newline', 'a\nb'],
  ['a lone surrogate', 'a\uD800'],
])('W17 %s is not visible text', (_, text) => {
  expect(isVisibleText(text)).toBe(false);
});

test('a line has one form', () => {
  expect(readLine('  my \u00A0 wallet\u3000')).toBe('my wallet');
  expect(readLine('e\u0301')).toBe('\u00E9');
});
