import type { SurplusId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import type { AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { addOperator } from '@tern/testkit/operators';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import type { TronAddress } from '@tern/tron/address';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areIncentivesStopped, listOpenGaps, listSamples, lockReserves } from '../../chain/reserves/public.ts';
import { listOpenSurpluses, readBlocks, settleSurplus } from '../../money/deposits/public.ts';
import { addressOf } from '../../money/deposits/testing/scripted-chain.ts';
import { listLeastChecked, planSweeps } from '../sweeps/public.ts';
import { testSweepSettings } from '../sweeps/testing/sweep-settings.ts';
import { decideColdOrder } from '../treasury/decide-cold-order.ts';
import { keepHotLevel } from '../treasury/keep-hot-level.ts';
import { insertReturn, isSignedOtherwise, listOpenOrders, readHouseMoney, signOrders } from '../treasury/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../treasury/testing/treasury-world.ts';
import { bookLoss } from './book-loss.ts';
import { reconcile, type ReconcileDeps, type ReserveReport } from './reconcile.ts';

let world: TreasuryWorld;
let deps: ReconcileDeps;
let reports: ReserveReport[];

beforeAll(async () => {
  world = await openTreasuryWorld('reconciliation');
  const { db, contracts } = world.treasury;
  deps = {
    db,
    nodes: [world.node],
    accounts: world.accounts,
    contracts,
    depositsPerRound: 20,
    report: (report) => reports.push(report),
  };
});
afterAll(() => world.close());

/** One comparison; returns what it reported. */
async function look(): Promise<readonly string[]> {
  reports = [];
  expect(await reconcile(deps)).toBe(true);
  return reports.map(({ event, assetId, subject, amount }) => `${event} ${assetId} ${subject} ${amount}`);
}

/** The house pays in, or takes out, in the books alone. */
async function bookFunding(
  assetId: AssetId,
  amount: bigint,
  kind: 'treasury-funding' | 'treasury-return',
): Promise<void> {
  await transact(world.database.db, async (tx) => {
    const [hot, capital] = [await houseAccount(tx, 'custody:hot', assetId), await houseAccount(tx, 'capital', assetId)];
    const into = kind === 'treasury-funding';
    const leg = { debit: into ? hot : capital, credit: into ? capital : hot, asset: assetId, amount: units(amount) };
    await postJournal(tx, {
      key: `test:${kind}:${amount}`,
      kind,
      legs: [{ ...leg, code: into ? 'funding' : 'return' }],
    });
  });
}

test('M35 chain and books agree: nothing happens, and every place is on record at one block', async () => {
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'usdt', 40_000_000n);
  await world.settle();
  expect(await look()).toEqual([]);
  const samples = await listSamples(world.treasury.db.kysely);
  expect(samples.every(({ books, chain }) => books === chain)).toBe(true);
  expect(samples.map(({ place, assetId }) => `${place} ${assetId}`).toSorted()).toEqual([
    'cold reward',
    'cold trx',
    'cold usdt',
    'deposit trx',
    'deposit usdt',
    'energy trx',
    'hot reward',
    'hot trx',
    'hot usdt',
  ]);
  expect(new Set(samples.map(({ block }) => block.id)).size).toBe(1);
});

test('nothing is said where the books are not at the solid block', async () => {
  await world.chain.admin.mine(21);
  expect(await reconcile(deps)).toBe(false);
  await world.settle();
  expect(await reconcile(deps)).toBe(true);
});

test('a reader that is a moment behind is waited for, and what the block brought counts', async () => {
  await world.deposit(await world.newWallet(), 'trx', 3_000_000n);
  await world.chain.admin.mine(21);
  const compared = reconcile(deps);
  while ((await readBlocks(world.reader, { limit: 100 })) > 0);
  expect(await compared).toBe(true);
  expect(await look()).toEqual([]);
});

test('more than the books goes to suspense once, and nothing stops', async () => {
  // The fee account is no address whose arrivals are read: only comparing finds them.
  await world.chain.admin.faucetTrx(world.accounts.fee, 7_000_001n);
  await world.settle();
  expect(await look()).toEqual(['surplus trx energy 7000001']);
  expect(await look()).toEqual([]);
  expect(await world.house('suspense', 'trx')).toBe(7_000_001n);
  expect(await areIncentivesStopped(world.treasury.db.kysely, 'trx')).toBe(false);
  await world.checkCustody();
});

test('two workers that find the same surplus book it once', async () => {
  await world.chain.admin.faucetTrx(world.accounts.fee, 5n);
  await world.settle();
  reports = [];
  await Promise.all([reconcile(deps), reconcile(deps), reconcile(deps)]);
  expect(reports.map(({ amount }) => amount)).toEqual(['5']);
  await world.checkCustody();
});

