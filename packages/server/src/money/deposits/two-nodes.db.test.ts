import { manualClock } from '@tern/base/clock';
import { units } from '@tern/money/units';
import { NodeFault } from '@tern/tron/node-fault';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Wallet } from '../../people/wallets/public.ts';
import type { ProveTokens } from './prove-tokens.ts';
import { readBlocks } from './read-blocks.ts';
import { ScanFault } from './scan-fault.ts';
import { singleNodeLimits, openNodeSilence } from './single-node-reading.ts';
import { stranger, topUp, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { scriptedChain, tokenCall, type ScriptedChain } from './testing/scripted-chain.ts';
import { serveNode, type Misbehave, type ServedNode } from './testing/serve-node.ts';

/** Two nodes over HTTP that tell the same chain until one of them does not. */
let world: DepositWorld;
let wallet: Wallet;
let first: ServedNode;
let second: ServedNode;
beforeAll(async () => {
  world = await openDepositWorld();
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});
beforeEach(async () => {
  wallet = await world.newWallet();
  first = await serveNode(world.chain.openNode());
  second = await serveNode(world.chain.openNode());
  await catchUp();
});
afterEach(async () => {
  await first.close();
  await second.close();
});

const catchUp = () => world.catchUp({ ...world.deps, nodes: [first.node, second.node] });

function mineTopUp(): void {
  world.chain.mine(topUp(wallet.address));
  world.solidify();
}

const balance = () => world.balanceOf(wallet, 'trx');

test('D14 F-N1 while one of two nodes is dead nothing is credited; when it is back everything is', async () => {
  mineTopUp();
  await second.close();
  await expect(catchUp()).rejects.toMatchObject({ name: 'NodeFault', kind: 'unavailable' });
  expect(await balance()).toBe(0n);
  second = await serveNode(world.chain.openNode());
  await catchUp();
  expect(await balance()).toBe(50_000_000n);
});

describe('F-N1 when one of two nodes is dead for a minute', () => {
  const clock = manualClock(new Date('2026-01-01T00:00:00Z'));
  const openSingleNode = (limits = singleNodeLimits) => ({
    ...world.deps,
    singleNode: { ...limits, silence: openNodeSilence({ clock, patienceMs: 60_000 }) },
  });
  const withBoth = (deps: ReturnType<typeof openSingleNode>) => ({
    ...deps,
    nodes: [first.node, second.node] as const,
  });
  const rounds = async (deps: ReturnType<typeof withBoth>): Promise<void> => {
    while ((await readBlocks(deps, { limit: 50 })) > 0);
  };
  /** Waits the minute out. */
  const outlast = async (deps: ReturnType<typeof withBoth>): Promise<void> => {
    await expect(rounds(deps)).rejects.toMatchObject({ kind: 'unavailable' });
    clock.advance(60_000);
  };

  test('small deposits are credited on the word of the other, a large one and all behind it wait', async () => {
    const deps = withBoth(openSingleNode());
    const late = await world.newWallet();
    mineTopUp();
    world.chain.mine(topUp(wallet.address, 170_000_000));
    world.chain.mine(topUp(late.address));
    world.solidify();
    await second.close();
    await outlast(deps);
    expect(await balance()).toBe(0n);
    await rounds(deps);
    // 15 USDT worth are small, 51 are not.
    expect(await balance()).toBe(50_000_000n);
    expect(await world.balanceOf(late, 'trx')).toBe(0n);
    second = await serveNode(world.chain.openNode());
    await rounds(withBoth(deps));
    expect(await balance()).toBe(220_000_000n);
    expect(await world.balanceOf(late, 'trx')).toBe(50_000_000n);
  });

  test('tokens are proven by the node that answers, whichever of them that is', async () => {
    const asked: string[] = [];
    const proveTokens: ProveTokens = async (_blocks, _solid, { name }) => {
      asked.push(name);
      return { proven: { has: () => true }, contradicted: new Set() };
    };
    const deps = withBoth({ ...openSingleNode(), proveTokens });
    const logs = [{ contract: usdtContract, from: stranger, to: wallet.address, amount: 15_000_000n }];
    world.chain.mine(tokenCall({ caller: stranger, logs }));
    world.solidify();
    await first.close();
    await outlast(deps);
    await rounds(deps);
    expect(new Set(asked)).toEqual(new Set([second.node.name]));
    expect(await world.balanceOf(wallet, 'usdt')).toBe(15_000_000n);
    first = await serveNode(world.chain.openNode());
    await rounds(withBoth(deps));
  });

  test('all small ones together come to no more than the limit', async () => {
    const deps = withBoth(openSingleNode({ eachMax: singleNodeLimits.eachMax, totalMax: units(40_000_000n) }));
    for (let at = 0; at < 5; at += 1) world.chain.mine(topUp(wallet.address));
    world.solidify();
    await second.close();
    await outlast(deps);
    await rounds(deps);
    expect(await balance()).toBe(100_000_000n);
    await rounds(deps);
    expect(await balance()).toBe(100_000_000n);
    second = await serveNode(world.chain.openNode());
    await rounds(withBoth(deps));
    expect(await balance()).toBe(250_000_000n);
  });

  test('what the other one left out is credited when both tell it again', async () => {
    const deps = openSingleNode();
    mineTopUp();
    const honest = world.chain.openNode();
    const silent = await serveNode({
      name: 'leaves out',
      ask: async (path, body) => {
        const answer = (await honest.ask(path, body)) as { transactions?: unknown };
        if (path.endsWith('/gettransactioninfobyblocknum')) return [];
        const { transactions: _, ...block } = answer;
        return block;
      },
    });
    await second.close();
    await outlast({ ...deps, nodes: [silent.node, second.node] });
    await rounds({ ...deps, nodes: [silent.node, second.node] });
    expect(await balance()).toBe(0n);
    second = await serveNode(world.chain.openNode());
    await silent.close();
    await rounds(withBoth(deps));
    expect(await balance()).toBe(50_000_000n);
  });

  test('D14 what it invented is found out, and reading stops', async () => {
    const deps = openSingleNode();
    const other = await openDepositWorld();
    const person = await other.newWallet();
    const using = { ...deps, ...other.deps, singleNode: deps.singleNode };
    await other.catchUp();
    other.chain.mine(topUp(person.address, 10_000_000, 'invented'));
    other.solidify();
    const honest = other.chain.openNode();
    const liar = await serveNode(honest);
    const dead = await serveNode(honest);
    await dead.close();
    await expect(readBlocks({ ...using, nodes: [liar.node, dead.node] }, { limit: 50 })).rejects.toThrow(NodeFault);
    clock.advance(60_000);
    while ((await readBlocks({ ...using, nodes: [liar.node, dead.node] }, { limit: 50 })) > 0);
    expect(await other.balanceOf(person, 'trx')).toBe(10_000_000n);
    const truth = await serveNode({
      name: 'without it',
      ask: async (path, body) => {
        const answer = (await honest.ask(path, body)) as { transactions?: unknown };
        if (path.endsWith('/gettransactioninfobyblocknum')) return [];
        const { transactions: _, ...block } = answer;
        return block;
      },
    });
    const agreeing = [truth.node, { ...truth.node, name: 'also without it' }] as const;
    await expect(
      (async () => {
        while ((await readBlocks({ ...using, nodes: agreeing }, { limit: 50 })) > 0);
      })(),
    ).rejects.toMatchObject({ name: 'ScanFault', kind: 'books-differ' });
    await Promise.all([liar.close(), truth.close()]);
    await other.database.drop();
  });

  test('two of three that agree are enough for everything', async () => {
    const deps = openSingleNode();
    const third = await serveNode(world.chain.openNode());
    world.chain.mine(topUp(wallet.address, 900_000_000));
    world.solidify();
    await second.close();
    const nodes = [first.node, second.node, third.node] as const;
    await expect(readBlocks({ ...deps, nodes }, { limit: 50 })).rejects.toThrow(NodeFault);
    clock.advance(60_000);
    while ((await readBlocks({ ...deps, nodes }, { limit: 50 })) > 0);
    expect(await balance()).toBe(900_000_000n);
    await third.close();
    second = await serveNode(world.chain.openNode());
  });
});

test('F-N2 both nodes down: nothing is lost', async () => {
  mineTopUp();
  const down: Misbehave = (_path, response) => (response.socket?.destroy(), true);
  first.misbehave(down);
  second.misbehave(down);
  await expect(catchUp()).rejects.toBeInstanceOf(NodeFault);
  for (const node of [first, second]) node.misbehave(() => false);
  await catchUp();
  expect(await balance()).toBe(50_000_000n);
});

test('D14 the pair goes as far as the lagging one', async () => {
  mineTopUp();
  const behind = world.chain.solidNumber();
  second.misbehave((path, response) => {
    if (path !== '/walletsolidity/getblock') return false;
    void world.chain
      .openNode()
      .ask(path, { id_or_num: String(behind - 20) })
      .then((block) => response.end(JSON.stringify(block)));
    return true;
  });
  await catchUp();
  expect(await balance()).toBe(0n);
  second.misbehave(() => false);
  await catchUp();
  expect(await balance()).toBe(50_000_000n);
});

test('D14 a node that says it has the block and then has not keeps the pair waiting, without a fault', async () => {
  mineTopUp();
  second.misbehave((path, response) => path.endsWith('/getblockbynum') && (response.end('{}'), true));
  expect(await catchUp()).toBe(0);
  expect(await balance()).toBe(0n);
  second.misbehave(() => false);
  await catchUp();
  expect(await balance()).toBe(50_000_000n);
});

describe('D14 F-N4 a lying node stops the pair before anything is credited', () => {
  /** The same chain but for what one block brings. */
  function invent(change: (chain: ScriptedChain) => void): ServedNode['node'] {
    const liar = scriptedChain();
    liar.mineEmpty(world.chain.headNumber());
    change(liar);
    liar.mineEmpty(40);
    return liar.openNode();
  }
  const logs = () => [{ contract: usdtContract, from: stranger, to: wallet.address, amount: 10n ** 12n }];

  test.each<[string, (chain: ScriptedChain) => void]>([
    ['invents a million USDT', (chain) => void chain.mine(tokenCall({ caller: stranger, logs: logs() }))],
    ['invents a million TRX', (chain) => void chain.mine(topUp(wallet.address, 10 ** 12))],
    ['leaves out a block', () => undefined],
  ])('%s', async (_name, change) => {
    const lying = await serveNode(invent(change));
    mineTopUp();
    for (const nodes of [
      [lying.node, second.node],
      [first.node, lying.node],
    ] as const) {
      await expect(world.catchUp({ ...world.deps, nodes })).rejects.toThrow(ScanFault);
    }
    expect(await balance()).toBe(0n);
    expect(await world.balanceOf(wallet, 'usdt')).toBe(0n);
    await lying.close();
    await catchUp();
    expect(await balance()).toBe(50_000_000n);
  });

  test('changes the amount of a real transfer', async () => {
    mineTopUp();
    const honest = world.chain.openNode();
    const other = await serveNode({
      name: 'more',
      ask: async (path, body) =>
        JSON.parse(JSON.stringify(await honest.ask(path, body)).replaceAll('50000000', '59000000')) as unknown,
    });
    await expect(world.catchUp({ ...world.deps, nodes: [first.node, other.node] })).rejects.toThrow('nodes-disagree');
    expect(await balance()).toBe(0n);
    await other.close();
    await catchUp();
  });

  test('replays old heights', async () => {
    mineTopUp();
    await catchUp();
    const before = await balance();
    const old = scriptedChain();
    old.mineEmpty(30);
    const replaying = await serveNode(old.openNode());
    expect(await world.catchUp({ ...world.deps, nodes: [replaying.node, second.node] })).toBe(0);
    expect(await balance()).toBe(before);
    await replaying.close();
  });
});

describe('D15 F-N3 whatever a server does on the way, the cursor passes no block it has not read in full', () => {
  const answers: readonly [string, Misbehave][] = [
    ['accepts and says nothing', () => true],
    ['says half and nothing more', (_path, response) => (response.write('{"blockID":"00'), true)],
    ['breaks off', (_path, response) => (response.write('{"blo'), response.socket?.destroy(), true)],
    ['answers 503', (_path, response) => (response.writeHead(503).end('busy'), true)],
    ['answers 429', (_path, response) => (response.writeHead(429).end(), true)],
    ['answers a page', (_path, response) => (response.end('<html><body>404</body></html>'), true)],
    [
      'throttles with 200',
      (_path, response) => (response.end('{"Error":"class X : lack of computing resources"}'), true),
    ],
    ['refuses with 200', (_path, response) => (response.end('{"Error":"class X : no"}'), true)],
    ['redirects elsewhere', (_path, response) => (response.writeHead(302, { location: '/elsewhere' }).end(), true)],
    ['says null', (_path, response) => (response.end('null'), true)],
    ['says {} to everything', (_path, response) => (response.end('{}'), true)],
    ['says [] to everything', (_path, response) => (response.end('[]'), true)],
  ];
  test.each(answers)('%s', async (_name, how) => {
    mineTopUp();
    // Twice on every kind of question, then honestly.
    const asked = new Map<string, number>();
    second.misbehave((path, response) => {
      const times = (asked.get(path) ?? 0) + 1;
      asked.set(path, times);
      return times <= 2 && how(path, response);
    });
    const nodes = [first.node, second.hastyNode] as const;
    let faults = 0;
    for (let round = 0; round < 8 && (await balance()) === 0n; round += 1) {
      await world.catchUp({ ...world.deps, nodes }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(NodeFault);
        faults += 1;
      });
    }
    expect(faults).toBeGreaterThan(0);
    second.misbehave(() => false);
    await catchUp();
    expect(await balance()).toBe(50_000_000n);
  });
});
