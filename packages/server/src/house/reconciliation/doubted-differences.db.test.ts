import { assert } from '@tern/base/assert';
import type { OperatorId, TreasuryOrderId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { addressToHex, findAddressFromHex, type TronAddress } from '@tern/tron/address';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { areIncentivesStopped, listSamples } from '../../chain/reserves/public.ts';
import { readBlocks } from '../../money/deposits/public.ts';
import { planSweeps } from '../sweeps/public.ts';
import { testSweepSettings } from '../sweeps/testing/sweep-settings.ts';
import {
  broadcastOrders,
  decideColdOrder,
  followOrders,
  insertOrder,
  listStuckOrders,
  resumeOrder,
  signOrders,
} from '../treasury/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../treasury/testing/treasury-world.ts';
import { reconcile } from './reconcile.ts';

// What a comparison makes of differences that only some of the answers show, and of transactions nobody has concluded.
let world: TreasuryWorld;
let said: string[];

beforeAll(async () => {
  world = await openTreasuryWorld('doubted differences');
});
afterAll(() => world.close());
beforeEach(() => {
  said = [];
});

/** One comparison by these nodes; whether it compared everything. */
function compare(nodes: readonly [TronNode, ...TronNode[]], depositsPerRound = 20): Promise<boolean> {
  const { db, contracts } = world.treasury;
  return reconcile({
    db,
    nodes,
    accounts: world.accounts,
    contracts,
    depositsPerRound,
    report: ({ event, assetId, subject, amount }) => said.push(`${event} ${assetId} ${subject} ${amount}`),
  });
}

/** A node that answers `wrongAnswers` questions about the TRX of an account with `extra` sun more than there are. */
function openWrongNode(extra: number, wrongAnswers: number, account = world.accounts.hot): TronNode {
  let left = wrongAnswers;
  return {
    name: 'wrong',
    ask: async (path, body) => {
      const answer = await world.node.ask(path, body);
      const isAsked = (body as { address?: string } | undefined)?.address === addressToHex(account);
      if (path !== '/walletsolidity/getaccount' || !isAsked || left === 0) return answer;
      left -= 1;
      const found = answer as { balance: number };
      return { ...found, balance: Number(found.balance) + extra };
    },
  };
}

test.each([
  ['more', 5],
  ['less', -5],
])('one stale answer that shows %s than the books is no surplus and stops nothing', async (_, extra) => {
  expect(await compare([openWrongNode(extra, 1)])).toBe(false);
  expect(said).toEqual([]);
  expect(await areIncentivesStopped(world.treasury.db.kysely, 'trx')).toBe(false);
  expect(await compare([openWrongNode(extra, 0)])).toBe(true);
  expect(said).toEqual([]);
  await world.checkCustody();
});

test('a node that is always wrong says nothing alone, wherever it stands in the list', async () => {
  const wrong = openWrongNode(5, 1_000);
  expect(await compare([wrong, world.node])).toBe(false);
  expect(await compare([wrong, world.node])).toBe(false);
  expect(await compare([world.node, wrong])).toBe(true);
  expect(said).toEqual([]);
  await world.checkCustody();
});

test('two nodes that differ in how much is missing open no gap; two that agree do, and one alone does not close it', async () => {
  expect(await compare([openWrongNode(-5, 100), openWrongNode(-6, 100)])).toBe(false);
  expect(said).toEqual([]);
  expect(await compare([openWrongNode(-5, 100), openWrongNode(-5, 100)])).toBe(true);
  expect(said).toEqual(['deficit trx hot 5']);
  expect(await compare([world.node, openWrongNode(-5, 100)])).toBe(false);
  expect(await areIncentivesStopped(world.treasury.db.kysely, 'trx')).toBe(true);
  expect(await compare([world.node, world.node])).toBe(true);
  expect(said).toEqual(['deficit trx hot 5', 'deficit-over trx hot 0']);
});

test('a transaction that is not concluded keeps back its own places and assets, and the others are compared', async () => {
  const { treasury, chain } = world;
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'trx', 150_000_000n);
  await world.settle();
  const settings = { ...testSweepSettings, from: { ...testSweepSettings.from, trx: units(1_000_000n) } };
  await planSweeps({ ...treasury, settings, findUrgent: async () => new Set<never>() }, { limit: 10 });
  // The sweep is in an irreversible block, and nobody has looked at its receipt yet.
  await world.makeDue();
  await signOrders(treasury, { limit: 10 });
  await broadcastOrders(treasury, { limit: 10 });
  await chain.admin.faucetTrx(world.accounts.fee, 9n);
  await chain.admin.mine(21);
  while ((await readBlocks(world.reader, { limit: 100 })) > 0);

  const blockOf = async (assetId: string) =>
    (await listSamples(treasury.db.kysely)).find((each) => each.place === 'hot' && each.assetId === assetId)?.block
      .number;
  const before = await blockOf('trx');
  expect(await world.ordersOf(wallet.address)).toEqual([expect.stringMatching(/^sweep trx \d+ signed$/)]);
  expect(await compare([world.node])).toBe(false);
  expect(said).toEqual(['surplus trx energy 9']);
  expect(await blockOf('trx')).toBe(before);
  expect(await blockOf('usdt')).toBeGreaterThan(before ?? 0);

  await world.settle();
  expect(await compare([world.node])).toBe(true);
  expect(said).toEqual(['surplus trx energy 9']);
  await world.checkCustody();
});