test('M35 one unit less than the books pauses outgoing incentives in that asset, until it is there again', async () => {
  await bookFunding('usdt', 1n, 'treasury-funding');
  expect(await look()).toEqual(['deficit usdt hot 1']);
  expect(await look()).toEqual([]);
  const { kysely } = world.treasury.db;
  expect(await areIncentivesStopped(kysely, 'usdt')).toBe(true);
  expect(await areIncentivesStopped(kysely, 'trx')).toBe(false);
  expect(await listOpenGaps(kysely)).toMatchObject([{ assetId: 'usdt', subject: 'hot', missing: 1n }]);

  await bookFunding('usdt', 1n, 'treasury-return');
  expect(await look()).toEqual(['deficit-over usdt hot 0']);
  expect(await areIncentivesStopped(kysely, 'usdt')).toBe(false);
});

test('K07 what is above the ceiling goes to the cold address after two operators, and arrives when it shows there', async () => {
  const { db } = world.treasury;
  const level = { shareBasisPoints: 200n, minimum: units(100_000_000_000n), floorPercent: 50n };
  const endless = { ...level, minimum: units(10n ** 24n) };
  const settings = { usdt: level, trx: { ...level, minimum: units(10n ** 15n) }, reward: endless };
  expect(await keepHotLevel(world.treasury, settings)).toBe(1);
  expect(await keepHotLevel(world.treasury, settings)).toBe(0);
  const [order] = await listOpenOrders(db.kysely);
  expect(order).toMatchObject({
    state: 'proposed',
    content: { kind: 'cold', assetId: 'usdt', amount: 225_000_000_000n },
  });
  if (order === undefined) throw new Error('no order');
  await world.work();
  expect(await world.house('custody:in-transit', 'usdt')).toBe(0n);

  const [ada, ben] = [
    await addOperator(world.database.db, { name: 'ada' }),
    await addOperator(world.database.db, { name: 'ben' }),
  ];
  const decide = (operatorId: typeof ada) =>
    decideColdOrder(world.database.asConsole, { orderId: order.id, operatorId, decision: 'approve' });
  expect(await decide(ada)).toBe('second-operator-needed');
  expect(await decide(ada)).toBe('already-decided-by-you');
  await world.work();
  expect(await world.onChain(world.accounts.hot, 'usdt')).toBe(300_000_000_000n);
  expect(await decide(ben)).toBe('approved');
  await world.work();
  expect(await world.house('custody:in-transit', 'usdt')).toBe(225_000_000_000n);
  expect(await world.house('custody:hot', 'usdt')).toBe(75_000_000_000n);
  expect(await look()).toEqual([]);
  expect(await world.house('custody:in-transit', 'usdt')).toBe(0n);
  expect(await world.house('custody:cold', 'usdt')).toBe(225_000_000_000n);
  expect(await look()).toEqual([]);
  await world.checkCustody();
});

test('the database itself refuses an order to cold storage without two approvals', async () => {
  const { pool } = world.database.asWorker;
  await expect(
    pool.query(
      `INSERT INTO treasury_orders (id, kind, asset_id, amount, state) VALUES (gen_random_uuid(), 'cold', 'trx', 1, 'ready')`,
    ),
  ).rejects.toThrow('lacks approvals');
});

test('D17 tokens the issuer destroys on a deposit address are not swept, open a gap, and are owed as before', async () => {
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'usdt', 150_000_000n);
  await world.settle();
  await world.asIssuer('addBlackList(address)', wallet.address);
  await world.settle();
  expect(await look()).toEqual([]);
  await world.makeDue();
  const sweeps = { ...world.treasury, settings: testSweepSettings, findUrgent: async () => new Set<never>() };
  await planSweeps(sweeps, { limit: 10 });
  expect(await world.ordersOf(wallet.address)).toEqual([]);
  expect(world.reports.at(-1)).toMatchObject({
    event: 'sweep-waits',
    detail: `${wallet.address}: the contract refuses`,
  });

  const owed = (await readHouseMoney(world.treasury.db.kysely, 'usdt')).owed;
  await world.asIssuer('destroyBlackFunds(address)', wallet.address);
  await world.settle();
  expect(await look()).toEqual([`deficit usdt deposit ${wallet.address} 150000000`]);
  expect(await areIncentivesStopped(world.treasury.db.kysely, 'usdt')).toBe(true);
  expect((await readHouseMoney(world.treasury.db.kysely, 'usdt')).owed).toBe(owed);

  // Two operators book what the issuer destroyed: the comparison agrees, incentives go on, and the person is owed the same.
  const subject = `deposit ${wallet.address}`;
  const content = { kind: 'loss', why: 'destroyed', assetId: 'usdt', subject, amount: '150000000' } as const;
  await carryOutChange(world.database, content, async (tx, { id, operators }) => {
    const loss = { ...content, amount: units(150_000_000n), key: `change:${id}`, operators };
    expect(await bookLoss(tx, loss)).toBeUndefined();
  });
  expect(await areIncentivesStopped(world.treasury.db.kysely, 'usdt')).toBe(false);
  await world.makeDue();
  expect(await look()).toEqual([]);
  expect(await listOpenGaps(world.treasury.db.kysely)).toEqual([]);
  expect((await readHouseMoney(world.treasury.db.kysely, 'usdt')).owed).toBe(owed);
  await world.checkCustody();
});

