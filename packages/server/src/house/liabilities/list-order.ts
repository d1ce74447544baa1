import type { FurtherParts } from './further-parts.ts';
import type { Owed, SplitRules } from './split-balance.ts';

/** What a thread is told: to build the list of one asset. */
export type ListOrder = {
  readonly rules: SplitRules;
  readonly house: readonly Owed[];
  /** Customers' accounts as rows of text, as `openAccountRows` reads them. */
  readonly customers: readonly Uint8Array[];
};

/**
 * What is stored of a list while the rest of it is built: what each account was owed, packed, in the order of the accounts; or some
 * chunks of lines with their middle nodes, the nodes above each 32 lines. The lines are in memory that the thread shares.
 */
export type ListPiece =
  | { readonly kind: 'balances'; readonly balances: Buffer }
  | { readonly kind: 'chunks'; readonly chunk: number; readonly lines: Buffer; readonly middleNodes: Buffer };

/** The list of one asset, when all of its pieces were told of. */
export type BuiltList = {
  /** How many lines it has. */
  readonly count: number;
  /** The node above each chunk. */
  readonly nodes: Buffer;
  readonly root: string;
  /** How much further than needed customers' balances were split. */
  readonly further: FurtherParts;
  /** What all customers together were owed, base units. */
  readonly listed: bigint;
};
