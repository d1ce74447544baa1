import { units } from '@tern/money/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areIncentivesStopped } from '../../chain/reserves/public.ts';
import { listQuarantine, sumDestroyed } from '../../money/deposits/public.ts';
import { planSweeps } from '../sweeps/public.ts';
import { testSweepSettings } from '../sweeps/testing/sweep-settings.ts';
import { keepFeeAccount, readHouseMoney } from '../treasury/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../treasury/testing/treasury-world.ts';
import { reconcile, type ReserveReport } from './reconcile.ts';

// Goal: what docs/operations/blacklisted-reserve.md says of the hot wallet is true. Method: the issuer's own calls to the
// USDT contract of the local chain.
let world: TreasuryWorld;

beforeAll(async () => {
  world = await openTreasuryWorld('blacklisted-reserve');
  expect(await keepFeeAccount(world.treasury, { stakeSun: units(0n), freeMinSun: units(2_000_000_000n) })).toBe(1);
  await world.work();
});
afterAll(() => world.close());

async function look(): Promise<readonly string[]> {
  const reports: ReserveReport[] = [];
  const { db, contracts } = world.treasury;
  const report = (one: ReserveReport): void => void reports.push(one);
  const { node, accounts } = world;
  expect(await reconcile({ db, nodes: [node], accounts, contracts, depositsPerRound: 20, report })).toBe(true);
  return reports.map(({ event, assetId, subject, amount }) => `${event} ${assetId} ${subject} ${amount}`);
}

async function listActs(): Promise<readonly unknown[]> {
  const { grave } = await listQuarantine(world.database.asWorker);
  return grave.filter(({ reason }) => reason === 'issuer-act').map(({ subject }) => subject);
}

test('D17 a blacklisted hot wallet is reported at once, and a sweep still carries a deposit into it', async () => {
  const { accounts, treasury } = world;
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'usdt', 150_000_000n);
  await world.settle();
  await world.asIssuer('addBlackList(address)', accounts.hot);
  await world.settle();
  expect(await listActs()).toEqual(['AddedBlackList']);
  // The contract refuses the sender and not the receiver: books and chain agree, and the trap is open.
  expect(await look()).toEqual([]);
  const before = await world.onChain(accounts.hot, 'usdt');
  const sweeps = { ...treasury, settings: testSweepSettings, findUrgent: async () => new Set<never>() };
  // First TRX to burn, then the tokens.
  for (let round = 0; round < 3; round += 1) {
    await world.makeDue();
    await planSweeps(sweeps, { limit: 10 });
    await world.work();
  }
  expect(await world.onChain(wallet.address, 'usdt')).toBe(0n);
  expect(await world.onChain(accounts.hot, 'usdt')).toBe(before + 150_000_000n);
});

test('D17 what the issuer destroys there is missing, stops incentives of that token alone, and is owed as before', async () => {
  const { accounts, treasury } = world;
  const before = await world.onChain(accounts.hot, 'usdt');
  const { owed } = await readHouseMoney(treasury.db.kysely, 'usdt');
  await world.asIssuer('destroyBlackFunds(address)', accounts.hot);
  await world.settle();
  // The second line: what people are owed is not covered any more.
  expect(await look()).toEqual([`deficit usdt hot ${before}`, 'deficit usdt liabilities 150000000']);
  expect(await listActs()).toContain('DestroyedBlackFunds');
  const { kysely } = treasury.db;
  expect(await sumDestroyed(kysely, { address: accounts.hot, assetId: 'usdt' })).toBe(before);
  expect(await sumDestroyed(kysely, { address: accounts.hot, assetId: 'reward' })).toBe(0n);
  expect(await areIncentivesStopped(treasury.db.kysely, 'usdt')).toBe(true);
  expect(await areIncentivesStopped(treasury.db.kysely, 'trx')).toBe(false);
  expect((await readHouseMoney(treasury.db.kysely, 'usdt')).owed).toBe(owed);
});
