import { setTimeout as pause } from 'node:timers/promises';
import { assert } from './assert.ts';

/** A queue that does at once what waits at one moment. */
export type Coalescer<Item, Reply> = {
  /** Resolves or rejects with the item's own outcome, once it is durable. */
  readonly submit: (item: Item) => Promise<Reply>;
};

export type CoalescerOptions<Item, Reply> = {
  /** Does several items, each for itself: an `Error` in an item's place rejects that one alone. Throws when none was done. */
  readonly together: (items: readonly Item[]) => Promise<readonly (Reply | Error)[]>;
  /**
   * Does one item: what is alone goes this way, and every item of a batch that threw something `isHarmless`. They are
   * batches of one where it is absent.
   */
  readonly alone?: (item: Item) => Promise<Reply>;
  /** Whether an error of `together` says for certain that nothing was done. After any other one the outcome is unknown. */
  readonly isHarmless: (error: unknown) => boolean;
  /** Of two items of one key the later waits until the other is answered, and lets others pass. Any may share a batch where it is absent. */
  readonly keyOf?: (item: Item) => string;
  /** How much of a batch an item takes, at least 1. */
  readonly weightOf: (item: Item) => number;
  /** A batch grows to this weight; an item above it goes alone. */
  readonly weightMax: number;
  /**
   * How many milliseconds the next batch waits for more items before it begins; asked for each batch that has fewer than
   * `weightMax` items. It begins at once where this is absent or 0.
   */
  readonly gatherMs?: () => number;
  /**
   * How many batches may be under way at once, and the fewest items worth one beside another: the items that are there are
   * then shared out among them. One batch at a time where it is absent.
   */
  readonly sideBySide?: { readonly batches: number; readonly itemsMin: number };
};

type Waiting<Item, Reply> = {
  readonly item: Item;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Opens a queue: while a batch is under way the next one gathers. The busier it is the larger batches get, and an item
 * that finds it idle waits for nobody. Nothing is kept: an item is answered, or its error says that its outcome is
 * unknown and the caller asks again under the same key.
 */
export function openCoalescer<Item, Reply>(options: CoalescerOptions<Item, Reply>): Coalescer<Item, Reply> {
  const { batches, itemsMin } = options.sideBySide ?? { batches: 1, itemsMin: 1 };
  let waiting: Waiting<Item, Reply>[] = [];
  let lanes = 0;
  let underWay: readonly Waiting<Item, Reply>[] = [];

  const isWorthALane = (others: number): boolean =>
    waiting.length > 0 && (others === 0 || (others < batches && waiting.length >= itemsMin));

  const run = async (): Promise<void> => {
    while (isWorthALane(lanes - 1)) {
      const gatherMs = waiting.length < options.weightMax ? (options.gatherMs?.() ?? 0) : 0;
      if (gatherMs > 0) await pause(gatherMs);
      const share = Math.ceil((waiting.length + underWay.length) / batches);
      const [batch, rest] = takeBatch(waiting, underWay, share < itemsMin ? waiting.length : share, options);
      // All have a key that is under way: whoever answers it goes on with them.
      if (batch.length === 0) break;
      waiting = rest;
      underWay = [...underWay, ...batch];
      await settle(batch, options);
      underWay = underWay.filter((one) => !batch.includes(one));
    }
    lanes -= 1;
  };

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!isWorthALane(lanes)) return;
        lanes += 1;
        // After the events that are due now: what they submit still comes along.
        setImmediate(() => void run());
      }),
  };
}

/** The first waiting items that may go together, in their order, and what stays: one of each key, up to number and weight. */
function takeBatch<Item, Reply>(
  waiting: readonly Waiting<Item, Reply>[],
  underWay: readonly Waiting<Item, Reply>[],
  itemsMax: number,
  { keyOf, weightOf, weightMax }: CoalescerOptions<Item, Reply>,
): [Waiting<Item, Reply>[], Waiting<Item, Reply>[]] {
  const batch: Waiting<Item, Reply>[] = [];
  const later: Waiting<Item, Reply>[] = [];
  const keys = new Set(keyOf === undefined ? [] : underWay.map(({ item }) => keyOf(item)));
  let weight = 0;
  for (const [at, next] of waiting.entries()) {
    const key = keyOf?.(next.item);
    if (key !== undefined && keys.has(key)) {
      later.push(next);
      continue;
    }
    weight += weightOf(next.item);
    if (batch.length === itemsMax || (batch.length > 0 && weight > weightMax))
      return [batch, [...later, ...waiting.slice(at)]];
    if (key !== undefined) keys.add(key);
    batch.push(next);
  }
  return [batch, later];
}

async function settle<Item, Reply>(
  batch: readonly Waiting<Item, Reply>[],
  options: CoalescerOptions<Item, Reply>,
): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  if (batch.length === 1) return await settleAlone(first, options);
  try {
    const replies = await options.together(batch.map(({ item }) => item));
    assert(replies.length === batch.length, 'a batch is answered item by item');
    batch.forEach((waiting, index) => answer(waiting, replies[index] as Reply | Error));
  } catch (error) {
    if (!options.isHarmless(error)) return batch.forEach(({ reject }) => reject(error));
    // One of them is broken in a way the batch could not tell; it must not take the others with it.
    for (const waiting of batch) await settleAlone(waiting, options);
  }
}

async function settleAlone<Item, Reply>(
  waiting: Waiting<Item, Reply>,
  { alone, together }: CoalescerOptions<Item, Reply>,
): Promise<void> {
  const { item } = waiting;
  try {
    if (alone !== undefined) return waiting.resolve(await alone(item));
    const replies = await together([item]);
    assert(replies.length === 1, 'a batch is answered item by item');
    answer(waiting, replies[0] as Reply | Error);
  } catch (error) {
    waiting.reject(error);
  }
}

function answer<Item, Reply>({ resolve, reject }: Waiting<Item, Reply>, reply: Reply | Error): void {
  if (reply instanceof Error) reject(reply);
  else resolve(reply);
}
