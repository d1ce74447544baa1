import type { Transaction } from '../proto/types.ts';
import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import { createTvm } from '../tvm/tvm.ts';
import type { Tvm } from '../tvm/tvm.ts';
import { genesisState } from './genesis.ts';
import type { GenesisSettings, Identity } from './genesis.ts';
import { createHistory } from './history.ts';
import type { History } from './history.ts';
import type { Log } from './log.ts';
import { createNode } from './node.ts';
import type { ChainNode } from './node.ts';
import type { ChainTime, Mining } from './time.ts';
import type { TransactionRecord } from './types.ts';

/** Transactions that ran but are in no block yet. All share the time the first of them fixed. */
export type Pending = { timestampMs: number | undefined; readonly records: Map<string, TransactionRecord> };

export type Snapshot = {
  readonly height: number;
  readonly pending: readonly Transaction[];
  readonly time: ReturnType<ChainTime['saved']>;
};

/** Everything a chain is made of; the operations beside this file work on it. */
export type ChainCore = {
  readonly identity: Identity;
  readonly settings: GenesisSettings;
  readonly mining: Mining;
  readonly solidLag: number;
  readonly tvm: Tvm;
  readonly store: Store;
  readonly history: History;
  readonly log: Log;
  readonly time: ChainTime;
  /** The server the chain was started with. */
  readonly main: ChainNode;
  /** Every server, `main` included. */
  readonly nodes: Set<ChainNode>;
  readonly pending: Pending;
  readonly snapshots: Map<string, Snapshot>;
  /** Transactions that were built for clients while the head was the block of this id. */
  readonly built: { headId: string; readonly txIds: Set<string> };
  /** Runs one piece of work at a time: the machine and the state below it allow no other order. */
  readonly exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

export type CoreOptions = Pick<ChainCore, 'identity' | 'settings' | 'mining' | 'solidLag' | 'log' | 'time'>;

/** A chain that stands at its genesis block. */
export async function createCore(options: CoreOptions): Promise<ChainCore> {
  const tvm = createTvm(options.identity.chainId);
  const store = createStore();
  store.apply(await genesisState(tvm, options.identity, options.settings));
  store.seal(0);
  store.prune(0);
  const main = createNode();
  return {
    ...options,
    tvm,
    store,
    history: createHistory(options.identity.genesis),
    main,
    nodes: new Set([main]),
    pending: { timestampMs: undefined, records: new Map() },
    snapshots: new Map(),
    built: { headId: '', txIds: new Set() },
    exclusively: createQueue(),
  };
}

/** The time of the block being collected. */
export function pendingTimestampMs(core: ChainCore): number {
  return core.pending.timestampMs ?? core.time.nextBlockMs(core.history.head().timestampMs);
}

function createQueue(): ChainCore['exclusively'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}
