import { expect, test } from 'vitest';
import { readSearch } from './read-search.ts';

const assets = {
  usdt: { decimals: 6, symbol: 'USDT' },
  trx: { decimals: 6, symbol: 'TRX' },
  reward: { decimals: 18, symbol: 'TERN' },
} as const;
const hash = 'a71f03d9c6e25b84f0127d9be3c86a45102fd7b98c4e31a06b5d2f907ce8b413';
const of = (units: bigint) => [
  { assetId: 'usdt', amount: units * 10n ** 6n },
  { assetId: 'trx', amount: units * 10n ** 6n },
  { assetId: 'reward', amount: units * 10n ** 18n },
];

test.each([
  [hash, { as: 'transaction', txId: hash }],
  [`  0x${hash.toUpperCase()} `, { as: 'transaction', txId: hash }],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', { as: 'address', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
  // One letter of the address is another one.
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', { as: 'nothing' }],
  ['0198C2F4-7F4E-7B7B-8F13-AE7F8B8C0001', { as: 'id', id: '0198c2f4-7f4e-7b7b-8f13-ae7f8b8c0001' }],
  [
    'w-20261121-00000-00001',
    {
      as: 'record-number',
      record: { from: '01a1fb67-1800-7000-8000-000000000000', to: '01a1fb67-1800-7fff-bfff-ffffffffffff', tail: 1 },
    },
  ],
  // No such day.
  ['W-20261331-00000-00001', { as: 'nothing' }],
  ['42345678', { as: 'number', publicId: '42345678', amounts: of(42_345_678n) }],
  ['j-4711', { as: 'journal', journalId: '4711' }],
  ['J-0', { as: 'nothing' }],
  ['@Mara_K', { as: 'username', username: '@mara_k' }],
  ['@x', { as: 'nothing' }],
  ['310', { as: 'amount', amounts: of(310n) }],
  ['310 usdt', { as: 'amount', amounts: [{ assetId: 'usdt', amount: 310_000_000n }] }],
  ['1.0000001', { as: 'amount', amounts: [{ assetId: 'reward', amount: 1_000_000_100_000_000_000n }] }],
  ['0.5 TERN', { as: 'amount', amounts: [{ assetId: 'reward', amount: 5n * 10n ** 17n }] }],
  ['310 DOGE', { as: 'nothing' }],
  ['0', { as: 'nothing' }],
  // In one half of the world a thousand and a quarter, in the other one and a quarter.
  ['1,250', { as: 'nothing' }],
  ['mara@example.org', { as: 'contact' }],
  ['+44 7700 900123', { as: 'contact' }],
  // As some keyboards write it.
  ['＋44 7700 900123', { as: 'contact' }],
  ["'; DROP TABLE records; --", { as: 'nothing' }],
  ['%', { as: 'nothing' }],
])('%s is looked for as what it is', (typed, expected) => {
  expect(readSearch(typed, assets)).toEqual(expected);
});
