import { openCoalescer, type Coalescer } from '@tern/base/coalescer';
import type { Database, DbTx } from './database.ts';
import { transact } from './transact.ts';

export type TransactionLaneOptions<Item, Reply> = {
  readonly db: Database;
  /**
   * Does items and answers for each, in their order, with its reply or the error that is its own. Where it throws nothing of
   * the set was done, and each is done alone. May run several times, as the work of `transact`.
   */
  readonly work: (tx: DbTx, set: readonly Item[]) => Promise<readonly (Reply | Error)[]>;
  /** Of two items of one key the later waits for the other's set and lets others pass. Any may share a set where it is absent. */
  readonly keyOf?: (item: Item) => string;
  /** Most items that share a transaction. */
  readonly setMax: number;
  /**
   * Whether an error before the commit was asked for would meet each item alone as well: where it says so, all of the set get it
   * at once, instead of one after the other. None would where it is absent.
   */
  readonly isForAll?: (error: unknown) => boolean;
  /** How many milliseconds a set that is not full waits for more items; not at all where it is absent or 0. */
  readonly gatherMs?: (() => number) | undefined;
};

/**
 * Opens a lane in which what waits at one moment shares a database transaction. An item is answered once it is durable; after
 * a commit whose answer was lost every item of the set gets the error, and its outcome is unknown.
 */
export function openTransactionLane<Item, Reply>(options: TransactionLaneOptions<Item, Reply>): Coalescer<Item, Reply> {
  const { keyOf, setMax, gatherMs } = options;
  return openCoalescer<Item, Reply>({
    together: (set) => doSet(options, set),
    isHarmless: (error) => error instanceof RolledBack,
    ...(keyOf === undefined ? {} : { keyOf }),
    ...(gatherMs === undefined ? {} : { gatherMs }),
    weightOf: () => 1,
    weightMax: setMax,
  });
}

/** Nothing of a set was done: it failed before its commit was asked for. */
class RolledBack extends Error {
  override name = 'RolledBack';
}

async function doSet<Item, Reply>(
  { db, work, isForAll }: TransactionLaneOptions<Item, Reply>,
  set: readonly Item[],
): Promise<readonly (Reply | Error)[]> {
  let done = false;
  const once = async (tx: DbTx) => {
    done = false;
    const outcomes = await work(tx, set);
    done = true;
    return outcomes;
  };
  try {
    return await transact(db, once);
  } catch (error) {
    if (done || set.length === 1 || isForAll?.(error) === true) throw error;
    throw new RolledBack('a set was rolled back', { cause: error });
  }
}
