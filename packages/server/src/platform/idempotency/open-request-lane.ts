import type { DomainError } from '@tern/contracts/problem';
import type { Database, DbTx } from '@tern/db/database';
import { openTransactionLane } from '@tern/db/transaction-lane';
import type { Json } from './canonical-json.ts';
import { runIdempotentSet, type IdempotentRequest } from './run-idempotent.ts';

/** A process's way to do requests once each, however many come: what waits at one moment shares a transaction. */
export type RequestLane<Item, Reply> = {
  /** The item's own outcome, once it is durable. Throws the problem that refused it, or what broke. */
  readonly submit: (item: Item) => Promise<Reply>;
};

export type RequestLaneOptions<Item, Reply> = {
  readonly db: Database;
  /** Of two items of one key the later waits for the other's set and lets others pass. */
  readonly keyOf: (item: Item) => string;
  /**
   * Does items without a reply yet and answers for each, in their order, with its reply or the problem that refuses it: of
   * a refused one nothing may be written. Where it throws nothing of the set was done, and each is done alone.
   */
  readonly work: (tx: DbTx, fresh: readonly Item[]) => Promise<readonly (Reply | DomainError)[]>;
  /** As of a transaction lane. */
  readonly gatherMs?: () => number;
};

/** Most that share a transaction: they hold people and accounts some tens of milliseconds. */
export const requestSetMax = 64;

/** Opens a lane. One for each process; any number of processes may have their own. */
export function openRequestLane<Item extends { readonly request: IdempotentRequest }, Reply extends Json>(
  options: RequestLaneOptions<Item, Reply>,
): RequestLane<Item, Reply> {
  const { db, keyOf, work, gatherMs } = options;
  return openTransactionLane<Item, Reply>({
    db,
    keyOf,
    setMax: requestSetMax,
    gatherMs,
    work: (tx, set) =>
      runIdempotentSet<Reply>(
        tx,
        set.map(({ request }) => request),
        (fresh) =>
          work(
            tx,
            fresh.flatMap((at) => set[at] ?? []),
          ),
      ),
  });
}
