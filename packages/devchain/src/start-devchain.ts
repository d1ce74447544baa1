import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@tern/base/clock';
import { isOwnMachine } from '@tern/base/is-own-machine';
import { createAdmin, describeChain } from './admin/admin.ts';
import type { Admin, ChainDescription } from './admin/admin.ts';
import { createCore } from './chain/core.ts';
import type { ChainCore } from './chain/core.ts';
import { deriveIdentity } from './chain/genesis.ts';
import type { GenesisSettings } from './chain/genesis.ts';
import { noLog, openLog } from './chain/log.ts';
import type { Log } from './chain/log.ts';
import { startMiner } from './chain/miner.ts';
import { createNode } from './chain/node.ts';
import type { ChainNode } from './chain/node.ts';
import { checkGenesis, replay } from './chain/replay.ts';
import { sealPending } from './chain/seal-pending.ts';
import { blockIntervalMs, createTime } from './chain/time.ts';
import type { Clock, Mining } from './chain/time.ts';
import { toHex } from './crypto/bytes.ts';
import { createAccess } from './http/access.ts';
import type { AnswerDeps, Serves } from './http/answer-request.ts';
import { createAskInProcess, type AskInProcess } from './http/ask-in-process.ts';
import { renderPage } from './http/page.ts';
import { createHttpServer } from './http/server.ts';
import { walkPrice } from './market/walk-price.ts';

export type DevchainOptions = {
  /** 0 takes any free port. */
  readonly port: number;
  /**
   * Serves `/walletsolidity` alone on this port (0: any free one), and answers 405 for it on `port`, as a stock
   * java-tron node does. Default: `port` serves both.
   */
  readonly solidityPort?: number;
  /** What is switched off in the configuration of its nodes from the start on; all three are, in the one java-tron ships. */
  readonly switchedOff?: readonly SwitchedOff[];
  /**
   * Where the servers listen. Default: 127.0.0.1. With any other than a loopback address, whoever reaches the machine
   * can use the faucet and all controls.
   */
  readonly host?: string;
  /** Names under which the chain is asked, and names of pages that may ask it, beside this machine's own. */
  readonly allowedNames?: readonly string[];
  /** Decides keys, contract addresses and the genesis block. */
  readonly seed: string;
  /** Where the chain is kept; without it, it ends with the process. */
  readonly dataDir?: string;
  readonly mining: Mining;
  /** Blocks until one is solidified. Default 19. */
  readonly solidLag?: number;
  /** For mining with `blockMs`: trade the TRX/USDT pair along the seed's price path every so many blocks. Default: never. */
  readonly walkPriceBlocks?: number;
  /** Name and symbol of the second token; what an existing chain was made with stays. */
  readonly productTokenName?: string;
  readonly productTokenSymbol?: string;
  /** For mining with `blockMs`. Default: the machine's clock. */
  readonly clock?: Clock;
};

/** `vm.supportConstant`, `vm.estimateEnergy` and `vm.saveInternalTx` of a node's configuration. */
export type SwitchedOff = 'calls' | 'estimates' | 'internal';

/** One server of a chain. */
export type DevchainNode = {
  readonly url: string;
  /** Where `/walletsolidity` is served: `url`, but for a chain with a `solidityPort`. */
  readonly solidityUrl: string;
  readonly port: number;
  /**
   * As `fetch` of `url` or `solidityUrl`, with the same answers and faults, but without a connection: for whoever runs
   * the chain in the own process and asks thousands of questions.
   */
  readonly fetch: AskInProcess;
  /** Addresses and heights as of now, as this node sees them. */
  readonly info: () => ChainDescription;
  /** The chain's controls; faults are this node's alone. */
  readonly admin: Admin;
};

export type Devchain = DevchainNode & {
  /** The two accounts that own everything at genesis; private keys as hex. */
  readonly keys: { readonly treasury: string; readonly faucet: string };
  /**
   * Serves the same chain on another port (default: any free one), with faults of its own, and on a second one where
   * the chain has a `solidityPort`. Ends with the chain.
   */
  readonly addNode: (port?: number, solidityPort?: number) => Promise<DevchainNode>;
  /** Answers no more, seals no more, closes the log. May be called again. */
  readonly close: () => Promise<void>;
};

const solidLagDefault = 19;
const defaultHost = '127.0.0.1';

