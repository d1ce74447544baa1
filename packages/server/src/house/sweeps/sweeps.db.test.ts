import { units } from '@tern/money/units';
import { getStakes } from '@tern/tron/get-stakes';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { broadcastOrders, keepFeeAccount, listStuckOrders, signOrders } from '../treasury/public.ts';
import { openTreasuryBench, type TreasuryBench } from '../treasury/testing/treasury-bench.ts';
import { planSweeps, type PlanSweepsDeps } from './plan-sweeps.ts';
import { testSweepSettings } from './testing/sweep-settings.ts';

let bench: TreasuryBench;
let deps: PlanSweepsDeps;
const trx = (whole: number) => units(BigInt(whole) * 1_000_000n);
const fee = { stakeSun: trx(50_000), freeMinSun: trx(500) };

beforeAll(async () => {
  bench = await openTreasuryBench('sweeps');
  deps = {
    ...bench.treasury,
    settings: testSweepSettings,
    findUrgent: async () => new Set(),
  };
});
afterAll(() => bench.close());

/** Plans and works until nothing new is ordered. */
async function sweepAll(using: PlanSweepsDeps = deps): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await bench.makeDue();
    if ((await planSweeps(using, { limit: 20 })) === 0) return;
    await bench.work();
  }
  throw new Error('the sweeps do not end');
}

test('the fee account is funded from the hot wallet and stakes for energy', async () => {
  expect(await keepFeeAccount(bench.treasury, fee)).toBe(1);
  await bench.work();
  expect(await keepFeeAccount(bench.treasury, fee)).toBe(1);
  await bench.work();
  expect(await keepFeeAccount(bench.treasury, fee)).toBe(0);
  expect(await bench.ordersOf()).toEqual(['fund trx 51000000000 done', 'stake trx 50000000000 done']);
  expect(await getStakes(bench.node, { view: 'solid', address: bench.accounts.fee })).toMatchObject({
    energySun: trx(50_000),
  });
  await bench.checkCustody();
});

test('D21 a token deposit is activated, lent energy, swept and the energy taken back; nobody is credited for it', async () => {
  const wallet = await bench.newWallet();
  await bench.deposit(wallet, 'usdt', 250_000_000n);
  await bench.settle();
  const before = await bench.house('custody:hot', 'usdt');
  await sweepAll();
  expect(await bench.ordersOf(wallet.address)).toEqual([
    'top-up trx 1 done',
    expect.stringMatching(/^delegate trx \d+ done$/),
    'sweep usdt 250000000 done',
    expect.stringMatching(/^undelegate trx \d+ done$/),
  ]);
  expect(await bench.house('custody:hot', 'usdt')).toBe(before + 250_000_000n);
  expect(await bench.onChain(wallet.address, 'usdt')).toBe(0n);
  await bench.checkCustody();
});

test('without a stake energy is burnt, from TRX that is sent for it; what it cost is booked to the sun', async () => {
  const wallet = await bench.newWallet();
  await bench.deposit(wallet, 'usdt', 100_000_000n);
  await bench.settle();
  const costs = await bench.house('network-cost', 'trx');
  const spent = await bench.house('custody:energy', 'trx');
  // As if nothing could be lent: another installation's empty fee account is asked for energy.
  const poor = { ...deps, accounts: { ...deps.accounts, fee: bench.accounts.hot } };
  await sweepAll(poor);
  expect(await bench.ordersOf(wallet.address)).toEqual([
    expect.stringMatching(/^top-up trx \d{7,8} done$/),
    'sweep usdt 100000000 done',
  ]);
  const left = await bench.onChain(wallet.address, 'trx');
  const burnt = (await bench.house('network-cost', 'trx')) - costs;
  expect(burnt).toBeGreaterThan(1_000_000n);
  expect(spent - (await bench.house('custody:energy', 'trx'))).toBe(burnt + left);
  await bench.checkCustody();
});

test('TRX is swept by itself; less than the threshold and what nobody knows the owner of stays or goes like the rest', async () => {
  const [rich, poor] = [await bench.newWallet(), await bench.newWallet()];
  await bench.deposit(rich, 'trx', 100_000_000n);
  await bench.deposit(poor, 'trx', 99_999_999n);
  await bench.settle();
  await sweepAll();
  expect(await bench.ordersOf(rich.address)).toEqual(['sweep trx 100000000 done']);
  expect(await bench.ordersOf(poor.address)).toEqual([]);
  await sweepAll({ ...deps, findUrgent: async () => new Set(['trx']) });
  expect(await bench.ordersOf(poor.address)).toEqual(['sweep trx 99999999 done']);
  await bench.checkCustody();
});

test('a sweep that costs too much now waits, and goes when energy is cheap again', async () => {
  const wallet = await bench.newWallet();
  await bench.deposit(wallet, 'reward', 5_000n * 10n ** 18n);
  await bench.settle();
  await bench.chain.admin.setParameters({ getEnergyFee: 10_000n, getTransactionFee: 200_000n });
  await sweepAll({ ...deps, settings: { ...deps.settings, costMaxSun: units(1_000_000n) } });
  expect(await bench.ordersOf(wallet.address)).toEqual([]);
  expect(bench.reports.at(-1)).toMatchObject({ event: 'sweep-waits', assetId: 'reward' });
  await bench.chain.admin.setParameters({ getEnergyFee: 100n, getTransactionFee: 1_000n });
  await bench.settle();
  await sweepAll();
  expect((await bench.ordersOf(wallet.address)).filter((order) => order.startsWith('sweep'))).toEqual([
    `sweep reward ${5_000n * 10n ** 18n} done`,
  ]);
  await bench.checkCustody();
});

test('two workers that plan and sign at once sweep every address once', async () => {
  const wallets = [await bench.newWallet(), await bench.newWallet(), await bench.newWallet()];
  for (const wallet of wallets) await bench.deposit(wallet, 'trx', 200_000_000n);
  await bench.settle();
  await bench.makeDue();
  await Promise.all([1, 2, 3].map(() => planSweeps(deps, { limit: 20 })));
  await bench.makeDue();
  await Promise.all([1, 2, 3].map(() => signOrders(bench.treasury, { limit: 20 })));
  await Promise.all([1, 2, 3].map(() => broadcastOrders(bench.treasury, { limit: 20 })));
  await bench.settle();
  await sweepAll();
  for (const { address } of wallets) expect(await bench.ordersOf(address)).toEqual(['sweep trx 200000000 done']);
  await bench.checkCustody();
});

test('M20 an order that waits is listed with its reason and the one safe thing to do, and leaves the list by itself', async () => {
  const wallet = await bench.newWallet();
  await bench.deposit(wallet, 'trx', 300_000_000n);
  await bench.settle();
  await bench.makeDue();
  expect(await planSweeps(deps, { limit: 20 })).toBe(1);
  expect(await listStuckOrders(bench.treasury.db)).toEqual([]);
  const away = { ...bench.treasury.signer, signTreasuryOrder: () => Promise.reject(new SignerUnavailable('away')) };
  expect(await signOrders({ ...bench.treasury, signer: away }, { limit: 20 })).toBe(0);
  expect(await listStuckOrders(bench.treasury.db)).toMatchObject([
    { content: { kind: 'sweep', place: { address: wallet.address } }, waitingFor: 'signer', action: 'mend-signer' },
  ]);
  await bench.makeDue();
  await bench.work();
  expect(await bench.ordersOf(wallet.address)).toEqual(['sweep trx 300000000 done']);
  expect(await listStuckOrders(bench.treasury.db)).toEqual([]);
  await bench.checkCustody();
});
