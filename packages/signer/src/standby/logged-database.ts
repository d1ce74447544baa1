import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** What the parts of the store need of their database. */
export type StoreDatabase = {
  readonly prepare: (sql: string) => StoreStatement;
  readonly exec: (sql: string) => void;
};
export type StoreStatement = Pick<StatementSync, 'get' | 'all'> & {
  readonly run: (...parameters: SQLInputValue[]) => ReturnType<StatementSync['run']>;
};

/** One statement that changed the store. Its number and hash follow from all changes before it. */
export type Change = { readonly statement: string; readonly parameters: readonly SQLInputValue[] };
export type LogPosition = { readonly number: number; readonly hash: string };

export type ChangeLog = {
  readonly last: () => LogPosition;
  /** The position after so many changes; undefined where it is not known, or not kept any more. */
  readonly at: (number: number) => LogPosition | undefined;
  /** Changes after a number, oldest first. */
  readonly list: (after: number, limit: number) => readonly Change[];
  /** Makes changes that another store has made, all of them or none; they follow the last one here. @throws Error */
  readonly apply: (changes: readonly Change[]) => LogPosition;
};

/** So many changes are kept; a standby that has missed more is made anew from a copy. */
const kept = 20_000;
const start: LogPosition = { number: 0, hash: '' };

/**
 * A database that writes down every change that is made through it, in the transaction of the change. A copy that makes the
 * same changes in the same order is the same store. Changes made elsewhere are made here only by statements that were prepared
 * here too, so whoever sends them can do nothing that the store itself could not.
 */
export function logChanges(database: DatabaseSync): { readonly logged: StoreDatabase; readonly log: ChangeLog } {
  const newest = database.prepare('SELECT number, hash FROM changes ORDER BY number DESC LIMIT 1');
  const one = database.prepare('SELECT number, hash FROM changes WHERE number = ?');
  const list = database.prepare('SELECT statement, parameters FROM changes WHERE number > ? ORDER BY number LIMIT ?');
  const put = database.prepare('INSERT INTO changes (number, statement, parameters, hash) VALUES (?, ?, ?, ?)');
  const prune = database.prepare('DELETE FROM changes WHERE number <= ?');
  const writing = new Map<string, StatementSync>();
  const last = (): LogPosition => readPosition(newest.get()) ?? start;
  const run = (sql: string, parameters: readonly SQLInputValue[]): ReturnType<StatementSync['run']> => {
    const statement = writing.get(sql);
    if (statement === undefined) throw new Error('another version of the store');
    const before = last();
    const text = JSON.stringify(parameters);
    const done = statement.run(...parameters);
    put.run(before.number + 1, sql, text, hashAfter(before, sql, text));
    prune.run(before.number + 1 - kept);
    return done;
  };
  return {
    logged: {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        if (/^\s*SELECT\b/i.test(sql)) return statement;
        writing.set(sql, statement);
        return {
          get: statement.get.bind(statement),
          all: statement.all.bind(statement),
          run: (...parameters: SQLInputValue[]) =>
            database.isTransaction ? run(sql, parameters) : inTransaction(database, () => run(sql, parameters)),
        };
      },
    },
    log: {
      last,
      at: (number) => (number === 0 ? start : readPosition(one.get(number))),
      list: (after, limit) =>
        list.all(after, limit).map((row) => ({
          statement: String(row['statement']),
          parameters: JSON.parse(String(row['parameters'])) as SQLInputValue[],
        })),
      apply: (changes) =>
        inTransaction(database, () => {
          for (const { statement, parameters } of changes) run(statement, parameters);
          return last();
        }),
    },
  };
}

/** Runs all or nothing. */
export function inTransaction<Result>(database: Pick<DatabaseSync, 'exec'>, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function hashAfter({ number, hash }: LogPosition, statement: string, parameters: string): string {
  return createHash('sha256')
    .update(JSON.stringify([number + 1, hash, statement, parameters]))
    .digest('hex');
}

function readPosition(row: Record<string, unknown> | undefined): LogPosition | undefined {
  return row === undefined ? undefined : { number: Number(row['number']), hash: String(row['hash']) };
}
