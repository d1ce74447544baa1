import { setTimeout as wait } from 'node:timers/promises';
import type { IsolationLevel } from 'kysely';
import type { Database, DbTx } from './database.ts';
import { isDeadlock, isSerializationFailure, isStalePlan } from './violations.ts';

export type TransactOptions = {
  /** `read committed` when absent. */
  readonly isolation?: IsolationLevel;
};

const attemptsMax = 5;

/**
 * Runs `work` in one database transaction and returns its result once committed. A throw rolls back.
 * Runs it again, five times at most, when PostgreSQL broke it off to resolve a deadlock or a serialization conflict, or
 * because a migration changed a table meanwhile:
 * `work` must therefore have no effects outside the database.
 */
export async function transact<Result>(
  db: Database,
  work: (tx: DbTx) => Promise<Result>,
  options: TransactOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const builder = db.kysely.transaction();
      const isolated = options.isolation === undefined ? builder : builder.setIsolationLevel(options.isolation);
      return await isolated.execute(work);
    } catch (error) {
      if (attempt >= attemptsMax || !(isDeadlock(error) || isSerializationFailure(error) || isStalePlan(error)))
        throw error;
    }
    // Different waits, so that the same two do not meet again.
    await wait(Math.random() * 10 * 2 ** attempt);
  }
}