/**
 * Starts a local Tron chain and serves it over the HTTP API of a real node; one that was kept in `dataDir` goes on
 * where it ended. When it resolves the chain has a head of at least block 1 and answers at `url`. Everything is
 * deterministic but for mining with `blockMs`: the same seed and the same requests give the same blocks. Close it, or the
 * process does not end.
 *
 * Rejects where the port is taken, and where `dataDir` holds the chain of another seed. It is for development and
 * tests: its faucet gives to everybody, and so it listens on the loopback interface unless told otherwise.
 *
 * @example
 * const chain = await startDevchain({ port: 0, seed: 'any text', mining: { mode: 'manual' } });
 * const { height, solidHeight } = chain.info();
 * [height, solidHeight]; // → [1, 0]
 * await chain.admin.faucetTrx('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 5_000_000n);
 * await chain.admin.mine(20); // → 21
 * chain.info().solidHeight; // → 2
 * const response = await fetch(`${chain.url}/wallet/getaccount`, {
 *   method: 'POST',
 *   body: JSON.stringify({ address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', visible: true }),
 * });
 * (await response.json()).balance; // → 5_000_000
 * await chain.close();
 */
export async function startDevchain(options: DevchainOptions): Promise<Devchain> {
  const log = options.dataDir === undefined ? noLog() : openLog(options.dataDir);
  const core = await openChain(options, log);
  const servers: Server[] = [];
  const { host = defaultHost, allowedNames: allowed = [] } = options;
  const access = createAccess({ network: !isOwnMachine(host), allowed });
  let closing: Promise<void> | undefined;
  const open = async (given: Omit<AnswerDeps, 'core' | 'access' | 'renderPage'>, port: number) => {
    const deps = { ...given, core, access, renderPage: () => renderPage(core, given.node) };
    const server = createHttpServer(deps);
    await listen(server, { ...options, port });
    servers.push(server);
    const address = server.address() as AddressInfo;
    return { url: `http://${ownName(host)}:${address.port}`, port: address.port, deps };
  };
  const serve = async (node: ChainNode, port: number, solidityPort: number | undefined): Promise<DevchainNode> => {
    const admin = createAdmin(core, node);
    for (const ability of options.switchedOff ?? []) await admin.setFault({ kind: `no-${ability}` });
    const serves: Serves = solidityPort === undefined ? 'both' : 'full';
    const main = await open({ node, admin, serves }, port);
    const solidity = solidityPort === undefined ? main : await open({ node, admin, serves: 'solidity' }, solidityPort);
    const { url, port: mainPort } = main;
    const ports = [main, solidity];
    const fetch = createAskInProcess(({ origin }) =>
      closing === undefined ? ports.find((each) => each.url === origin)?.deps : undefined,
    );
    return { url, port: mainPort, solidityUrl: solidity.url, fetch, info: () => describeChain(core, node), admin };
  };
  const main = await serve(core.main, options.port, options.solidityPort);
  const blockMs = blockIntervalMs(options.mining);
  const stopMiner =
    blockMs === undefined
      ? async () => undefined
      : startMiner(core, { blockMs, beforeBlock: () => walkWhenDue(core, options) });
  const shutDown = async (): Promise<void> => {
    await stopMiner();
    await Promise.all(servers.map(closeServer));
    await core.exclusively(async () => log.close());
  };
  return {
    ...main,
    keys: {
      treasury: toHex(core.identity.treasury.privateKey),
      faucet: toHex(core.identity.faucet.privateKey),
    },
    addNode: async (port = 0, solidityPort = 0) => {
      const node = createNode();
      core.nodes.add(node);
      return serve(node, port, options.solidityPort === undefined ? undefined : solidityPort);
    },
    close: () => (closing ??= shutDown()),
  };
}

async function walkWhenDue(core: ChainCore, { walkPriceBlocks }: DevchainOptions): Promise<void> {
  if (walkPriceBlocks === undefined || core.history.head().number % walkPriceBlocks !== 0) return;
  await walkPrice(core);
}

async function openChain(options: DevchainOptions, log: Log): Promise<ChainCore> {
  const identity = deriveIdentity(options.seed);
  checkGenesis(log.first, identity.genesis.id);
  const settings = settingsOf(options, log);
  const { mining } = options;
  const time = createTime(mining, options.clock ?? systemClock);
  const core = await createCore({
    identity,
    settings,
    mining,
    log,
    time,
    solidLag: options.solidLag ?? solidLagDefault,
  });
  if (log.first === undefined) {
    const { tokenName, tokenSymbol } = settings;
    log.append({ kind: 'genesis', id: toHex(identity.genesis.id), tokenName, tokenSymbol });
  }
  await replay(core);
  // Clients choke on a head whose number is 0, because JSON then leaves the number out.
  if (core.history.head().number === 0) sealPending(core);
  return core;
}

function settingsOf(options: DevchainOptions, log: Log): GenesisSettings {
  const { first } = log;
  const { seed, productTokenName: name = 'Reward Token', productTokenSymbol: symbol = 'RWD' } = options;
  if (first?.kind === 'genesis') return { seed, tokenName: first.tokenName, tokenSymbol: first.tokenSymbol };
  return { seed, tokenName: name, tokenSymbol: symbol };
}

/** How this machine reaches a server that listens there. */
function ownName(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function listen(server: Server, { port, host = defaultHost }: DevchainOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