/** A node that leaves the first event out of every receipt. */
function openForgetfulNode(): TronNode {
  return {
    name: 'forgetful',
    ask: async (path, body) => {
      const answer = await world.node.ask(path, body);
      if (!path.includes('gettransactioninfobyblocknum')) return answer;
      const receipts = answer as { log?: unknown[] }[];
      return receipts.map((receipt) =>
        receipt.log === undefined ? receipt : { ...receipt, log: receipt.log.slice(1) },
      );
    },
  };
}

/** An order that takes USDT to cold storage and is in an irreversible block with a receipt that nobody expected. */
async function orderWithUnexpectedReceipt(): Promise<{ orderId: TreasuryOrderId; operatorId: OperatorId }> {
  const { treasury, database, chain } = world;
  const content = { kind: 'cold', assetId: 'usdt', amount: units(3_000_000n) } as const;
  const orderId = await insertOrder(treasury.db.kysely, { content, costMaxSun: units(30_000_000n) });
  assert(orderId !== undefined, 'no other order of this kind is open');
  const add = (name: string) => addOperator(database.db, { name });
  const operators = [await add('ada'), await add('ben')] as const;
  for (const operatorId of operators)
    await decideColdOrder(database.asConsole, { orderId, operatorId, decision: 'approve' });
  await world.makeDue();
  await signOrders(treasury, { limit: 10 });
  await broadcastOrders(treasury, { limit: 10 });
  await chain.admin.mine(21);
  await world.makeDue();
  await followOrders({ ...treasury, nodes: [openForgetfulNode()] }, { limit: 10 });
  const [stopped] = await listStuckOrders(treasury.db);
  expect(stopped).toMatchObject({ id: orderId, attention: expect.stringContaining('shows no Transfer event') });
  return { orderId, operatorId: operators[0] };
}

test('M27 an unexpected receipt keeps back its own asset and places; what other assets and places lack or have too much is booked', async () => {
  const { treasury, chain, accounts, database } = world;
  const { cold } = accounts;
  assert(cold !== undefined, 'a cold address is enrolled');
  const { orderId, operatorId } = await orderWithUnexpectedReceipt();
  await chain.admin.faucetToken('usdt', cold, 7n);
  await chain.admin.faucetToken('reward', cold, 11n);
  await chain.admin.mine(21);
  while ((await readBlocks(world.reader, { limit: 100 })) > 0);
  const short = openWrongNode(-5, 1_000, accounts.fee);
  expect(await compare([short, short])).toBe(false);
  expect(said.toSorted()).toEqual(['deficit trx energy 5', 'surplus reward cold 11']);
  expect(await areIncentivesStopped(treasury.db.kysely, 'usdt')).toBe(false);

  // Looked at once more through an honest node, it is concluded, and its own places are compared again.
  await resumeOrder(database.asConsole, { orderId, operatorId });
  await world.settle();
  said = [];
  expect(await compare([world.node])).toBe(true);
  expect(said.toSorted()).toEqual(['deficit-over trx energy 0', 'surplus usdt cold 7']);
  await world.checkCustody();
});

type StakeMove =
  | readonly ['custody:energy', 'custody:staked', 'stake']
  | readonly ['custody:staked', 'custody:unstaking', 'unstake'];

