import { i18n } from '@lingui/core';
import { beforeEach, expect, test } from 'vitest';
import { readPaymentRequest } from './payment-link.ts';

const address = 'TQ5m8wVnPZ8cQ3g1Hr4yJk7bNfXs2LdAeU';
const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const usdt = {
  id: 'usdt' as const,
  symbol: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  contract,
  networks: ['tron' as const],
};
const trx = { ...usdt, id: 'trx' as const, contract: null };

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

test('asks for an exact amount of a token', () => {
  expect(readPaymentRequest(address, usdt, '12.50')).toEqual({ link: `tron:${address}?amount=12.5&token=${contract}` });
});

test('TRX has no contract', () => {
  expect(readPaymentRequest(address, trx, '1')).toEqual({ link: `tron:${address}?amount=1` });
});

test('reads the decimal mark of the language', () => {
  i18n.loadAndActivate({ locale: 'de', messages: {} });
  expect(readPaymentRequest(address, trx, '1,5')).toEqual({ link: `tron:${address}?amount=1.5` });
});

test.each([
  ['', 'empty'],
  ['0', 'zero'],
  ['0.0000001', 'too-many-decimals'],
  ['-1', 'not-a-number'],
  ['1e3', 'not-a-number'],
])('refuses %j: %s', (typed, fault) => {
  expect(readPaymentRequest(address, usdt, typed)).toEqual({ fault });
});
