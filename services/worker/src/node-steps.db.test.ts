import { manualClock, type Clock } from '@tern/base/clock';
import { loadConfig } from '@tern/config/load-config';
import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { listNodeReports } from '@tern/server/chain/nodes/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { getAddress } from '@tern/tron/address';
import { openNetworkNode } from '@tern/tron/open-network-node';
import type { TronNode } from '@tern/tron/open-node';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nodeSteps } from './node-steps.ts';
import { runSteps, type StepState } from './run-steps.ts';
import { serveWorkerHealth } from './serve-worker-health.ts';
import type { WorkerWorld } from './worker-world.ts';

// Goal: whatever a node cannot do or gets wrong, operators read it in the same one sentence, with what to set, on the health
// page, in the console and in the log. Method: the worker's own step against the local chain, which refuses as a stock node
// does; the health page is the real one, and the console's part is read with the console's rights.
let database: TestDatabase;
let chain: Devchain;
beforeAll(async () => {
  database = await createTestDatabase();
  chain = await startDevchain({ port: 0, solidityPort: 0, seed: 'node steps', mining: { mode: 'manual' } });
  await chain.admin.mine(130);
});
afterEach(() => chain.admin.clearFaults());
afterAll(async () => {
  await chain.close();
  await database.drop();
});

type Around = {
  readonly genesisId?: string;
  readonly url?: string;
  readonly usdt?: string;
  readonly laterMs?: number;
  readonly network?: WorkerWorld['config']['tronNetwork'];
  /** Answers of the node that are others than the chain's. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** A second node, which has everything. */
  readonly beside?: boolean;
};

function openAsked({ genesisId, url, answers = {} }: Around): TronNode {
  const node = openNetworkNode({
    url: url ?? chain.url,
    solidityUrl: chain.solidityUrl,
    timeoutMs: 10_000,
    genesisId: genesisId ?? chain.info().genesisId,
  });
  return { name: 'asked', ask: async (path, body) => answers[path] ?? (await node.ask(path, body)) };
}

const headOf = async (): Promise<{ block_header: { raw_data: { timestamp: number } } }> =>
  (await (await fetch(`${chain.url}/wallet/getnowblock`)).json()) as Awaited<ReturnType<typeof headOf>>;

type Told = { readonly faults: readonly string[]; readonly notes: readonly string[] };

/** A worker's world as far as the step looks at it. */
function openWorld(around: Around, clock: Clock, write: (line: string) => void): WorkerWorld {
  const { contracts } = chain.info();
  const own = { usdt: getAddress(around.usdt ?? contracts.usdt.base58), reward: getAddress(contracts.reward.base58) };
  const beside: TronNode = { ...openAsked({}), name: 'beside' };
  return {
    db: database.asWorker,
    nodes: around.beside === true ? [openAsked(around), beside] : [openAsked(around)],
    network: { contracts: own },
    clock,
    config: { ...loadConfig({ TERN_PROFILE: 'test' }), tronNetwork: around.network ?? 'local' },
    log: pino({}, { write }),
  } as unknown as WorkerWorld;
}

const clockAtHead = async (laterMs = 0) =>
  manualClock(new Date((await headOf()).block_header.raw_data.timestamp + laterMs));

/** What the node's sentences are after one round, in each of the three places. */
async function tell(around: Around): Promise<{ readonly health: Told; readonly console: Told; readonly log: Told }> {
  const lines: { readonly level: number; readonly node: string; readonly fault?: string; readonly note?: string }[] =
    [];
  const clock = await clockAtHead(around.laterMs);
  const steps = nodeSteps(
    openWorld(around, clock, (line) => void lines.push(JSON.parse(line) as (typeof lines)[number])),
  );
  const [step] = steps;
  await step?.tick(new AbortController().signal);
  // A worker that ends at once, so that its step does not ask the node a second time.
  const { states, finished } = runSteps({
    steps,
    clock,
    signal: AbortSignal.abort(),
    chainMoved: new EventTarget(),
    onError: () => undefined,
    isFlowOpen: () => Promise.resolve(true),
  });
  await finished;
  const page = await readHealth(states);
  const pick = (nodes: readonly (Told & { node: string })[]): Told => {
    const { faults = [], notes = [] } = nodes.find(({ node }) => node === 'asked') ?? {};
    return { faults, notes };
  };
  const logged = lines.filter(({ node }) => node === 'asked');
  return {
    health: pick(page.steps[0]?.details.nodes ?? []),
    console: pick(await listNodeReports(database.asConsole.kysely)),
    log: {
      faults: logged.flatMap(({ fault, level }) => (fault === undefined || level < 50 ? [] : [fault])),
      notes: logged.flatMap(({ note }) => note ?? []),
    },
  };
}

type Page = {
  readonly steps: readonly { readonly details: { readonly nodes: readonly (Told & { node: string })[] } }[];
};

