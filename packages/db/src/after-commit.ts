import type { Database, DbReader } from './database.ts';

/** Does something with what a transaction has collected, once it has committed. Never rejects: the transaction stands. */
export type Aftermath<Item> = (db: Database, items: readonly Item[]) => Promise<void>;

type Collected = Map<Aftermath<never>, unknown[]>;

/** What the open transactions of `transact` have collected. */
const collections = new WeakMap<DbReader, Collected>();

/**
 * Keeps `items` for `aftermath` until the transaction has committed; they go with it where it is rolled back. Returns
 * false, and keeps nothing, where `tx` is no transaction of `transact`.
 */
export function collectForCommit<Item>(tx: DbReader, aftermath: Aftermath<Item>, items: readonly Item[]): boolean {
  const collected = collections.get(tx);
  if (collected === undefined) return false;
  const known = collected.get(aftermath as Aftermath<never>) ?? [];
  known.push(...items);
  collected.set(aftermath as Aftermath<never>, known);
  return true;
}

/** Runs `work` in a transaction that can collect; returns its result and what is to be done after the commit. */
export async function collecting<Tx extends DbReader, Result>(
  run: (work: (tx: Tx) => Promise<Result>) => Promise<Result>,
  work: (tx: Tx) => Promise<Result>,
): Promise<{ readonly result: Result; readonly finish: (db: Database) => Promise<void> }> {
  const collected: Collected = new Map();
  const result = await run((tx) => {
    collections.set(tx, collected);
    return work(tx);
  });
  return {
    result,
    finish: async (db) => {
      for (const [aftermath, items] of collected) await aftermath(db, items as never[]);
    },
  };
}
