import { createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import type { Block, TransactionRecord } from './types.ts';

/** A height that follows the chain's at a distance and never goes back on its own. */
type Lag = { from: number; readonly blocks: number };

/** What keeps a node from seeing the chain as it is. */
export type Sight = {
  head: Lag | undefined;
  solid: Lag | undefined;
  /** From this height on the node sees blocks of its own. */
  fork: { readonly from: number; readonly blocks: Map<number, Block> } | undefined;
  readonly concealed: Set<string>;
  /** The last block whose receipts show internal transactions. */
  internalUntil: number;
};

/** One of the servers of a chain: all know the same chain, each has faults of its own. */
export type ChainNode = {
  readonly faults: Faults;
  /** Accepted here but kept out of blocks by a fault; other nodes never heard of them. */
  readonly held: Map<string, TransactionRecord>;
  readonly sight: Sight;
};

export function createNode(): ChainNode {
  return {
    faults: createFaults(),
    held: new Map(),
    sight: { head: undefined, solid: undefined, fork: undefined, concealed: new Set(), internalUntil: Infinity },
  };
}
