import { newId, type PersonId } from '@tern/base/ids';
import { isProblem } from '@tern/contracts/problem';
import { listen } from '@tern/db/listen';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { assetIds, type AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAsset, listAssetClosings, openAsset } from '../../chain/assets/public.ts';
import { closeAssetNow } from '../../chain/assets/testing/close-asset-now.ts';
import type { Price } from '../../chain/prices/public.ts';
import { fixedPrices } from '../../money/deposits/testing/deposit-rules.ts';
import { addressOf } from '../../money/deposits/testing/scripted-chain.ts';
import { getOverview } from './get-overview.ts';
import { getReceiveTerms } from './get-receive-terms.ts';
import { listWallets } from './list-wallets.ts';
import {
  auditAddresses,
  createFirstWallet,
  fillAddressPool,
  findWalletByAddress,
  listShownAddresses,
  openAffirmations,
  type PooledAddress,
  type WalletValues,
} from './public.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Fixed prices, seven units for whatever there is of reward tokens, and the closings there are. */
async function readValues(): Promise<WalletValues> {
  const { kysely } = database.asApi;
  const prices = new Map<AssetId, Price>();
  for (const assetId of assetIds) {
    const price = await fixedPrices(kysely, assetId);
    if (price !== undefined) prices.set(assetId, price);
  }
  return { prices, findRewardValue: () => units(7n), closings: await listAssetClosings(kysely) };
}

const sealed = (index: number): PooledAddress => ({
  index,
  address: addressOf(`pool ${index}`),
  mac: `seal of pool ${index}`,
});
const fill = (keepFree: number, limit = 100) =>
  fillAddressPool(
    {
      db: database.asWorker,
      keepFree,
      listAddresses: async ({ from, count }) => Array.from({ length: count }, (_, offset) => sealed(from + offset)),
    },
    { limit },
  );
const register = () => transact(database.asApi, (tx) => createFirstWallet(tx, newId<PersonId>()));
const receive = {
  confirmations: 19,
  blockMs: 3000,
  issuedTokens: new Set(['usdt'] as const),
  trxFromContracts: async () => true,
};

test('without a free address nobody is registered half', async () => {
  await expect(register()).rejects.toSatisfy((error) => isProblem(error, 'UNAVAILABLE'));
  const { rows } = await database.db.pool.query('SELECT count(*)::int AS accounts FROM ledger.accounts');
  expect(rows).toEqual([{ accounts: 0 }]);
});

test('the pool is topped up to its level by several workers at once, each index once', async () => {
  await Promise.all([fill(30, 8), fill(30, 8), fill(30, 20)]);
  while ((await fill(30, 8)) > 0);
  const { rows } = await database.db.pool.query(
    'SELECT count(*)::int AS free, max(derivation_index) AS last FROM address_pool',
  );
  expect(rows).toEqual([{ free: 30, last: 29 }]);
});

test('30 people registering at once get 30 addresses, and an account for each asset', async () => {
  const wallets = await Promise.all(Array.from({ length: 30 }, register));
  expect(new Set(wallets.map(({ address }) => address)).size).toBe(30);
  await expect(register()).rejects.toSatisfy((error) => isProblem(error, 'UNAVAILABLE'));
  const { rows } = await database.db.pool.query('SELECT count(*)::int AS accounts FROM ledger.accounts');
  expect(rows).toEqual([{ accounts: 90 }]);
  await fill(20);
});

test('no process may change or reassign an address', async () => {
  const wallet = await register();
  for (const as of [database.asApi, database.asWorker]) {
    await expect(
      as.pool.query('UPDATE wallets SET address = $1 WHERE id = $2', [addressOf('pool 31'), wallet.id]),
    ).rejects.toThrow('permission denied');
    await expect(as.pool.query('UPDATE address_pool SET address = $1', [addressOf('mine')])).rejects.toThrow(
      'permission denied',
    );
    await expect(as.pool.query('DELETE FROM wallets')).rejects.toThrow('permission denied');
  }
});

