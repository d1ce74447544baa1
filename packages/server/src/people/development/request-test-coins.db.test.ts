import { newId, type PersonId } from '@tern/base/ids';
import { isProblem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../money/deposits/testing/scripted-chain.ts';
import { createFirstWallet, fillAddressPool } from '../wallets/public.ts';
import { requestTestCoins } from './request-test-coins.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('K11 test coins go to the address of the wallet, and nowhere once the signer has disowned it', async () => {
  const address = addressOf('mine');
  const listAddresses = async () => [{ index: 0, address, mac: 'seal' }];
  await fillAddressPool({ db: database.asWorker, keepFree: 1, listAddresses }, { limit: 1 });
  const { personId, id: walletId } = await transact(database.asApi, (tx) => createFirstWallet(tx, newId<PersonId>()));
  const sent: unknown[] = [];
  const faucet = {
    url: 'http://chain',
    fetch: async (_url: unknown, init: RequestInit | undefined) => {
      sent.push(JSON.parse(String(init?.body)));
      return Response.json({ txId: 'ab'.repeat(32) });
    },
  };
  const ask = () => requestTestCoins({ db: database.asApi, faucet }, { personId, walletId, assetId: 'trx' });
  await ask();
  expect(sent).toEqual([{ address, asset: 'trx', amount: '1000000000' }]);
  await database.db.pool.query('UPDATE address_pool SET distrusted_at = now()');
  await expect(ask()).rejects.toSatisfy((error) => isProblem(error, 'FAUCET_UNAVAILABLE'));
  expect(sent).toHaveLength(1);
});
