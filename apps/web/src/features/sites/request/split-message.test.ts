import { expect, test } from 'vitest';
import { splitMessage } from './split-message.ts';

const text = (value: string) => ({ kind: 'text', text: value });
const hidden = (characters: string, name: string) => ({ kind: 'hidden', text: characters, name });

test('an ordinary text is one part, with its lines and tabs', () => {
  const message = 'app.harbour.example wants you to sign in\r\nNonce:\t7f3a\n\nIssued: 2026';
  expect(splitMessage(message)).toEqual([text(message)]);
  expect(splitMessage('')).toEqual([]);
});

test.each([
  ['a space of no width', '\u200b', 'U+200B'],
  ['a turn of the direction', '\u202e', 'U+202E'],
  ['an isolate', '\u2066', 'U+2066'],
  ['a mark of direction', '\u200f', 'U+200F'],
  ['a soft hyphen', '\u00ad', 'U+00AD'],
  ['a filler of Hangul', '\u3164', 'U+3164'],
  ['an empty braille cell', '\u2800', 'U+2800'],
  ['a line separator', '\u2028', 'U+2028'],
  ['a carriage return alone', '\r', 'U+000D'],
  ['an escape', '\u001b', 'U+001B'],
  ['a tag', '\u{e0041}', 'U+E0041'],
  ['half a surrogate pair', '\ud800', 'U+D800'],
  ['a private character', '\ue000', 'U+E000'],
  ['a joiner between Latin letters', '\u200d', 'U+200D'],
])('C07 %s is shown by its number', (_name, character, codePoint) => {
  expect(splitMessage(`Harbour${character}Market`)).toEqual([
    text('Harbour'),
    hidden(character, codePoint),
    text('Market'),
  ]);
});

test('what a script or a picture needs stays in its place', () => {
  for (const message of ['می\u200cخواهم', 'क\u094d\u200dष', '👩\u200d💻', '❤\ufe0f']) {
    expect(splitMessage(message)).toEqual([text(message)]);
  }
});

test('C07 a row of selectors hides nothing', () => {
  expect(splitMessage('❤\ufe0f\ufe0f\ufe01')).toEqual([
    text('❤\ufe0f'),
    hidden('\ufe0f', 'U+FE0F'),
    hidden('\ufe01', 'U+FE01'),
  ]);
  expect(splitMessage('\ufe0f')).toEqual([hidden('\ufe0f', 'U+FE0F')]);
});

test.each([
  ['line breaks', '\n'.repeat(300), 'U+000A × 300'],
  ['line breaks of another system', '\r\n'.repeat(5), 'U+000A × 5'],
  ['lines of spaces', '\n \u3000'.repeat(5), 'U+000A U+0020 U+3000 × 15'],
  ['spaces', ' '.repeat(25), 'U+0020 × 25'],
  ['spaces that do not break', '\u00a0'.repeat(25), 'U+00A0 × 25'],
  ['tabs', '\t'.repeat(4), 'U+0009 × 4'],
])('C07 a gap of %s, which pushes the rest out of sight, is named', (_name, gap, name) => {
  expect(splitMessage(`Sign in${gap}and pay`)).toEqual([text('Sign in'), hidden(gap, name), text('and pay')]);
});

test('paragraphs, indents and columns stay as they are', () => {
  const message = `Sign in\n\n\n\n\u3000Nonce:${' '.repeat(24)}7f3a\n\t\t\tIssued: 2026\n`;
  expect(splitMessage(message)).toEqual([text(message)]);
});
