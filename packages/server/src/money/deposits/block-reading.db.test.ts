import { transact } from '@tern/db/transact';
import type { TronAddress } from '@tern/tron/address';
import { NodeFault } from '@tern/tron/node-fault';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getRecord } from '../../people/records/get-record.ts';
import { listRecords } from '../../people/records/list-records.ts';
import type { Wallet } from '../../people/wallets/public.ts';
import { bookBlocks } from './book-blocks.ts';
import { readAgreedBlock } from './read-agreed-block.ts';
import { readBlocks } from './read-blocks.ts';
import { ScanFault } from './scan-fault.ts';
import { million, stranger, topUp, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { scriptedChain, tokenCall, type Tamper } from './testing/scripted-chain.ts';
import { watchHead } from './watch-head.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await openDepositWorld();
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

async function recordsOf(wallet: Wallet, filter: 'all' | 'failed' = 'all') {
  const deps = { db: world.database.asApi, confirmations: 19 };
  return (await listRecords(deps, { personId: wallet.personId, filter, limit: 100 })).records;
}

/** Small numbers that look random and are the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

test('D13 a reorganisation takes back what only the losing branch had, once it is final, and credits the winner once', async () => {
  const [loser, winner] = [await world.newWallet(), await world.newWallet()];
  await world.catchUp();
  world.chain.mine(topUp(loser.address), topUp(winner.address, 50 * million, 'in both branches'));
  world.chain.mine();
  await world.watch();
  expect((await recordsOf(loser)).map(({ status }) => status)).toEqual(['confirming']);
  const shownFirst = (await recordsOf(winner))[0]?.id;

  world.chain.dropBlocks(2);
  world.chain.mine();
  world.chain.mine();
  world.chain.mine(topUp(winner.address, 50 * million, 'in both branches'));
  await world.watch();
  expect(await recordsOf(loser)).toMatchObject([{ status: 'confirming', reason: null, confirmations: null }]);
  expect(await recordsOf(loser, 'failed')).toEqual([]);
  expect(await recordsOf(winner)).toMatchObject([
    { id: shownFirst, status: 'confirming', reason: null, confirmations: { seen: 1 } },
  ]);

  world.solidify();
  await world.watch();
  await world.catchUp();
  expect(await world.balanceOf(loser, 'trx')).toBe(0n);
  expect(await recordsOf(loser)).toEqual([]);
  const [note] = await recordsOf(loser, 'failed');
  expect(note).toMatchObject({ status: 'failed', reason: 'reorganised', confirmations: null });
  expect(await world.balanceOf(winner, 'trx')).toBe(50_000_000n);
  expect(await recordsOf(winner)).toMatchObject([{ id: shownFirst, status: 'success' }]);
  const { timeline } = await getRecord(
    { db: world.database.asApi, confirmations: 19 },
    { personId: loser.personId, recordId: note?.id as never },
  );
  expect(timeline.map(({ step, state }) => `${step} ${state}`)).toEqual(['seen done', 'failed failed']);
});

test('D13 a node that has fallen behind takes nothing back from anybody', async () => {
  const wallet = await world.newWallet();
  await world.catchUp();
  world.chain.mine(topUp(wallet.address));
  world.chain.mine();
  await world.watch();
  expect(await recordsOf(wallet)).toMatchObject([{ status: 'confirming' }]);
  const last = world.chain.headNumber() - 2;
  const behind = world.chain.openNode('behind', (_path, body, honest) => {
    const asked = body['id_or_num'] ?? body['num'];
    return asked === undefined || Number(asked) <= last ? honest : {};
  });
  expect(await watchHead({ ...world.deps, nodes: [behind] }, { limit: 50 })).toBe(0);
  expect(await recordsOf(wallet)).toMatchObject([{ status: 'confirming' }]);
  expect(await recordsOf(wallet, 'failed')).toEqual([]);
  world.solidify();
  await world.watch();
  await world.catchUp();
  expect(await recordsOf(wallet)).toMatchObject([{ status: 'success' }]);
});

test('D13 what the head watcher never looked at again disappears when the final chain does not contain it', async () => {
  const wallet = await world.newWallet();
  await world.catchUp();
  world.chain.mine(topUp(wallet.address));
  await world.watch();
  world.chain.dropBlocks(1);
  world.chain.mine();
  world.solidify();
  await world.catchUp();
  expect(await recordsOf(wallet)).toEqual([]);
  expect(await recordsOf(wallet, 'failed')).toMatchObject([{ reason: 'reorganised' }]);
  await world.watch();
  expect(await recordsOf(wallet)).toEqual([]);
});

test('D13 a transaction executed differently on the winning branch credits what the winner says', async () => {
  const wallet = await world.newWallet();
  const call = (amount: bigint) =>
    tokenCall({
      caller: stranger,
      name: 'differs by branch',
      logs: [{ contract: usdtContract, from: stranger, to: wallet.address, amount }],
    });
  await world.catchUp();
  world.chain.mine(call(5_000_000n));
  await world.watch();
  world.chain.dropBlocks(1);
  world.chain.mine(call(4_000_000n));
  world.solidify();
  await world.catchUp();
  expect(await world.balanceOf(wallet, 'usdt')).toBe(4_000_000n);
  expect(await recordsOf(wallet)).toMatchObject([{ status: 'success', amount: '4000000' }]);
  expect(await recordsOf(wallet, 'failed')).toMatchObject([{ reason: 'reorganised', amount: '5000000' }]);
});

test('D13 F-N6 40 random fork trees of depth 1 to 18: nothing for losers, exactly one credit for each winner', async () => {
  const random = seeded(13);
  const wallet = await world.newWallet();
  await world.catchUp();
  await world.watch();
  const start = world.chain.solidNumber();
  for (let tree = 0; tree < 40; tree += 1) {
    const depth = 1 + random(18);
    const open = Math.min(depth, world.chain.headNumber() - world.chain.solidNumber() - 1);
    if (open > 0 && random(3) > 0) world.chain.dropBlocks(open);
    for (let mined = 0; mined < depth; mined += 1) {
      if (random(2) === 0) world.chain.mine(topUp(wallet.address, 1_000_000 + random(1_000_000)));
      else world.chain.mine();
    }
    if (random(2) === 0) await world.watch();
    if (random(3) === 0) await world.catchUp();
  }
  world.solidify();
  await world.watch();
  await world.catchUp();
  const node = world.chain.openNode();
  let expected = 0n;
  let count = 0;
  for (let number = start + 1; number <= world.chain.solidNumber(); number += 1) {
    const block = await readAgreedBlock([node], number);
    for (const { to, amountSun } of block?.transactions ?? []) {
      if (to !== wallet.address) continue;
      expected += amountSun;
      count += 1;
    }
  }
  expect(await world.balanceOf(wallet, 'trx')).toBe(expected);
  const records = await recordsOf(wallet);
  expect(records.filter(({ status }) => status === 'success')).toHaveLength(count);
  expect(records.filter(({ status }) => status !== 'success')).toEqual([]);
  const { rows } = await world.database.db.pool.query(
    'SELECT count(*)::int AS pending FROM pending_deposits WHERE wallet_id = $1',
    [wallet.id],
  );
  expect(rows).toEqual([{ pending: 0 }]);
});

test('D12 four readers and watchers at once, and a block booked again, give the ledger of one', async () => {
  const wallets = await Promise.all(Array.from({ length: 5 }, () => world.newWallet()));
  await world.catchUp();
  for (let block = 0; block < 60; block += 1)
    world.chain.mine(...wallets.map(({ address }) => topUp(address, 1_000_000 + block)));
  world.solidify();
  const rounds = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 20; round += 1) {
      await readBlocks(world.deps, { limit: 7 });
      await watchHead(world.deps, { limit: 7 });
    }
  });
  await Promise.all(rounds);
  await world.catchUp();
  const total = Array.from({ length: 60 }, (_, block) => 1_000_000n + BigInt(block)).reduce(
    (sum, amount) => sum + amount,
  );
  for (const wallet of wallets) expect(await world.balanceOf(wallet, 'trx')).toBe(total);

  // Each block three times and in any order, by somebody who does not have the cursor: nothing comes of it.
  const last = world.chain.solidNumber();
  for (const number of [last - 25, last - 30, last - 25, last - 28, last - 30, last - 25]) {
    const block = await readAgreedBlock(world.deps.nodes, number);
    if (block === undefined) throw new Error('no such block');
    const tokens = { proven: new Set<string>(), contradicted: new Set<string>() };
    const known = { blocks: [block], tokens, affirmed: new Set<TronAddress>() };
    await transact(world.database.asWorker, (tx) => bookBlocks(tx, world.deps, known));
  }
  for (const wallet of wallets) expect(await world.balanceOf(wallet, 'trx')).toBe(total);
});

test('D12 a cursor set back by 5,000 blocks reads them all again and changes nothing', async () => {
  const other = await openDepositWorld();
  const wallet = await other.newWallet();
  for (let block = 0; block < 5_000; block += 1) {
    const logs = [{ contract: usdtContract, from: stranger, to: wallet.address, amount: 3_000_000n }];
    if (block % 100 === 0) other.chain.mine(topUp(wallet.address), tokenCall({ caller: stranger, logs }));
    else other.chain.mine();
  }
  other.solidify();
  const booksOf = async () => {
    const { rows } = await other.database.db.pool.query(
      `SELECT (SELECT array_agg(d ORDER BY id) FROM deposits d) AS deposits,
              (SELECT array_agg(e ORDER BY account_id, seq) FROM ledger.entries e) AS entries,
              (SELECT array_agg(h) FROM token_holdings h) AS holdings, (SELECT count(*) FROM records) AS records`,
    );
    return rows;
  };
  expect(await other.catchUp()).toBe(5_000);
  const before = await booksOf();
  const genesis = await readBlockOfNumberOne(other);
  await other.database.db.pool.query('UPDATE deposit_cursor SET block_number = 0, block_id = $1', [genesis]);
  expect(await other.catchUp()).toBe(5_000);
  expect(await booksOf()).toEqual(before);
  await other.expectSoundBooks();
  await other.database.drop();
});

async function readBlockOfNumberOne({ deps }: DepositWorld): Promise<string> {
  const first = await readAgreedBlock(deps.nodes, 1);
  return first?.parentId ?? '';
}

test('D12 a block that tells a booked inflow in another way stops the reading', async () => {
  const wallet = await world.newWallet();
  await world.catchUp();
  world.chain.mine(topUp(wallet.address, 5 * million));
  world.solidify();
  const { rows } = await world.database.db.pool.query('SELECT block_number, block_id FROM deposit_cursor');
  await world.catchUp();
  const { block_number: number, block_id: id } = rows[0];
  await world.database.db.pool.query('UPDATE deposit_cursor SET block_number = $1, block_id = $2', [number, id]);
  const more: Tamper = (path, _body, honest) =>
    path.endsWith('bynum')
      ? (JSON.parse(JSON.stringify(honest).replaceAll(`"amount":${5 * million}`, '"amount":9000000')) as unknown)
      : honest;
  const liar = { ...world.deps, nodes: [world.chain.openNode('liar', more)] as const };
  await expect(readBlocks(liar, { limit: 100 })).rejects.toThrow('books-differ');
  expect(await world.balanceOf(wallet, 'trx')).toBe(5_000_000n);
  await world.catchUp();
});

test('D14 with two nodes, a block only one of them tells stops the reading before anything is credited', async () => {
  const other = await openDepositWorld();
  const wallet = await other.newWallet();
  const liar = scriptedChain();
  const logs = [{ contract: usdtContract, from: stranger, to: wallet.address, amount: 10n ** 12n }];
  for (const chain of [other.chain, liar]) chain.mineEmpty(5);
  liar.mine(tokenCall({ caller: stranger, logs }));
  other.chain.mine();
  for (const chain of [other.chain, liar]) chain.mineEmpty(19);
  const nodes = [liar.openNode('liar'), other.chain.openNode('honest')] as const;
  await expect(other.catchUp({ ...other.deps, nodes })).rejects.toThrow(ScanFault);
  await expect(other.catchUp({ ...other.deps, nodes })).rejects.toThrow('liar and honest differ in block 6');
  expect(await other.balanceOf(wallet, 'usdt')).toBe(0n);
  const agreeing = [other.chain.openNode('a'), other.chain.openNode('b')] as const;
  await other.catchUp({ ...other.deps, nodes: agreeing });
  expect(await other.balanceOf(wallet, 'usdt')).toBe(0n);
  await other.database.drop();
});

test('a block that does not follow the last one booked stops the reading', async () => {
  await world.catchUp();
  world.chain.mine();
  world.solidify();
  const stray: Tamper = (path, _body, honest) => {
    if (path !== '/walletsolidity/getblockbynum') return honest;
    const other = structuredClone(honest) as { block_header: { raw_data: { parentHash: string } } };
    other.block_header.raw_data.parentHash = '0'.repeat(64);
    return other;
  };
  await expect(
    readBlocks({ ...world.deps, nodes: [world.chain.openNode('other chain', stray)] }, { limit: 1 }),
  ).rejects.toThrow('chain-broken');
  await world.catchUp();
});

test('a block that does not follow the one read before it is not booked with it', async () => {
  await world.catchUp();
  const { rows } = await world.database.db.pool.query('SELECT block_number::int AS at FROM deposit_cursor');
  const first = Number(rows[0].at) + 1;
  for (let block = 0; block < 3; block += 1) world.chain.mine();
  world.solidify();
  const { promise: othersAnswered, resolve } = Promise.withResolvers<void>();
  let others = 0;
  const stray: Tamper = async (path, body, honest) => {
    if (path !== '/walletsolidity/getblockbynum') return honest;
    const { num } = body as { num: number };
    if (num === first) {
      // Answered last, so that all three are looked at together.
      await othersAnswered;
      return honest;
    }
    others += 1;
    if (others === 2) setImmediate(resolve);
    if (num !== first + 1) return honest;
    const other = structuredClone(honest) as { block_header: { raw_data: { parentHash: string } } };
    other.block_header.raw_data.parentHash = '0'.repeat(64);
    return other;
  };
  const read = () => readBlocks({ ...world.deps, nodes: [world.chain.openNode('strays', stray)] }, { limit: 3 });
  expect(await read()).toBe(1);
  await expect(read()).rejects.toThrow('chain-broken');
  await world.catchUp();
});

test('D15 partial answers at any height are refused, never skipped', async () => {
  const wallet = await world.newWallet();
  await world.catchUp();
  for (let block = 0; block < 200; block += 1)
    world.chain.mine(topUp(wallet.address, 1_000_000), topUp(wallet.address, 2_000_000));
  world.solidify();
  const partial: readonly Tamper[] = [
    (_path, _body, _honest) => ({}),
    (_path, _body, _honest) => [],
    (_path, _body, _honest) => null,
    (_path, _body, _honest) => 'lack of computing resources',
    (path, _body, honest) => (path.endsWith('blocknum') ? (honest as unknown[]).slice(1) : honest),
    (path, _body, honest) =>
      path.endsWith('blocknum') ? [...(honest as unknown[]), ...(honest as unknown[])] : honest,
    (path, _body, honest) =>
      path.endsWith('blocknum') ? (honest as object[]).map((info) => ({ ...info, id: 'ab'.repeat(32) })) : honest,
    (path, _body, honest) =>
      path.endsWith('blocknum') ? (honest as object[]).map((info) => ({ ...info, blockNumber: 1 })) : honest,
    (path, _body, honest) => (path.endsWith('blocknum') ? {} : honest),
    (path, _body, honest) => (path.endsWith('bynum') ? { ...(honest as object), transactions: [] } : honest),
    (path, _body, honest) => (path.endsWith('bynum') ? { ...(honest as object), block_header: {} } : honest),
    (path, _body, honest) => {
      if (!path.endsWith('bynum')) return honest;
      const { transactions } = honest as { transactions?: object[] };
      return {
        ...(honest as object),
        transactions: transactions?.map((transaction) => ({ ...transaction, raw_data_hex: '00' })),
      };
    },
  ];
  const random = seeded(15);
  const faulty = world.chain.openNode('faulty', (path, body, honest) =>
    random(6) === 0 ? partial[random(partial.length)]?.(path, body, honest) : honest,
  );
  let faults = 0;
  for (let tries = 0; tries < 5_000; tries += 1) {
    try {
      await readBlocks({ ...world.deps, nodes: [faulty] }, { limit: 1 });
    } catch (error) {
      expect(error).toBeInstanceOf(NodeFault);
      faults += 1;
    }
    const { rows } = await world.database.db.pool.query('SELECT block_number::int AS at FROM deposit_cursor');
    if (rows[0].at === world.chain.solidNumber()) break;
  }
  expect(faults).toBeGreaterThan(50);
  expect(await world.balanceOf(wallet, 'trx')).toBe(600_000_000n);
});

test('D23 F-N5 while only the head moves nothing is credited; when the irreversible view comes back everything is', async () => {
  const wallet = await world.newWallet();
  await world.catchUp();
  world.chain.stallSolid(true);
  world.chain.mine(topUp(wallet.address));
  for (let round = 0; round < 5; round += 1) {
    world.chain.mineEmpty(20);
    await world.watch();
    await world.watch();
    expect(await world.catchUp()).toBe(0);
  }
  expect(await recordsOf(wallet)).toMatchObject([{ status: 'confirming', confirmations: { seen: 19, required: 19 } }]);
  expect(await world.balanceOf(wallet, 'trx')).toBe(0n);
  world.chain.stallSolid(false);
  await world.catchUp();
  expect(await world.balanceOf(wallet, 'trx')).toBe(50_000_000n);
});

test('a new installation on a long chain begins at the irreversible head', async () => {
  const other = await openDepositWorld();
  other.chain.mineEmpty(100);
  expect(await other.catchUp({ ...other.deps, startAt: 'solid-head' })).toBe(0);
  const wallet = await other.newWallet();
  other.chain.mine(topUp(wallet.address));
  other.solidify();
  await other.catchUp();
  expect(await other.balanceOf(wallet, 'trx')).toBe(50_000_000n);
  await other.expectSoundBooks();
  await other.database.drop();
});
