import { expect, test } from 'vitest';
import { getAddress } from './address.ts';
import { mayBeDigest } from './message-digest.ts';
import { readReservesText, reservesText, type ReservesStatement } from './reserves-text.ts';

const facts: ReservesStatement = {
  house: 'wallet.example.com',
  address: getAddress('TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'),
  number: 7,
  day: '2026-11-30',
  block: { number: 71_227_000, id: '00'.repeat(32) },
  statementHash: 'ab'.repeat(32),
};

test('H26 a statement of reserves names house, address, day, block and the statement of what is owed, and is read back', () => {
  const text = reservesText(facts);
  expect(text.split('\n')).toEqual([
    'reserves 1',
    'house wallet.example.com',
    'address TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
    'number 7',
    'day 2026-11-30',
    `block 71227000 ${'00'.repeat(32)}`,
    `statement ${'ab'.repeat(32)}`,
  ]);
  expect(readReservesText(text)).toEqual(facts);
  expect(mayBeDigest(text)).toBe(false);
});

test.each([
  ['a line in the name of the house', { house: 'a\naddress b' }],
  ['no house', { house: '' }],
  ['capitals in it', { house: 'Wallet.example' }],
  ['number 0', { number: 0 }],
  ['a number that is none', { number: Number.NaN }],
  ['another form of day', { day: '30.11.2026' }],
  ['a text for a hash', { statementHash: 'pay me' }],
  ['no block', { block: { number: -1, id: '00'.repeat(32) } }],
])('H26 %s makes no statement', (_, other) => {
  expect(() => reservesText({ ...facts, ...other })).toThrow('not a statement of reserves');
});

test.each([
  ['a line more', `${reservesText(facts)}\nand more`],
  ['a line feed at its end', `${reservesText(facts)}\n`],
  ['a line before', `\n${reservesText(facts)}`],
  ['another version', reservesText(facts).replace('reserves 1', 'reserves 2')],
  ['an address with another check sum', reservesText(facts).replace('HK2HC', 'HK2HD')],
])('H26 a text with %s is none', (_, text) => {
  expect(readReservesText(text)).toBeUndefined();
});
