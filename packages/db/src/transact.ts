import { setTimeout as wait } from 'node:timers/promises';
import type { IsolationLevel } from 'kysely';
import { collecting } from './after-commit.ts';
import type { Database, DbTx } from './database.ts';
import { isDeadlock, isSerializationFailure } from './violations.ts';

export type TransactOptions = {
  /** `read committed` when absent. */
  readonly isolation?: IsolationLevel;
};

const attemptsMax = 5;

/**
 * Runs `work` in one database transaction and returns its result once committed. A throw rolls back.
 * Runs it again, five times at most, when PostgreSQL broke it off to resolve a deadlock or a serialization conflict:
 * `work` must therefore have no effects outside the database. What it collected for the time after the commit
 * (`collectForCommit`) is done before this returns.
 */
export async function transact<Result>(
  db: Database,
  work: (tx: DbTx) => Promise<Result>,
  options: TransactOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const builder = db.kysely.transaction();
    const isolated = options.isolation === undefined ? builder : builder.setIsolationLevel(options.isolation);
    let committed: { readonly result: Result; readonly finish: (db: Database) => Promise<void> };
    try {
      committed = await collecting<DbTx, Result>((collector) => isolated.execute(collector), work);
    } catch (error) {
      if (attempt >= attemptsMax || !(isDeadlock(error) || isSerializationFailure(error))) throw error;
      // Different waits, so that the same two do not meet again.
      await wait(Math.random() * 10 * 2 ** attempt);
      continue;
    }
    await committed.finish(db);
    return committed.result;
  }
}
