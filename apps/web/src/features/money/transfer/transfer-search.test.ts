import { expect, test } from 'vitest';
import { readReturnPath } from '../../../shared/paths.ts';
import { parseSearch } from '../../../shared/search-params.ts';
import { transferPathOf, transferSearch } from './transfer-search.ts';

const form = {
  assetId: 'usdt',
  to: 'TVk3pRX2kD7rVb4pYh9cSn3Ju6tEfhQ7Ms',
  amount: '12.5',
  feeFrom: 'amount',
  memo: 'Miete & Strom',
} as const;

function read(path: string) {
  return parseSearch(new URL(path, 'http://wallet.invalid').searchParams, transferSearch);
}

test('the form comes back as it was after a way round by another page', () => {
  const path = transferPathOf(form);
  expect(readReturnPath(path)).toBe(path);
  expect(read(path)).toEqual({ coin: 'usdt', to: form.to, amount: '12.5', fee: 'amount', memo: 'Miete & Strom' });
});

test.each(['+4915112345678', '0049 151 12345678', 'lena@example.org'])('M40 keeps %s out of the address', (to) => {
  expect(transferPathOf({ ...form, to })).toBe(transferPathOf({ ...form, to: '' }));
});

test('leaves out what is empty', () => {
  expect(transferPathOf({ ...form, to: '', amount: '', feeFrom: 'balance', memo: '' })).toBe(
    '/pages/index/transfer?coin=usdt',
  );
});

test.each(['-1', '1e9', '0x10', '1,5', 'all', '1.0000000000000000001', ''])(
  'does not take "%s" for an amount',
  (amount) => {
    expect(read(`/?${new URLSearchParams({ amount })}`).amount).toBeUndefined();
  },
);

test('drops a coin and an address that cannot be', () => {
  expect(read(`/?coin=doge&to=${'T'.repeat(300)}`)).toMatchObject({ coin: undefined, to: undefined, fee: 'balance' });
});
