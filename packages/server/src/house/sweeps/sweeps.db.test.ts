import { units } from '@tern/money/units';
import { getStakes } from '@tern/tron/get-stakes';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { broadcastOrders, keepFeeAccount, listStuckOrders, signOrders } from '../treasury/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../treasury/testing/treasury-world.ts';
import { planSweeps, type PlanSweepsDeps } from './plan-sweeps.ts';
import { testSweepSettings } from './testing/sweep-settings.ts';

let world: TreasuryWorld;
let deps: PlanSweepsDeps;
const trx = (whole: number) => units(BigInt(whole) * 1_000_000n);
const fee = { stakeSun: trx(50_000), freeMinSun: trx(500) };

beforeAll(async () => {
  world = await openTreasuryWorld('sweeps');
  deps = {
    ...world.treasury,
    settings: testSweepSettings,
    findUrgent: async () => new Set(),
  };
});
afterAll(() => world.close());

/** Plans and works until nothing new is ordered. */
async function sweepAll(using: PlanSweepsDeps = deps): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await world.makeDue();
    if ((await planSweeps(using, { limit: 20 })) === 0) return;
    await world.work();
  }
  throw new Error('the sweeps do not end');
}

test('the fee account is funded from the hot wallet and stakes for energy', async () => {
  expect(await keepFeeAccount(world.treasury, fee)).toBe(1);
  await world.work();
  expect(await keepFeeAccount(world.treasury, fee)).toBe(1);
  await world.work();
  expect(await keepFeeAccount(world.treasury, fee)).toBe(0);
  expect(await world.ordersOf()).toEqual(['fund trx 51000000000 done', 'stake trx 50000000000 done']);
  expect(await getStakes(world.node, { view: 'solid', address: world.accounts.fee })).toMatchObject({
    energySun: trx(50_000),
  });
  await world.checkCustody();
});

test('D21 a token deposit is activated, lent energy, swept and the energy taken back; nobody is credited for it', async () => {
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'usdt', 250_000_000n);
  await world.settle();
  const before = await world.house('custody:hot', 'usdt');
  await sweepAll();
  expect(await world.ordersOf(wallet.address)).toEqual([
    'top-up trx 1 done',
    expect.stringMatching(/^delegate trx \d+ done$/),
    'sweep usdt 250000000 done',
    expect.stringMatching(/^undelegate trx \d+ done$/),
  ]);
  expect(await world.house('custody:hot', 'usdt')).toBe(before + 250_000_000n);
  expect(await world.onChain(wallet.address, 'usdt')).toBe(0n);
  await world.checkCustody();
});

test('without a stake energy is burnt, from TRX that is sent for it; what it cost is booked to the sun', async () => {
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'usdt', 100_000_000n);
  await world.settle();
  const costs = await world.house('network-cost', 'trx');
  const spent = await world.house('custody:energy', 'trx');
  // As if nothing could be delegated: another installation's empty fee account is asked for energy.
  const poor = { ...deps, accounts: { ...deps.accounts, fee: world.accounts.hot } };
  await sweepAll(poor);
  expect(await world.ordersOf(wallet.address)).toEqual([
    expect.stringMatching(/^top-up trx \d{7,8} done$/),
    'sweep usdt 100000000 done',
  ]);
  const left = await world.onChain(wallet.address, 'trx');
  const burnt = (await world.house('network-cost', 'trx')) - costs;
  expect(burnt).toBeGreaterThan(1_000_000n);
  expect(spent - (await world.house('custody:energy', 'trx'))).toBe(burnt + left);
  await world.checkCustody();
});

test('TRX is swept by itself; less than the threshold and what nobody knows the owner of stays or goes like the rest', async () => {
  const [rich, poor] = [await world.newWallet(), await world.newWallet()];
  await world.deposit(rich, 'trx', 100_000_000n);
  await world.deposit(poor, 'trx', 99_999_999n);
  await world.settle();
  await sweepAll();
  expect(await world.ordersOf(rich.address)).toEqual(['sweep trx 100000000 done']);
  expect(await world.ordersOf(poor.address)).toEqual([]);
  await sweepAll({ ...deps, findUrgent: async () => new Set(['trx']) });
  expect(await world.ordersOf(poor.address)).toEqual(['sweep trx 99999999 done']);
  await world.checkCustody();
});

test('a sweep that costs too much now waits, and goes when energy is cheap again', async () => {
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'reward', 5_000n * 10n ** 18n);
  await world.settle();
  await world.chain.admin.setParameters({ getEnergyFee: 10_000n, getTransactionFee: 200_000n });
  await sweepAll({ ...deps, settings: { ...deps.settings, costMaxSun: units(1_000_000n) } });
  expect(await world.ordersOf(wallet.address)).toEqual([]);
  expect(world.reports.at(-1)).toMatchObject({ event: 'sweep-waits', assetId: 'reward' });
  await world.chain.admin.setParameters({ getEnergyFee: 100n, getTransactionFee: 1_000n });
  await world.settle();
  await sweepAll();
  expect((await world.ordersOf(wallet.address)).filter((order) => order.startsWith('sweep'))).toEqual([
    `sweep reward ${5_000n * 10n ** 18n} done`,
  ]);
  await world.checkCustody();
});

test('two workers that plan and sign at once sweep every address once', async () => {
  const wallets = [await world.newWallet(), await world.newWallet(), await world.newWallet()];
  for (const wallet of wallets) await world.deposit(wallet, 'trx', 200_000_000n);
  await world.settle();
  await world.makeDue();
  await Promise.all([1, 2, 3].map(() => planSweeps(deps, { limit: 20 })));
  await world.makeDue();
  await Promise.all([1, 2, 3].map(() => signOrders(world.treasury, { limit: 20 })));
  await Promise.all([1, 2, 3].map(() => broadcastOrders(world.treasury, { limit: 20 })));
  await world.settle();
  await sweepAll();
  for (const { address } of wallets) expect(await world.ordersOf(address)).toEqual(['sweep trx 200000000 done']);
  await world.checkCustody();
});

test('M20 an order that waits is listed with its reason and the one safe thing to do, and leaves the list by itself', async () => {
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'trx', 300_000_000n);
  await world.settle();
  await world.makeDue();
  expect(await planSweeps(deps, { limit: 20 })).toBe(1);
  expect(await listStuckOrders(world.treasury.db)).toEqual([]);
  const away = { ...world.treasury.signer, signTreasuryOrder: () => Promise.reject(new SignerUnavailable('away')) };
  expect(await signOrders({ ...world.treasury, signer: away }, { limit: 20 })).toBe(0);
  expect(await listStuckOrders(world.treasury.db)).toMatchObject([
    { content: { kind: 'sweep', place: { address: wallet.address } }, waitingFor: 'signer', action: 'fix-signer' },
  ]);
  await world.makeDue();
  await world.work();
  expect(await world.ordersOf(wallet.address)).toEqual(['sweep trx 300000000 done']);
  expect(await listStuckOrders(world.treasury.db)).toEqual([]);
  await world.checkCustody();
});
