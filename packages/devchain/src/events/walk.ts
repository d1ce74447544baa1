import type { ChainCore } from '../chain/core.ts';
import type { Located } from '../chain/history.ts';
import type { ChainNode } from '../chain/node.ts';
import { findSeenBlock, solidHeight } from '../chain/sight.ts';

/** The chain as one of its nodes sees it. */
export type Seen = { readonly core: ChainCore; readonly node: ChainNode };

/** Where an item stands: block number, place of its transaction in the block, place in the transaction. */
export type Position = readonly [block: number, transaction: number, item: number];

export type Item<Value> = { readonly position: Position; readonly value: Value };

export type WalkOptions = {
  readonly blockNumber?: number;
  readonly onlyConfirmed?: boolean;
  readonly onlyUnconfirmed?: boolean;
  readonly minTimestampMs?: number;
  readonly maxTimestampMs?: number;
  readonly oldestFirst?: boolean;
};

/** Sealed transactions, newest block first unless asked otherwise; within a block always in its order. */
export function* walkTransactions({ core, node }: Seen, options: WalkOptions): Generator<Located> {
  const { blockNumber, minTimestampMs = 0, maxTimestampMs = Infinity } = options;
  const solid = solidHeight(core, node);
  for (const number of blockNumber === undefined ? filledHeights(core, options) : [blockNumber]) {
    const block = findSeenBlock(core, node, number);
    if (block === undefined || block.timestampMs < minTimestampMs || block.timestampMs > maxTimestampMs) continue;
    const confirmed = block.number <= solid;
    if ((options.onlyConfirmed === true && !confirmed) || (options.onlyUnconfirmed === true && confirmed)) continue;
    for (const [index, record] of block.transactions.entries()) yield { record, block, index };
  }
}

function* filledHeights({ history }: ChainCore, { oldestFirst }: WalkOptions): Generator<number> {
  const filled = history.filledHeights();
  for (let step = 0; step < filled.length; step += 1) {
    const number = filled[oldestFirst === true ? step : filled.length - 1 - step];
    if (number !== undefined) yield number;
  }
}

export type Page<Value> = {
  readonly values: readonly Value[];
  /** Where the next page starts; none on the last one. */
  readonly fingerprint: string | undefined;
};

/** Up to `limit` items after the one the fingerprint names: what joined since moves nothing between pages. */
export function takePage<Value>(
  items: Iterable<Item<Value>>,
  { fingerprint, limit, oldestFirst }: { fingerprint: string | null; limit: number; oldestFirst: boolean },
): Page<Value> {
  const after = fingerprint === null ? undefined : parsePosition(fingerprint);
  const taken: Item<Value>[] = [];
  for (const item of items) {
    if (after !== undefined && !comesAfter(item.position, after, oldestFirst)) continue;
    const last = taken.at(-1);
    if (last !== undefined && taken.length === limit) {
      return { values: taken.map(({ value }) => value), fingerprint: last.position.join('-') };
    }
    taken.push(item);
  }
  return { values: taken.map(({ value }) => value), fingerprint: undefined };
}

function parsePosition(fingerprint: string): Position | undefined {
  const [block, transaction, item] = fingerprint.split('-').map(Number);
  return [block, transaction, item].every(Number.isInteger) ? [block ?? 0, transaction ?? 0, item ?? 0] : undefined;
}

/** Blocks run in the order asked for, everything inside a block in its own. */
function comesAfter(position: Position, after: Position, oldestFirst: boolean): boolean {
  if (position[0] !== after[0]) return oldestFirst ? position[0] > after[0] : position[0] < after[0];
  return position[1] === after[1] ? position[2] > after[2] : position[1] > after[1];
}