/** Moves three sun between the parts of the fee account, in the books alone. */
async function bookStakeMove([from, to, code]: StakeMove): Promise<void> {
  await transact(world.database.db, async (tx) => {
    const [credit, debit] = [await houseAccount(tx, from, 'trx'), await houseAccount(tx, to, 'trx')];
    const legs = [{ debit, credit, asset: 'trx', amount: units(3n), code } as const];
    await postJournal(tx, { key: `test:${code}`, kind: 'treasury-move', legs });
  });
}

test('stake that the books have moved since the chain was read is not moved again', async () => {
  await bookStakeMove(['custody:energy', 'custody:staked', 'stake']);
  // An order to unstake is concluded after both looks at the chain, and before what they showed is booked.
  let heads = 0;
  const node: TronNode = {
    name: 'slow',
    ask: async (path, body) => {
      const answer = await world.node.ask(path, body);
      const asksForHead = path === '/walletsolidity/getblock' && !Object.hasOwn(body ?? {}, 'id_or_num');
      if (asksForHead && (heads += 1) === 4) await bookStakeMove(['custody:staked', 'custody:unstaking', 'unstake']);
      return answer;
    },
  };
  await compare([node]);
  expect(heads).toBe(4);
  expect(await world.house('custody:unstaking', 'trx')).toBe(3n);
  // The next comparison reads both anew, and takes home what the chain does not show as leaving.
  expect(await compare([world.node])).toBe(true);
  expect(await world.house('custody:unstaking', 'trx')).toBe(0n);
  expect(said).toEqual([]);
  await world.checkCustody();
});

const dead: TronNode = {
  name: 'dead',
  ask: (path) => Promise.reject(new NodeFault('unavailable', { node: 'dead', path }, 'no answer')),
};

test('a node that is away keeps back only what differs, and the next one is asked first in its place', async () => {
  const blockOf = async (assetId: string) =>
    (await listSamples(world.treasury.db.kysely)).find((each) => each.place === 'hot' && each.assetId === assetId)
      ?.block.number ?? 0;
  await world.settle();
  const before = { trx: await blockOf('trx'), usdt: await blockOf('usdt') };
  expect(await compare([openWrongNode(-5, 100), dead])).toBe(false);
  expect(said).toEqual([]);
  expect(await blockOf('trx')).toBe(before.trx);
  expect(await blockOf('usdt')).toBeGreaterThan(before.usdt);
  expect(await compare([dead, world.node])).toBe(true);
  expect(await blockOf('trx')).toBeGreaterThan(before.trx);
  await expect(compare([dead, dead])).rejects.toThrow(NodeFault);
  expect(said).toEqual([]);
});

/** A node that shows TRX on one address, and notes every address of people that it is asked about. */
function openPaidNode(paid: TronAddress, sun: number, asked: Set<TronAddress>): TronNode {
  return {
    name: 'paid',
    ask: async (path, body) => {
      const answer = await world.node.ask(path, body);
      const hex = (body as { address?: string } | undefined)?.address;
      if (path !== '/walletsolidity/getaccount' || hex === undefined) return answer;
      const address = findAddressFromHex(hex);
      if (address !== undefined) asked.add(address);
      return hex === addressToHex(paid) ? { address: hex, balance: sun } : answer;
    },
  };
}

test('M34 every address has its turn; TRX that no receipt showed, where the books never had any, ends in suspense', async () => {
  const wallets = [await world.newWallet(), await world.newWallet(), await world.newWallet()];
  const [paid] = wallets.map(({ address }) => address) as [TronAddress];
  const asked = new Set<TronAddress>();
  const node = openPaidNode(paid, 9_000_000, asked);
  for (let round = 0; round < 20 && !wallets.every(({ address }) => asked.has(address)); round += 1) {
    await compare([node, node], 1);
  }
  expect([...asked]).toEqual(expect.arrayContaining(wallets.map(({ address }) => address)));
  expect(said).toEqual([`surplus trx deposit ${paid} 9000000`]);
  // What was seen once is looked at again with what the books know of.
  await world.settle();
  const before = await world.house('suspense', 'trx');
  await compare([node, node]);
  expect(said[1]).toBe(`surplus-kept trx deposit ${paid} 9000000`);
  expect((await world.house('suspense', 'trx')) - before).toBe(9_000_000n);
});
