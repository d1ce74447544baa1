import type { FurtherParts } from './further-parts.ts';
import type { Owed, SplitRules } from './split-balance.ts';

/** What a thread is told: to build the list of one asset. */
export type ListOrder = {
  readonly rules: SplitRules;
  readonly house: readonly Owed[];
  /** Customers' accounts as rows of text, as `openAccountRows` reads them. */
  readonly customers: readonly Uint8Array[];
};

/** The list of one asset: its lines in their order, the nodes of its tree that are kept, its root, and what it was made of. */
export type BuiltList = {
  readonly lines: Buffer;
  /** The node above each chunk. */
  readonly nodes: Buffer;
  /** The nodes above each 32 lines. */
  readonly middleNodes: Buffer;
  readonly root: string;
  /** How much further than needed customers' balances were split. */
  readonly further: FurtherParts;
  /** What each account was owed, packed, in the order of the accounts. */
  readonly balances: Buffer;
  /** What all customers together were owed, base units. */
  readonly listed: bigint;
};
