import type { FurtherParts } from './further-parts.ts';
import type { AccountOwed } from './read-owed.ts';
import type { Owed, SplitRules } from './split-balance.ts';

/** What the thread is told, one after the other. */
export type ListOrder =
  | { readonly kind: 'open'; readonly rules: SplitRules }
  | { readonly kind: 'house'; readonly owed: readonly Owed[] }
  | { readonly kind: 'customers'; readonly owed: readonly AccountOwed[] }
  | { readonly kind: 'finish' };

/** The list of one asset: its lines in their order, the nodes above its chunks, its root, and what it was made of. */
export type BuiltList = {
  readonly lines: Buffer;
  readonly nodes: Buffer;
  readonly root: string;
  /** How much further than needed customers' balances were split. */
  readonly further: FurtherParts;
  /** What each account was owed, packed, in the order in which they were added. */
  readonly balances: readonly Buffer[];
  /** What all customers together were owed, base units. */
  readonly listed: bigint;
};

export type ListReply = { readonly kind: 'taken' } | ({ readonly kind: 'finished' } & BuiltList);
