import { newId, type PersonId, type WalletId } from '@tern/base/ids';
import { openDatabase } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCustomerAccount, openCustomerAccounts, type OpenCustomerAccountInput } from './account.ts';
import { createTestBooks, type TestBooks } from './test-books.ts';

let books: TestBooks;
beforeAll(async () => {
  books = await createTestBooks();
});
afterAll(() => books.drop());

const wallets = (count: number): OpenCustomerAccountInput[] =>
  Array.from({ length: count }, (_, at) => ({
    personId: newId<PersonId>(),
    walletId: newId<WalletId>(),
    asset: at % 2 === 0 ? 'usdt' : 'trx',
  }));

test('accounts opened together come back in the order they were asked for, each once', async () => {
  const asked = wallets(40);
  const twice = [...asked, ...asked.toReversed()];
  const ids = await transact(books.asApi, (tx) => openCustomerAccounts(tx, twice));
  expect(ids).toHaveLength(80);
  expect(ids.slice(40).toReversed()).toEqual(ids.slice(0, 40));
  expect(new Set(ids).size).toBe(40);
  for (const [at, input] of asked.entries()) {
    expect(await transact(books.asApi, (tx) => openCustomerAccount(tx, input))).toBe(ids[at]);
  }
});

test('two who open the same accounts, asked for in opposite orders, never wait for each other in a ring', async () => {
  const other = openDatabase({ url: books.apiUrl, applicationName: 'other', poolMax: 1 });
  try {
    for (let round = 0; round < 10; round += 1) {
      const asked = wallets(300);
      // Not through `transact`, which would begin again.
      const ids = await Promise.all([
        books.asApi.kysely.transaction().execute((tx) => openCustomerAccounts(tx, asked)),
        other.kysely.transaction().execute((tx) => openCustomerAccounts(tx, asked.toReversed())),
      ]);
      expect(ids[1].toReversed()).toEqual(ids[0]);
    }
  } finally {
    await other.close();
  }
});
