import type { OperatorId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import type { TronAddress } from '@tern/tron/address';
import { getPermissions } from '@tern/tron/get-permissions';
import { getStakes } from '@tern/tron/get-stakes';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPermissions } from '../../chain/signer/public.ts';
import { listQuarantine } from '../../money/deposits/public.ts';
import { reconcile } from '../reconciliation/public.ts';
import { planSweeps } from '../sweeps/public.ts';
import { testSweepSettings } from '../sweeps/testing/sweep-settings.ts';
import { readHouseMoney } from './house-money.ts';
import { decideColdOrder, insertOrder, keepFeeAccount, proposeOrder, type Proposal } from './public.ts';
import { openTreasuryWorld, type TreasuryWorld } from './testing/treasury-world.ts';

// Goal: what operators order themselves needs two of them, is booked to the sun, and the house goes on afterwards. Method:
// real signer and chain; the owners are three keys of unmodified tronweb that nobody here has.
const trx = (whole: number) => units(BigInt(whole) * 1_000_000n);
const dayMs = 24 * 60 * 60_000;
const owners = Array.from({ length: 3 }, () => TronWeb.createRandom());
let world: TreasuryWorld;
let ada: OperatorId;
let ben: OperatorId;

beforeAll(async () => {
  world = await openTreasuryWorld('operator orders', [['set-owners', '2', ...owners.map(({ address }) => address)]]);
  ada = await addOperator(world.database.db, { name: 'ada' });
  ben = await addOperator(world.database.db, { name: 'ben' });
});
afterAll(() => world.close());

const db = () => world.database.asConsole;
const stake = () => getStakes(world.node, { view: 'solid', address: world.accounts.fee });
const books = async () => (await readHouseMoney(db().kysely, 'trx')).stake;

async function order(content: Proposal): Promise<void> {
  const orderId = await proposeOrder(db(), { content, operatorId: ada, reason: 'For a test' });
  if (orderId === undefined) throw new Error('none was open');
  expect(await proposeOrder(db(), { content, operatorId: ben, reason: 'For a test' })).toBeUndefined();
  expect(await decideColdOrder(db(), { orderId, operatorId: ada, decision: 'approve' })).toBe('already-decided-by-you');
  await world.work();
  expect((await world.ordersOf()).at(-1)).toMatch(/ proposed$/);
  expect(await decideColdOrder(db(), { orderId, operatorId: ben, decision: 'approve' })).toBe('approved');
}

async function compare(): Promise<void> {
  const { contracts } = world.treasury;
  const reports: object[] = [];
  const { database, node, accounts } = world;
  const deps = { db: database.asWorker, nodes: [node] as const, accounts, contracts, depositsPerRound: 20 };
  expect(await reconcile({ ...deps, report: (report) => void reports.push(report) })).toBe(true);
  expect(reports).toEqual([]);
}

test('unstaking is ordered by two operators, waits its days on chain and comes home; the books know where it is', async () => {
  const fee = { stakeSun: trx(5_000), freeMinSun: trx(500) };
  for (let round = 0; round < 2; round += 1) {
    expect(await keepFeeAccount(world.treasury, fee)).toBe(1);
    await world.work();
  }
  expect(await books()).toEqual({ staked: trx(5_000), unstaking: 0n });
  await order({ kind: 'unstake', assetId: 'trx', amount: trx(2_000) });
  await world.work();
  expect(await books()).toEqual({ staked: trx(3_000), unstaking: trx(2_000) });
  expect(await stake()).toMatchObject({ energySun: trx(3_000), unstaking: [{ amountSun: trx(2_000) }] });
  await compare();
  const low = { ...fee, stakeSun: trx(3_000) };
  expect(await keepFeeAccount(world.treasury, low)).toBe(0);
  await world.chain.admin.advanceTime(15 * dayMs);
  await world.settle();
  expect(await keepFeeAccount(world.treasury, low)).toBe(1);
  await world.work();
  expect((await world.ordersOf()).at(-1)).toBe('withdraw-unstaked trx 2000000000 done');
  expect(await stake()).toMatchObject({ energySun: trx(3_000), unstaking: [] });
  await compare();
  expect(await books()).toEqual({ staked: trx(3_000), unstaking: 0n });
  await world.checkCustody();
});

