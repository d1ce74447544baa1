import { isProblem } from '@tern/contracts/problem';
import { expect, test } from 'vitest';
import { readShownName } from './shown-name.ts';

function read(name: string, product = 'Tern'): string {
  try {
    return readShownName(name, product);
  } catch (error) {
    if (isProblem(error, 'SHOWN_NAME_INVALID')) return 'invalid';
    if (isProblem(error, 'SHOWN_NAME_RESERVED')) return 'reserved';
    throw error;
  }
}

test.each([
  [' Mara  Lind ', 'Mara Lind'],
  ['Jean-Luc O’Brien', 'Jean-Luc O’Brien'],
  ['Mara K.', 'Mara K.'],
  ['Åsa Sternberg', 'Åsa Sternberg'],
  ['李雷', '李雷'],
  ['山田 たろう', '山田 たろう'],
  ['Дмитрий', 'Дмитрий'],
  ['سارة', 'سارة'],
  ['अनीता', 'अनीता'],
])('%j is shown as %j', (typed, shown) => {
  expect(read(typed)).toBe(shown);
});

test.each([
  'M',
  'a'.repeat(41),
  'Mara 24',
  '+44 20 7946 0123',
  'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
  'tern.example',
  'mara@example.org',
  'Mara \u202Eknil',
  'Mаra',
  'Mara 李',
  'Mara 😀',
  '- -',
  '',
])('M41 %j is no name: one script, letters only, all of them visible', (typed) => {
  expect(read(typed)).toBe('invalid');
});

test.each([
  'Tern',
  'TERN',
  'T e r n',
  'Ter-n',
  'Tem',
  'Térn',
  'Тегп',
  'Tern Wallet',
  'Tern Support',
  'Support',
  'Mara from Support',
  'Administrator',
  'S u p p o r t',
  'Refund Team',
  'Служба поддержки',
  '官方客服',
  'サポート',
  'دعم',
])('M41 %j reads like the service and is refused', (typed) => {
  expect(read(typed)).toBe('reserved');
});

test('M41 the name that is guarded is the installation’s own', () => {
  expect(read('Heron', 'Heron')).toBe('reserved');
  expect(read('Heron', 'Tern')).toBe('Heron');
});