/** A deposit address with 30 TRX, as if some of them had never been read. */
async function openUnread(amountSun: bigint): Promise<TronAddress> {
  const wallet = await world.newWallet();
  const { address } = wallet;
  await world.deposit(wallet, 'trx', 30_000_000n);
  await world.settle();
  await transact(world.database.db, async (tx) => {
    const [debit, credit] = [
      await houseAccount(tx, 'network-cost', 'trx'),
      await houseAccount(tx, 'custody:deposit', 'trx'),
    ];
    const leg = { debit, credit, asset: 'trx', amount: units(amountSun), code: 'network-cost' } as const;
    await postJournal(tx, { key: `test:unread:${amountSun}`, kind: 'network-cost', legs: [leg], details: { address } });
  });
  return address;
}

test('a surplus on a deposit address is kept by the second comparison, and then books and chain agree', async () => {
  const wallet = { address: await openUnread(4_000_000n) };
  const before = await world.house('suspense', 'trx');
  const subject = `deposit ${wallet.address}`;
  expect(await look()).toEqual([`surplus trx ${subject} 4000000`]);
  // The same block says nothing new.
  expect(await look()).toEqual([]);
  await world.settle();
  reports = [];
  await Promise.all([reconcile(deps), reconcile(deps), reconcile(deps)]);
  expect(reports.map(({ event, amount }) => `${event} ${amount}`)).toEqual(['surplus-kept 4000000']);
  await world.settle();
  expect(await look()).toEqual([]);
  expect((await world.house('suspense', 'trx')) - before).toBe(4_000_000n);
  await world.checkCustody();

  // Two operators return it; the signer pays it by the name of the surplus, once.
  const sender = addressOf('sender of a surplus');
  const open = await listOpenSurpluses(world.treasury.db.kysely);
  const surplus = open.find(({ address }) => address === wallet.address);
  const surplusId = (surplus?.id ?? '') as SurplusId;
  const decided = { surplusId, address: wallet.address, assetId: 'trx', to: sender } as const;
  const settled = await carryOutChange(world.database, { kind: 'surplus', amount: '4000000', ...decided }, (tx) =>
    settleSurplus(tx, { ...decided, amount: units(4_000_000n) }, { orderReturn: insertReturn, isSignedOtherwise }),
  );
  expect(settled).toBeUndefined();
  await world.work(2);
  expect(await world.onChain(sender, 'trx')).toBe(4_000_000n);
  expect(await world.house('suspense', 'trx')).toBe(before);
  expect(await listOpenSurpluses(world.treasury.db.kysely)).toEqual([]);
  expect(await look()).toEqual([]);
  await world.checkCustody();
});

test('where deposits are booked between the look at the chain and the booking, what did not move is compared all the same', async () => {
  const address = await openUnread(6_000_000n);
  expect(await look()).toEqual([`surplus trx deposit ${address} 6000000`]);
  await world.settle();
  reports = [];
  const { promise: isOver, resolve: end } = Promise.withResolvers<undefined>();
  const other = transact(world.database.db, async (tx) => {
    await lockReserves(tx);
    await isOver;
  });
  const comparison = reconcile(deps);
  await untilLocksAwaited(world.database.db, 1);
  // The reader goes on meanwhile, and books what somebody else got.
  await world.deposit(await world.newWallet(), 'trx', 9_000_000n);
  await world.settle();
  end(undefined);
  await other;
  expect(await comparison).toBe(true);
  expect(reports.map(({ event, subject }) => `${event} ${subject}`)).toEqual([`surplus-kept deposit ${address}`]);
  await world.checkCustody();
});