test('stakes from before they were booked apart are found by the comparison', async () => {
  // The books as if 1,000 TRX of the stake had never been booked as one.
  await transact(world.database.asWorker, async (tx) => {
    const [staked, unstaking, energy] = [
      await houseAccount(tx, 'custody:staked', 'trx'),
      await houseAccount(tx, 'custody:unstaking', 'trx'),
      await houseAccount(tx, 'custody:energy', 'trx'),
    ];
    const part = { asset: 'trx', amount: trx(1_000) } as const;
    const legs = [
      { debit: unstaking, credit: staked, ...part, code: 'unstake' },
      { debit: energy, credit: unstaking, ...part, code: 'unstaked' },
    ] as const;
    await postJournal(tx, { key: 'test:stake', kind: 'treasury-move', legs });
  });
  expect(await books()).toEqual({ staked: trx(2_000), unstaking: 0n });
  await compare();
  expect(await books()).toEqual({ staked: trx(3_000), unstaking: 0n });
});

test('K07 the hot wallet and the fee account go to owners elsewhere; payments, sweeps and stakes go on with what is left', async () => {
  const check = () => checkPermissions({ node: world.node, signer: world.signer.client });
  expect((await check()).map(({ account, grave }) => `${account} ${grave}`)).toEqual(['hot false', 'fee false']);
  for (const account of ['hot', 'fee'] as const) {
    const [custody, cost] = [account === 'hot' ? 'custody:hot' : 'custody:energy', 'network-cost'] as const;
    const [held, burnt] = [await world.house(custody, 'trx'), await world.house(cost, 'trx')];
    await order({ kind: 'restrict', assetId: 'trx', amount: trx(100), account });
    await world.work();
    const fee = held - (await world.house(custody, 'trx'));
    expect(fee).toBeGreaterThanOrEqual(trx(100));
    expect((await world.house(cost, 'trx')) - burnt).toBe(fee);
    const permissions = await getPermissions(world.node, { view: 'solid', address: world.accounts[account] });
    expect(permissions?.owner).toMatchObject({ threshold: 2n });
    expect(new Set(permissions?.owner.keys.map(({ address }) => address))).toEqual(
      new Set(owners.map(({ address }) => address)),
    );
  }
  expect(await check()).toEqual([]);
  // Ordered by us: nobody is alarmed, and the signer stays open.
  expect((await listQuarantine(db())).grave).toEqual([]);

  const wallet = await world.newWallet();
  await world.deposit(wallet, 'usdt', 150_000_000n);
  await world.settle();
  const sweeps = { ...world.treasury, settings: testSweepSettings, findUrgent: async () => new Set<never>() };
  do {
    await world.work();
    await world.makeDue();
  } while ((await planSweeps(sweeps, { limit: 10 })) > 0);
  expect(await world.onChain(wallet.address, 'usdt')).toBe(0n);
  const cold = { kind: 'cold', assetId: 'usdt', amount: units(7_000_000n) } as const;
  const orderId = await insertOrder(db().kysely, { content: cold, costMaxSun: trx(30) });
  if (orderId === undefined) throw new Error('a proposal was made');
  for (const operatorId of [ada, ben]) await decideColdOrder(db(), { orderId, operatorId, decision: 'approve' });
  await world.work();
  expect((await world.ordersOf()).at(-1)).toBe('cold usdt 7000000 done');
  await world.checkCustody();
});

test('K07 somebody else as owner, or more than is needed for the key, raises an alarm', async () => {
  const asOwner = (at: number) =>
    new TronWeb({ fullHost: world.chain.url, privateKey: owners[at]?.privateKey.slice(2) ?? '' });
  const key = (address: string) => ({ address, weight: 1 });
  const [first, second] = [asOwner(0), asOwner(1)];
  const update = async (threshold: number, addresses: readonly string[], operations: string) => {
    const { hot } = world.accounts;
    const unsigned = await first.transactionBuilder.updateAccountPermissions(
      hot,
      { type: 0, permission_name: 'owner', threshold, keys: addresses.map(key) },
      undefined,
      [{ type: 2, permission_name: 'active', threshold: 1, operations, keys: [key(hot)] }],
    );
    const once = await first.trx.multiSign(unsigned, owners[0]?.privateKey.slice(2));
    const twice = await second.trx.multiSign(once, owners[1]?.privateKey.slice(2));
    expect(await first.trx.sendRawTransaction(twice)).toMatchObject({ result: true });
    await world.chain.admin.mine(21);
  };
  const check = async () =>
    (await checkPermissions({ node: world.node, signer: world.signer.client })).map(
      ({ account, finding, grave }) => `${account} ${grave} ${finding}`,
    );
  const all = owners.map(({ address }) => address);
  const wide = `02000080${'00'.repeat(1)}40${'00'.repeat(26)}`;
  await update(2, all, wide);
  expect(await check()).toEqual(['hot true its key may sign contract types 46 too']);
  const thief = TronWeb.createRandom().address as TronAddress;
  await update(1, [thief], `02000080${'00'.repeat(28)}`);
  expect(await check()).toEqual([`hot true others own it: 1 of ${thief}`]);
});
