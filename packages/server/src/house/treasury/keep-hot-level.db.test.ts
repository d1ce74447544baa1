import { newId, type PersonId, type WalletId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { holdFunds } from '@tern/ledger/hold';
import { postHold } from '@tern/ledger/post-hold';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { getAddress } from '@tern/tron/address';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideColdOrder } from './decide-cold-order.ts';
import { listDailyOutflows, readHouseMoney } from './house-money.ts';
import { findShortAssets, keepHotLevel, readHotState, type HotSettings } from './keep-hot-level.ts';
import { listOpenOrders } from './order-store.ts';
import type { TreasuryReport } from './treasury-deps.ts';

let database: TestDatabase;
const reports: TreasuryReport[] = [];
const none = { shareBasisPoints: 200n, minimum: units(0n), floorPercent: 50n };
const settings: HotSettings = { usdt: { ...none, minimum: units(1_000n) }, trx: none, reward: none };
const cold = getAddress('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
const deps = () => ({
  db: database.asWorker,
  accounts: { hot: cold, fee: cold, cold },
  report: (report: TreasuryReport) => void reports.push(report),
});

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The house pays in to the hot wallet, or takes out. */
async function fund(amount: bigint, asset: 'usdt' | 'trx' = 'usdt'): Promise<void> {
  await transact(database.db, async (tx) => {
    const [hot, capital] = [await houseAccount(tx, 'custody:hot', asset), await houseAccount(tx, 'capital', asset)];
    const into = amount > 0n;
    const leg = { debit: into ? hot : capital, credit: into ? capital : hot, asset } as const;
    await postJournal(tx, {
      key: `test:${newId()}`,
      kind: into ? 'treasury-funding' : 'treasury-return',
      legs: [{ ...leg, amount: units(into ? amount : -amount), code: into ? 'funding' : 'return' }],
    });
  });
}

/** Somebody deposits `amount` and sends all of it to the chain. */
async function depositAndPay(amount: bigint): Promise<void> {
  await transact(database.db, async (tx) => {
    const account = await openCustomerAccount(tx, {
      personId: newId<PersonId>(),
      walletId: newId<WalletId>(),
      asset: 'usdt',
    });
    const shared = { asset: 'usdt', amount: units(amount) } as const;
    const debit = await houseAccount(tx, 'custody:deposit', 'usdt');
    await postJournal(tx, {
      key: `test:${newId()}`,
      kind: 'deposit',
      legs: [{ debit, credit: account, ...shared, code: 'deposit' }],
    });
    const { pendingId } = await holdFunds(tx, {
      key: `test:${newId()}`,
      kind: 'withdrawal-hold',
      account,
      ...shared,
      code: 'withdrawal',
    });
    const credit = await houseAccount(tx, 'custody:hot', 'usdt');
    await postHold(tx, {
      key: `test:${newId()}`,
      pendingId,
      legs: [{ credit, amount: shared.amount, code: 'withdrawal' }],
    });
  });
}

const proposed = async (): Promise<readonly bigint[]> =>
  (await listOpenOrders(database.asWorker.kysely)).map(({ content }) => content.amount);

test('what was paid to people on chain is counted by the day, and what is owed without reading every customer', async () => {
  expect(await listDailyOutflows(database.db.kysely, { assetId: 'usdt', days: 30 })).toEqual([]);
  await fund(5_000n);
  await depositAndPay(300n);
  await depositAndPay(200n);
  expect(await listDailyOutflows(database.db.kysely, { assetId: 'usdt', days: 30 })).toEqual([500n]);
  expect(await listDailyOutflows(database.db.kysely, { assetId: 'trx', days: 30 })).toEqual([]);
  const { owed, own, custody } = await readHouseMoney(database.db.kysely, 'usdt');
  expect({ owed, own, hot: custody.hot, deposit: custody.deposit }).toEqual({
    owed: 0n,
    own: 5_000n,
    hot: 4_500n,
    deposit: 500n,
  });
});

test('M30 below its floor the hot wallet is short of the asset and somebody is told', async () => {
  await fund(-4_100n);
  expect(await readHotState(database.db.kysely, 'usdt', settings)).toMatchObject({
    held: 400n,
    level: { floor: 500n, ceiling: 1_000n },
    verdict: { verdict: 'below', missing: 100n },
  });
  expect(await findShortAssets(database.db.kysely, settings)).toEqual(new Set(['usdt']));
  expect(await keepHotLevel(deps(), settings)).toBe(0);
  expect(reports.at(-1)).toMatchObject({ event: 'hot-below-minimum', assetId: 'usdt' });
});

test('a proposal for cold storage is withdrawn when the money is needed, and follows what is there', async () => {
  await fund(3_000n);
  expect(await keepHotLevel(deps(), settings)).toBe(1);
  expect(await proposed()).toEqual([2_650n]);
  await fund(-1_000n);
  expect(await keepHotLevel(deps(), settings)).toBe(1);
  expect(await proposed()).toEqual([1_650n]);
  await fund(-2_000n);
  expect(await keepHotLevel(deps(), settings)).toBe(0);
  expect(await proposed()).toEqual([]);
});

test('an operator who says no is not asked again for a day', async () => {
  await fund(3_000n);
  expect(await keepHotLevel(deps(), settings)).toBe(1);
  const [order] = await listOpenOrders(database.asWorker.kysely);
  const operatorId = await addOperator(database.db, { name: 'ada' });
  if (order === undefined) throw new Error('no proposal');
  const decision = { orderId: order.id, operatorId } as const;
  expect(await decideColdOrder(database.asConsole, { ...decision, decision: 'reject' })).toBe('rejected');
  expect(await decideColdOrder(database.asConsole, { ...decision, decision: 'approve' })).toBe('not-proposed');
  expect(await keepHotLevel(deps(), settings)).toBe(0);
  await database.db.pool.query(
    `UPDATE treasury_orders SET ended_at = ended_at - interval '25 hours' WHERE state = 'rejected'`,
  );
  expect(await keepHotLevel(deps(), settings)).toBe(1);
});

test('without a cold address too much is said and nothing proposed', async () => {
  await fund(1_000_000n);
  await database.db.pool.query(
    `UPDATE treasury_orders SET state = 'rejected', ended_at = '2020-01-01' WHERE state = 'proposed'`,
  );
  const { accounts, ...rest } = deps();
  expect(await keepHotLevel({ ...rest, accounts: { hot: accounts.hot, fee: accounts.fee } }, settings)).toBe(0);
  expect(reports.at(-1)).toMatchObject({ event: 'hot-above-ceiling', assetId: 'usdt' });
});

test('of TRX a proposal leaves what its own order may burn, so that it can be approved', async () => {
  const trx = 1_000_000n;
  const small: HotSettings = { ...settings, trx: { ...none, minimum: units(20n * trx) } };
  const ofTrx = async () =>
    (await listOpenOrders(database.asWorker.kysely)).filter(({ content }) => content.assetId === 'trx');
  await fund(29n * trx, 'trx');
  await keepHotLevel(deps(), small);
  expect(await ofTrx(), 'above the ceiling, but less than the cost').toEqual([]);
  await fund(11n * trx, 'trx');
  await keepHotLevel(deps(), small);
  const [order] = await ofTrx();
  expect(order?.content.amount).toBe(10n * trx);
  if (order === undefined) throw new Error('no proposal');
  for (const [name, outcome] of [
    ['bea', 'second-operator-needed'],
    ['cleo', 'approved'],
  ] as const) {
    const operatorId = await addOperator(database.db, { name });
    expect(await decideColdOrder(database.asConsole, { orderId: order.id, operatorId, decision: 'approve' })).toBe(
      outcome,
    );
  }
});