test('the overview values what the ledger holds, rounded down, and is not for others', async () => {
  const wallet = await register();
  await transact(database.asWorker, async (tx) => {
    const credit = (asset: 'trx' | 'usdt', amount: bigint) => async () =>
      postJournal(tx, {
        key: `test:${asset}`,
        kind: 'deposit',
        legs: [
          {
            debit: await houseAccount(tx, 'custody:deposit', asset),
            credit: await openCustomerAccount(tx, { personId: wallet.personId, walletId: wallet.id, asset }),
            asset,
            amount: units(amount),
            code: 'deposit',
          },
        ],
      });
    await credit('trx', 5n)();
    await credit('usdt', 2_500_000n)();
  });
  const deps = { db: database.asApi, readValues };
  const overview = await getOverview(deps, { personId: wallet.personId, walletId: wallet.id });
  expect(overview.balances.map(({ assetId, posted, available, value }) => [assetId, posted, available, value])).toEqual(
    [
      ['usdt', '2500000', '2500000', '2500000'],
      ['trx', '5', '5', '1'],
      ['reward', '0', '0', '7'],
    ],
  );
  expect(overview.total).toEqual({ value: '2500008', complete: true });
  const unpriced = await getOverview(
    {
      ...deps,
      readValues: async () => {
        const { prices, closings } = await readValues();
        return {
          prices: new Map([...prices].filter(([id]) => id !== 'trx')),
          findRewardValue: () => undefined,
          closings,
        };
      },
    },
    { personId: wallet.personId, walletId: wallet.id },
  );
  expect(unpriced.total).toEqual({ value: '2500000', complete: false });
  await expect(getOverview(deps, { personId: newId<PersonId>(), walletId: wallet.id })).rejects.toSatisfy((error) =>
    isProblem(error, 'NOT_FOUND'),
  );
});

test('the receive terms say what is credited, when, and stay between the person and their wallet', async () => {
  const wallet = await register();
  const deps = { db: database.asApi, receive };
  expect(await getReceiveTerms(deps, { personId: wallet.personId, walletId: wallet.id })).toEqual({
    address: wallet.address,
    confirmations: 19,
    arrivalSeconds: 57,
    trxFromContracts: true,
    assets: [
      { assetId: 'usdt', credited: true, closed: false },
      { assetId: 'trx', credited: true, closed: false },
      { assetId: 'reward', credited: false, closed: false },
    ],
  });
  await expect(getReceiveTerms(deps, { personId: newId<PersonId>(), walletId: wallet.id })).rejects.toSatisfy((error) =>
    isProblem(error, 'NOT_FOUND'),
  );
});

test('H03 a closed coin is still shown as what it is, and only not offered for top-ups any more', async () => {
  const wallet = await register();
  const own = { personId: wallet.personId, walletId: wallet.id };
  const deps = { db: database.asApi, receive, readValues };
  const look = async () => {
    const { balances, total } = await getOverview(deps, own);
    const { assets, address } = await getReceiveTerms(deps, own);
    return { trx: balances.find(({ assetId }) => assetId === 'trx'), total, address, receive: assets[1] };
  };
  const before = await look();
  expect(before.trx).not.toHaveProperty('closing');
  const content = { kind: 'asset', assetId: 'trx', open: false } as const;
  const from = await carryOutChange(database, content, (tx) => closeAsset(tx, 'trx'));
  const told = await look();
  expect(told).toEqual({ ...before, trx: { ...before.trx, closing: { from: from?.toISOString(), closed: false } } });
  await carryOutChange(database, { kind: 'asset', assetId: 'trx', open: true }, (tx) => openAsset(tx, 'trx'));
  await closeAssetNow(database, 'trx');
  const closed = await look();
  expect(closed).toMatchObject({ total: before.total, address: before.address });
  expect(closed.trx).toEqual({ ...before.trx, closing: { from: expect.any(String), closed: true } });
  expect(closed.receive).toEqual({ assetId: 'trx', credited: true, closed: true });
  await carryOutChange(database, { kind: 'asset', assetId: 'trx', open: true }, (tx) => openAsset(tx, 'trx'));
  expect(await look()).toEqual(before);
});

