import { randomUUID } from 'node:crypto';
import type { WalletId } from '@tern/base/ids';
import { isProblem } from '@tern/contracts/problem';
import type { ProblemCode } from '@tern/contracts/problems/catalogue';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../money/deposits/testing/scripted-chain.ts';
import type { ApiSession } from '../../platform/api-context.ts';
import { openTestSession } from '../sessions/testing/open-test-session.ts';
import { changeWallet } from './change-wallet.ts';
import { chooseDefaultWallet } from './choose-default-wallet.ts';
import { createWallet } from './create-wallet.ts';
import { listWallets } from './list-wallets.ts';
import { orderWallets } from './order-wallets.ts';
import { createFirstWallet, fillAddressPool, getDefaultWallet } from './public.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const listAddresses = async ({ from, count }: { from: number; count: number }) =>
    Array.from({ length: count }, (_, offset) => ({
      index: from + offset,
      address: addressOf(`pool ${from + offset}`),
      mac: 'seal',
    }));
  while ((await fillAddressPool({ db: database.asWorker, keepFree: 90, listAddresses }, { limit: 90 })) > 0);
});
afterAll(() => database.drop());

const refused = (code: ProblemCode) => (error: unknown) => isProblem(error, code);
const deps = () => ({ db: database.asApi });
async function register(): Promise<ApiSession> {
  const session = await openTestSession(database.db);
  await transact(database.asApi, (tx) => createFirstWallet(tx, session.personId));
  return session;
}
const create = (session: ApiSession, name: string, idempotencyKey: string = randomUUID()) =>
  createWallet(deps(), { session, name, idempotencyKey });
const namesOf = async ({ personId }: ApiSession) => (await listWallets(deps(), personId)).map(({ name }) => name);

test('a wallet is added once per key, with an address of its own, behind the others', async () => {
  const person = await register();
  const key = randomUUID();
  const [first, again] = await Promise.all([create(person, ' Savings ', key), create(person, ' Savings ', key)]);
  expect(again).toEqual(first);
  const wallets = await listWallets(deps(), person.personId);
  expect(wallets.map(({ name, isDefault, empty }) => [name, isDefault, empty])).toEqual([
    ['Wallet 1', true, true],
    ['Savings', false, true],
  ]);
  expect(new Set(wallets.map(({ address }) => address)).size).toBe(2);
});

test('of 30 wallets asked for at once nobody gets more than ten', async () => {
  const person = await register();
  const results = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => create(person, `Many ${index}`)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toSatisfy(refused('WALLET_LIMIT_REACHED'));
  }
  expect(await namesOf(person)).toHaveLength(10);
});

test.each(['', '   ', 'a'.repeat(41), 'a\u202Eb', 'a\nb', '\u200B'])('W17 the name %j is refused', async (name) => {
  const person = await register();
  await expect(create(person, name)).rejects.toSatisfy(refused('WALLET_NAME_INVALID'));
  const { id } = await getDefaultWallet(database.asApi.kysely, person.personId);
  await expect(changeWallet(deps(), { session: person, walletId: id, name })).rejects.toSatisfy(
    refused('WALLET_NAME_INVALID'),
  );
});

test('a wallet is renamed and hidden while it is empty; what is not named stays', async () => {
  const person = await register();
  const { id } = await getDefaultWallet(database.asApi.kysely, person.personId);
  const change = (changes: { name?: string; hideWhenEmpty?: boolean }) =>
    changeWallet(deps(), { session: person, walletId: id, ...changes });
  expect(await change({ name: 'Daily' })).toMatchObject({ name: 'Daily', hideWhenEmpty: false });
  expect(await change({ hideWhenEmpty: true })).toMatchObject({ name: 'Daily', hideWhenEmpty: true });
});

test('the order is kept, one that does not name each wallet once is refused', async () => {
  const person = await register();
  await create(person, 'B');
  await create(person, 'C');
  const ids = (await listWallets(deps(), person.personId)).map(({ id }) => id);
  const order = (walletIds: readonly string[]) => orderWallets(deps(), { session: person, walletIds });
  await order(ids.toReversed());
  expect(await namesOf(person)).toEqual(['C', 'B', 'Wallet 1']);
  const [first = ''] = ids;
  for (const wrong of [ids.slice(1), [...ids, randomUUID()], [first, first, first]]) {
    await expect(order(wrong)).rejects.toSatisfy(refused('WALLETS_CHANGED'));
  }
});

test('exactly one wallet is the default, whatever is chosen at once', async () => {
  const person = await register();
  const others = [await create(person, 'B'), await create(person, 'C')];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      chooseDefaultWallet(deps(), { session: person, walletId: others[index % 2]?.id as WalletId }),
    ),
  );
  const defaults = (await listWallets(deps(), person.personId)).filter(({ isDefault }) => isDefault);
  expect(defaults).toHaveLength(1);
  expect((await getDefaultWallet(database.asApi.kysely, person.personId)).id).toBe(defaults[0]?.id);
});

test('M08 nobody renames, hides, orders or chooses the wallet of somebody else', async () => {
  const [owner, stranger] = [await register(), await register()];
  const { id } = await getDefaultWallet(database.asApi.kysely, owner.personId);
  await expect(changeWallet(deps(), { session: stranger, walletId: id, name: 'Mine' })).rejects.toSatisfy(
    refused('NOT_FOUND'),
  );
  await expect(chooseDefaultWallet(deps(), { session: stranger, walletId: id })).rejects.toSatisfy(
    refused('NOT_FOUND'),
  );
  await expect(orderWallets(deps(), { session: stranger, walletIds: [id] })).rejects.toSatisfy(
    refused('WALLETS_CHANGED'),
  );
  expect(await namesOf(owner)).toEqual(['Wallet 1']);
});

test('a wallet with anything in it is not empty', async () => {
  const person = await register();
  const { id } = await getDefaultWallet(database.asApi.kysely, person.personId);
  await transact(database.asWorker, async (tx) => {
    await postJournal(tx, {
      key: `test:${id}`,
      kind: 'deposit',
      legs: [
        {
          debit: await houseAccount(tx, 'custody:deposit', 'trx'),
          credit: await openCustomerAccount(tx, { personId: person.personId, walletId: id, asset: 'trx' }),
          asset: 'trx',
          amount: units(1n),
          code: 'deposit',
        },
      ],
    });
  });
  expect(await listWallets(deps(), person.personId)).toMatchObject([{ empty: false }]);
});
