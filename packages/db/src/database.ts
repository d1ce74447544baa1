import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { doubtCommits } from './doubt-commits.ts';
import { prepareStatements } from './prepare-statements.ts';
import type { Schema } from './schema.ts';

/** One process's way to PostgreSQL. Made once at start, closed last. */
export type Database = {
  readonly kysely: Kysely<Schema>;
  /** For what Kysely has no word for, such as COPY. */
  readonly pool: pg.Pool;
  /** Waits for running queries, then closes every connection. */
  readonly close: () => Promise<void>;
};

/** An open database transaction. Functions that write take this, so that the caller decides what commits together. */
export type DbTx = Transaction<Schema>;

/** Something to read from: a database, or a transaction to see its own writes. */
export type DbReader = Kysely<Schema>;

export type DatabaseOptions = {
  readonly url: string;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Connections at most; 10 when absent. */
  readonly poolMax?: number;
  /** Longest a statement may run; 30,000 when absent, 0 for no limit. */
  readonly statementTimeoutMs?: number;
  /** Longest a query waits for a free connection; 10,000 when absent. */
  readonly connectionTimeoutMs?: number;
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
};

const connectionTimeoutMs = 10_000;
// A new connection reads the catalogue and plans every statement again.
const idleTimeoutMs = 300_000;
// A transaction that waits this long for its own process holds locks that others need.
const idleInTransactionMs = 60_000;

/** After so long without a word, the other end is asked whether it is still there: its address may lead to another machine. */
export const silentMs = 3_000;

/** Opens a pool. Connects at the first query, so it never fails by itself. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.poolMax ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? connectionTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    // A way to the server that vanished is noticed, instead of waited on.
    keepAlive: true,
    keepAliveInitialDelayMillis: silentMs,
    types: { getTypeParser },
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool listens to idle connections alone: one that breaks between two queries of a transaction would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const demoted = new WeakSet<pg.ClientBase>();
  pool.on('connect', (client) => doubtCommits(client, demoted));
  pool.on('connect', prepareStatements);
  // One that is ending is not used again: the next connection leads to whoever leads now.
  pool.on('release', (_error, client) => {
    if (demoted.has(client)) void client.end().catch(() => undefined);
  });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    pool,
    close: async () => {
      await kysely.destroy();
      // Kysely ends a pool only if it has used it.
      if (!pool.ended) await pool.end();
    },
  };
}

const keepText = (text: string): string => text;

// Whole numbers beyond 2^53 and money must never become floats; a date has no time zone to be shifted by.
const asText: ReadonlySet<number> = new Set([
  pg.types.builtins.INT8,
  pg.types.builtins.NUMERIC,
  pg.types.builtins.DATE,
]);

const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  asText.has(oid) && format !== 'binary'
    ? keepText
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
