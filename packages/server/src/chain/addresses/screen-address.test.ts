import type { PersonId, WalletId } from '@tern/base/ids';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { expect, test } from 'vitest';
import { screenAddress, type ScreeningInput } from './screen-address.ts';

const usdt = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
const other = getAddress('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
const me = { personId: 'me' as PersonId, walletId: 'mine' as WalletId };
const active = { activated: true, holdsToken: true, isContract: false, blacklisted: false };

function screen(changes: Partial<ScreeningInput>) {
  const result = screenAddress({
    sender: me,
    assetId: 'usdt',
    address: other,
    wallet: undefined,
    isHouse: false,
    sentTo: [],
    own: [],
    book: [],
    contracts: { usdt },
    facts: active,
    ...changes,
  });
  return {
    ...result,
    verdicts: result.verdicts.map(({ code, knownAddress, knownLabel }) =>
      [code, knownAddress, knownLabel].filter((part) => part !== null).join(' '),
    ),
  };
}

test('an address paid before holds no surprise', () => {
  expect(screen({ sentTo: [other] })).toMatchObject({
    settlement: 'chain',
    receiverClass: 'holds-token',
    verdicts: [],
  });
});

test('M32 the look-alike of an address paid before, or of one’s own, is named with what it resembles', () => {
  const poisoned = `${other.slice(0, 6)}xxxxxxxxxxxxxxxxxxxxxxxx${other.slice(-4)}` as TronAddress;
  expect(screen({ address: poisoned, sentTo: [other] }).verdicts).toEqual([`looks-like-known ${other}`, 'first-time']);
  expect(screen({ address: poisoned, own: [other] }).verdicts).toEqual([`looks-like-known ${other}`, 'first-time']);
});

test('M32 an address of the book is told by its name, and so is one that only looks like it', () => {
  const book = [{ address: other, label: 'Lena' }];
  expect(screen({ book }).verdicts).toEqual(['in-address-book Lena', 'first-time']);
  const poisoned = `${other.slice(0, 6)}xxxxxxxxxxxxxxxxxxxxxxxx${other.slice(-4)}` as TronAddress;
  expect(screen({ address: poisoned, book, sentTo: [other] }).verdicts).toEqual([
    `looks-like-known ${other} Lena`,
    'first-time',
  ]);
});

test('a contract is a warning of its own', () => {
  expect(screen({ facts: { ...active, isContract: true } }).verdicts).toEqual(['first-time', 'contract']);
});

test('M29 TRX to a contract, which the network takes from nobody, is refused', () => {
  const facts = { ...active, isContract: true };
  expect(screen({ assetId: 'trx', facts }).verdicts).toEqual(['contract-takes-no-trx']);
  expect(screen({ assetId: 'trx', address: usdt, facts }).verdicts).toEqual(['token-contract']);
});

test('another wallet of one’s own is a move that needs no warning', () => {
  const wallet = { id: 'second' as WalletId, personId: me.personId };
  expect(screen({ wallet, facts: undefined })).toEqual({
    settlement: 'internal',
    receiverClass: 'internal',
    ownMove: true,
    verdicts: ['other-own-wallet'],
  });
});

test('a refusal leaves the smaller findings out', () => {
  expect(screen({ isHouse: true }).verdicts).toEqual(['house-address']);
  expect(screen({ address: usdt }).verdicts).toEqual(['token-contract']);
  expect(screen({ facts: { ...active, blacklisted: true } }).verdicts).toEqual(['blacklisted']);
});
