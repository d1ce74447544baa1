import { expect, test } from 'vitest';
import { readMemo } from './memo.ts';

test.each([
  [undefined, null],
  ['', null],
  ['   ', null],
  [' rent ', 'rent'],
  ['Miete für März', 'Miete für März'],
  ['工资', '工资'],
  ['👨‍👩‍👧 family', '👨‍👩‍👧 family'],
  ['a'.repeat(200), 'a'.repeat(200)],
  ['é', 'é'],
])('%j is kept as %j', (text, memo) => {
  expect(readMemo(text)).toEqual({ memo });
});

test.each([
  ['a newline', 'a\nb'],
  ['a control character', 'a\u0007b'],
  ['a direction override', 'pay \u202Eevil'],
  ['a zero-width space', 'a\u200Bb'],
  ['a joiner between letters', 'a\u200Db'],
  ['a lone surrogate', 'a\uD800'],
  ['a line separator', 'a\u2028b'],
  ['201 bytes', 'a'.repeat(201)],
  ['201 bytes of other letters', 'é'.repeat(101)],
])('%s is refused', (_name, text) => {
  expect(readMemo(text)).toEqual({ fault: 'invalid' });
});