async function readHealth(states: readonly StepState[]): Promise<Page> {
  const server = await serveWorkerHealth({
    host: '127.0.0.1',
    token: undefined,
    findHindrances: () => Promise.resolve([]),
    port: 0,
    states: () => states,
    broken: () => [],
    waitingFor: () => undefined,
    metrics: () => Promise.resolve(''),
  });
  try {
    return (await (await fetch(`http://127.0.0.1:${server.port}/`)).json()) as Page;
  } finally {
    await server.close();
  }
}

const fault = (kind: 'no-calls' | 'no-estimates' | 'no-internal' | 'stall-solid') => () =>
  chain.admin.setFault({ kind });
const nothing = (): Promise<void> => Promise.resolve();

test('each node is asked at the start, and again an hour after it was asked', async () => {
  const clock = await clockAtHead();
  const [step] = nodeSteps(openWorld({}, clock, () => undefined));
  const askedAt = async () => (await listNodeReports(database.asConsole.kysely)).map((each) => String(each.askedAt));
  const started = clock.now().toISOString();
  await step?.tick(new AbortController().signal);
  expect(await askedAt()).toEqual([started]);
  // The loop that runs every step waits so long between two ticks.
  expect(step?.idleMs).toBe(3_600_000);
  clock.advance(step?.idleMs ?? 0);
  await step?.tick(new AbortController().signal);
  expect(await askedAt()).toEqual([clock.now().toISOString()]);
});

test('a node that can do everything has no sentence anywhere', async () => {
  const none = { faults: [], notes: [] };
  expect(await tell({})).toEqual({ health: none, console: none, log: none });
});

test.each<[string, 'faults' | 'notes', () => Promise<unknown>, Around | (() => Around), RegExp]>([
  [
    'another genesis block',
    'faults',
    nothing,
    { genesisId: '00'.repeat(32) },
    /other-network.*Replace it in TRON_NODE_URLS/,
  ],
  [
    'no answer',
    'faults',
    nothing,
    { url: 'http://127.0.0.1:1' },
    /no usable answer.*TRON_NODE_URLS and TRON_SOLIDITY_URLS/,
  ],
  ['no constant calls', 'faults', fault('no-calls'), {}, /Set supportConstant = true in the vm part/],
  ['no energy estimates', 'notes', fault('no-estimates'), {}, /set estimateEnergy = true in the vm part/],
  [
    'no internal transactions',
    'faults',
    fault('no-internal'),
    { network: 'mainnet' },
    /Set saveInternalTx = true in the vm part/,
  ],
  [
    'none of them on a private network',
    'notes',
    fault('no-internal'),
    { network: 'private' },
    /Set saveInternalTx = true/,
  ],
  [
    'an old version',
    'notes',
    nothing,
    { answers: { '/wallet/getnodeinfo': { configNodeInfo: { codeVersion: '4.7.2' } } } },
    /version 4\.7\.2, and this wallet was tried with 4\.8\.0\. Update it/,
  ],
  [
    'a newest block that is old',
    'faults',
    nothing,
    { laterMs: 61_000 },
    /61 seconds old\..*set the clock of this machine/,
  ],
  ['a newest block in the future', 'faults', nothing, { laterMs: -61_000 }, /61 seconds ahead .*Set that clock/],
  ['no irreversible blocks', 'faults', () => stall(), {}, /blocks behind its newest one.*Check that it has peers/],
  [
    'a head behind another node',
    'faults',
    () => keepHead(),
    () => ({ beside: true, answers: behind }),
    /25 blocks behind another node\..*check its peers/,
  ],
  [
    'a token without a contract',
    'faults',
    nothing,
    () => ({ usdt: chain.info().accounts.faucet.base58 }),
    /USDT_CONTRACT: T\w+ has no contract\. Set it/,
  ],
  [
    'a token with other decimals',
    'faults',
    nothing,
    () => ({ usdt: chain.info().contracts.reward.base58 }),
    /USDT_CONTRACT: T\w+ .*decimals.*\. Set it/,
  ],
])(
  '%s is one sentence with what to set, the same on the health page, in the console and in the log',
  async (_, place, prepare, around, words) => {
    await prepare();
    const { health, console, log } = await tell(typeof around === 'function' ? around() : around);
    const sentences = health[place].filter((sentence) => words.test(sentence));
    expect(sentences, JSON.stringify(health)).toHaveLength(1);
    expect(console).toEqual(health);
    expect(log).toEqual(health);
  },
);

/** The head of a node that stands still while others go on. */
const behind: Record<string, unknown> = {};
async function keepHead(): Promise<void> {
  behind['/wallet/getblock'] = await openAsked({}).ask('/wallet/getblock', { detail: false });
  await chain.admin.mine(25);
}

async function stall(): Promise<void> {
  await chain.admin.setFault({ kind: 'stall-solid' });
  await chain.admin.mine(101);
}
