import { isProblem } from '@tern/contracts/problem';
import { usernameIn } from '@tern/contracts/username';
import { expect, test } from 'vitest';
import { foldUsername, readUsername } from './username.ts';

function read(typed: string, product = 'Tern'): string {
  try {
    return readUsername(typed, product);
  } catch (error) {
    if (isProblem(error, 'USERNAME_INVALID')) return 'invalid';
    if (isProblem(error, 'USERNAME_TAKEN')) return 'taken';
    throw error;
  }
}

test.each([
  ['mara', '@mara'],
  ['@Mara_Lind', '@mara_lind'],
  ['  ｍａｒａ24 ', '@mara24'],
  ['lantern7', '@lantern7'],
])('%j is the username %j', (typed, username) => {
  expect(read(typed)).toBe(username);
});

test.each([
  '',
  '@',
  'abc',
  'a'.repeat(21),
  '1mara',
  '_mara',
  'mara-lind',
  'mara.lind',
  'mаra',
  'mara lind',
  '@@mara',
  'mära',
])('%j is none', (typed) => {
  expect(read(typed)).toBe('invalid');
  expect(usernameIn(typed)).toBeUndefined();
});

test.each(['support', 'supp0rt', 'tern_support', 't3rn', 'te_rn', 'official_mara', 'adm1n', 'the_bank', 'usdt_refund'])(
  'M41 %j reads like the service and is as little free as another person’s',
  (typed) => {
    expect(read(typed)).toBe('taken');
  },
);

test.each([
  ['anna_1', 'annal'],
  ['mara', 'ma_ra'],
  ['b0b_by', 'bobby'],
  ['rnark', 'mark'],
  ['vvalter', 'walter'],
])('M44 %j looks like %j', (one, other) => {
  expect(foldUsername(`@${one}`)).toBe(foldUsername(`@${other}`));
});