/** Has the signer look at everything that is due. `isOurs` is what it derives; tells the addresses it disowned. */
async function audit(isOurs = isSealed): Promise<readonly string[]> {
  const disowned: string[] = [];
  const affirmations = openAffirmations({
    db: database.asWorker,
    verifyAddresses: async (addresses: readonly PooledAddress[]) => {
      // The signer refuses a question with anything else in it.
      for (const asked of addresses) expect(Object.keys(asked).toSorted()).toEqual(['address', 'index', 'mac']);
      return addresses.map(isOurs);
    },
    onDisowned: ({ address }: PooledAddress) => disowned.push(address),
  });
  const deps = { db: database.asWorker, affirmations, everyMs: 3_600_000 };
  while ((await auditAddresses(deps, { limit: 25 })) > 0);
  return disowned;
}

const isSealed = ({ index, address, mac }: PooledAddress): boolean =>
  address === addressOf(`pool ${index}`) && mac === `seal of pool ${index}`;

/** What open screens are told, until `end`. */
async function hearLive(): Promise<{ readonly end: () => Promise<readonly unknown[]> }> {
  const heard: unknown[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const listener = await listen({
    url: database.apiUrl,
    channels: ['live'],
    onNotify: (_channel, payload) => {
      if (payload === 'end') resolve(undefined);
      else heard.push(JSON.parse(payload));
    },
    onReconnect: () => undefined,
    onError: () => undefined,
  });
  return {
    end: async () => {
      await sql`SELECT pg_notify('live', 'end')`.execute(database.asApi.kysely);
      await ended;
      await listener.close();
      return heard;
    },
  };
}

test('K11 an address written into the database by somebody else is found out and shown to nobody, and its person sees the rest', async () => {
  await fill(20);
  const [honest, victim] = [await register(), await register()];
  const attacker = addressOf('attacker');
  await database.db.pool.query('ALTER TABLE wallets DROP CONSTRAINT wallets_address_fkey');
  await database.db.pool.query('UPDATE address_pool SET address = $1 WHERE address = $2', [attacker, victim.address]);
  await database.db.pool.query('UPDATE wallets SET address = $1 WHERE id = $2', [attacker, victim.id]);
  const live = await hearLive();
  expect(await audit()).toEqual([attacker]);
  // Said again in every round, and its person's screens were told once.
  await database.db.pool.query('UPDATE address_pool SET audited_at = NULL');
  expect(await audit()).toEqual([attacker]);
  expect(await live.end()).toEqual([{ personId: victim.personId, topic: 'account', ref: null }]);

  const own = { personId: victim.personId, walletId: victim.id };
  const deps = { db: database.asApi, receive, readValues };
  expect(await getReceiveTerms(deps, own)).toMatchObject({ address: null, confirmations: 19 });
  expect(await getOverview(deps, own)).toMatchObject({ wallet: { id: victim.id, address: null } });
  expect(await listWallets(deps, victim.personId)).toMatchObject([{ id: victim.id, address: null, empty: true }]);
  expect(await listShownAddresses(database.asWorker.kysely, [victim.id, honest.id])).toEqual(
    new Map([[honest.id, honest.address]]),
  );
  expect(await listWallets(deps, honest.personId)).toMatchObject([{ address: honest.address }]);
  expect((await findWalletByAddress(database.asApi.kysely, honest.address))?.trusted).toBe(true);
});

test('K11 an address that the signer disowns while it waits in the pool is given to nobody, and another takes its place', async () => {
  await fill(20);
  await database.db.pool.query('UPDATE address_pool SET audited_at = NULL');
  const { rows } = await database.db.pool.query<{ address: string }>(
    'SELECT address FROM address_pool WHERE assigned_at IS NULL',
  );
  const waiting = new Set(rows.map(({ address }) => address));
  // As after another seed took the place of the one that made them.
  const disowned = await audit(({ address }) => !waiting.has(address));
  expect(disowned).toEqual(expect.arrayContaining([...waiting]));
  await expect(register()).rejects.toSatisfy((error) => isProblem(error, 'UNAVAILABLE'));
  expect(await fill(20)).toBe(20);
  const wallet = await register();
  expect(waiting.has(wallet.address)).toBe(false);
  expect(await listWallets({ db: database.asApi }, wallet.personId)).toMatchObject([{ address: wallet.address }]);
  // Nobody can be given them any more, so nothing is said of them again.
  await database.db.pool.query('UPDATE address_pool SET audited_at = NULL');
  expect((await audit(({ address }) => !waiting.has(address))).filter((address) => waiting.has(address))).toEqual([]);
});