test('M21 a surplus whose return was signed and never included goes back as it was signed, or not at all', async () => {
  const address = await openUnread(5_000_000n);
  await look();
  await world.settle();
  await look();
  const open = await listOpenSurpluses(world.treasury.db.kysely);
  const surplusId = (open.find((each) => each.address === address)?.id ?? '') as SurplusId;
  const [sender, other] = [addressOf('sender of a lost surplus'), addressOf('another sender')];
  const decide = (to: TronAddress) => {
    const said = { surplusId, address, assetId: 'trx', to } as const;
    return carryOutChange(world.database, { kind: 'surplus', amount: '5000000', ...said }, (tx) =>
      settleSurplus(tx, { ...said, amount: units(5_000_000n) }, { orderReturn: insertReturn, isSignedOtherwise }),
    );
  };
  expect(await decide(sender)).toBeUndefined();
  await world.makeDue();
  // Signed and handed to nobody, and then too old.
  expect(await signOrders(world.treasury, { limit: 10 })).toBe(1);
  await world.chain.admin.advanceTime(10 * 60_000);
  await world.settle();
  expect(await decide(other)).toBe('signed-otherwise');
  expect(await decide(sender)).toBeUndefined();
  await world.work(3);
  expect(await listOpenOrders(world.treasury.db.kysely)).toEqual([]);
  expect(await world.onChain(sender, 'trx')).toBe(5_000_000n);
  expect(await world.onChain(other, 'trx')).toBe(0n);
  expect(await look()).toEqual([]);
  await world.checkCustody();
});

test('M35 the parts of the fee account follow the chain, and what is missing of it is a loss of its free part', async () => {
  const parts = async () => ({
    free: await world.house('custody:energy', 'trx'),
    staked: await world.house('custody:staked', 'trx'),
    unstaking: await world.house('custody:unstaking', 'trx'),
  });
  const before = await parts();
  // As if 9 TRX had been there and were staked or on their way home, and somebody took them.
  await transact(world.database.db, async (tx) => {
    const moves = [
      ['custody:hot', 'custody:energy', 'move', 9n],
      ['custody:energy', 'custody:staked', 'stake', 9n],
      ['custody:staked', 'custody:unstaking', 'unstake', 4n],
    ] as const;
    for (const [from, to, code, trx] of moves) {
      const [debit, credit] = [await houseAccount(tx, to, 'trx'), await houseAccount(tx, from, 'trx')];
      const leg = { debit, credit, asset: 'trx', amount: units(trx * 1_000_000n), code } as const;
      await postJournal(tx, { key: `test:fee:${code}`, kind: 'treasury-move', legs: [leg] });
    }
  });
  expect(await look()).toEqual(['surplus trx hot 9000000', 'deficit trx energy 9000000']);
  expect(await parts()).toEqual({ ...before, free: before.free + 9_000_000n });
  const loss = { why: 'accepted', assetId: 'trx', subject: 'energy', amount: units(9_000_000n) } as const;
  const said = await carryOutChange(
    world.database,
    { kind: 'loss', ...loss, amount: '9000000' },
    (tx, { id, operators }) => bookLoss(tx, { ...loss, key: `change:${id}`, operators }),
  );
  expect(said).toBeUndefined();
  expect(await parts()).toEqual(before);
  expect(await look()).toEqual([]);
});

test('M35 after a sweep both figures of the deposit addresses are of one later block, and the chain’s is zero', async () => {
  const ofDeposits = async () =>
    (await listSamples(world.treasury.db.kysely)).find(
      ({ place, assetId }) => place === 'deposit' && assetId === 'trx',
    );
  await world.deposit(await world.newWallet(), 'trx', 150_000_000n);
  await world.settle();
  await look();
  const before = await ofDeposits();
  expect(before?.chain).toBeGreaterThanOrEqual(150_000_000n);
  expect(before?.books).toBe(before?.chain);
  const settings = { ...testSweepSettings, from: { ...testSweepSettings.from, trx: units(1_000_000n) } };
  const sweeps = { ...world.treasury, settings, findUrgent: async () => new Set<never>() };
  await world.makeDue();
  expect(await planSweeps(sweeps, { limit: 10 })).toBeGreaterThan(0);
  await world.work();
  await world.settle();
  expect(await world.house('custody:deposit', 'trx')).toBe(0n);
  await look();
  const after = await ofDeposits();
  expect(after).toMatchObject({ books: 0n, chain: 0n });
  expect(after?.block.number).toBeGreaterThan(before?.block.number ?? 0);
  // Once is enough: an empty address takes no place in the rounds that follow.
  const next = await listLeastChecked(world.treasury.db.kysely, { limit: 100 });
  expect(next.filter(({ assetId }) => assetId === 'trx')).toEqual([]);
});
