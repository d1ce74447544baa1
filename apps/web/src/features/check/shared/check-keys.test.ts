import { hashStatement } from '@tern/proofs/liabilities/hash-statement';
import { TronWeb, Trx } from 'tronweb';
import { expect, test } from 'vitest';
import { checkChain } from './check-chain.ts';
import { checkKeys } from './check-keys.ts';

const key = '5c'.repeat(32);
const hot = TronWeb.address.fromPrivateKey(key) || '';
const cold = TronWeb.address.fromPrivateKey('5d'.repeat(32)) || '';
const id = 'ab'.repeat(32);

function publish(number: number) {
  const day = `2026-11-0${number}`;
  const statement = [
    'liabilities 1',
    `number ${number}`,
    `day ${day}`,
    `due ${day}T00:00:00.000Z`,
    `block ${number} ${id} ${day}T00:00:00.000Z`,
    'previous none',
    `asset usdt owed 900 part-max 2 lines 1024 root ${id}`,
    `held usdt hot 500 ${number} ${hot}`,
    `held usdt cold 400 ${number} ${cold}`,
    '',
  ].join('\n');
  return { number, day, statement, statementHash: hashStatement(statement) };
}

const published = [publish(1), publish(2)];
const { statements } = checkChain(published);

function sign(number: number, { by = key, change = (text: string) => text } = {}) {
  const { day, statementHash } = published[number - 1] ?? publish(number);
  const facts = [`number ${number}`, `day ${day}`, `block ${number} ${id}`, `statement ${statementHash}`];
  const text = change(['reserves 1', 'house wallet.example', `address ${hot}`, ...facts].join('\n'));
  return { place: 'hot' as const, address: hot, text, signatureHex: Trx.signMessageV2(text, by).slice(2) };
}

const findingOf = (
  signatures: Readonly<Record<number, readonly ReturnType<typeof sign>[]>>,
  opened = 'wallet.example',
) => checkKeys(statements, (number) => signatures[number] ?? [], opened).get(hot);

test('H26 the newest signature of an address says for which house and of which day it is', () => {
  expect(findingOf({ 1: [sign(1)], 2: [sign(2)] })).toEqual({
    state: 'signed',
    house: 'wallet.example',
    day: '2026-11-02',
  });
  expect(findingOf({ 1: [sign(1)] })).toEqual({ state: 'signed', house: 'wallet.example', day: '2026-11-01' });
  expect(findingOf({})).toBeUndefined();
});

test('H26 the addresses of another house are found: their keys sign for where that one is opened', () => {
  const elsewhere = { state: 'elsewhere', house: 'wallet.example', day: '2026-11-02' };
  for (const opened of ['wallet.example:8443', 'wallet.exampl', 'evil.example'])
    expect(findingOf({ 2: [sign(2)] }, opened)).toEqual(elsewhere);
  // What another key says of another house is no signature of this address.
  expect(findingOf({ 2: [sign(2, { by: '5d'.repeat(32) })] }, 'evil.example')).toEqual({ state: 'wrong' });
});

test.each([
  ['of another key', sign(2, { by: '5d'.repeat(32) })],
  ['of another statement', { ...sign(1) }],
  ['of another day', sign(2, { change: (text) => text.replace('2026-11-02', '2026-11-03') })],
  ['of another block', sign(2, { change: (text) => text.replace('block 2', 'block 3') })],
  ['of another list', sign(2, { change: (text) => text.replace(/.$/, '0') })],
  ['of another address', sign(2, { change: (text) => text.replace(hot, cold) })],
  ['of any other text', sign(2, { change: () => 'Sign in to Harbour' })],
])('H26 a signature %s is wrong', (_, signature) => {
  expect(findingOf({ 1: [sign(1)], 2: [signature] })).toEqual({ state: 'wrong' });
});
