import { openDatabase, type Database } from '@tern/db/database';
import type pg from 'pg';
import { outside } from './life.ts';
import type { GateKind, Process } from './scheduler.ts';
import { virtualSql } from './virtual-sql.ts';

type Query = (...args: readonly unknown[]) => unknown;
type Callback<Result> = (error: unknown, result?: Result) => void;

/** The product's own way to PostgreSQL, each statement of which waits until the scheduler lets it go. */
export type GatedDatabase = Database & {
  /** Server processes of the connections that are open. */
  readonly pids: () => readonly number[];
};

/** What the lines of the log say of a statement at most. */
const labelMax = 90;

export function openGatedDatabase(
  process: Process,
  url: string,
  terminate: (pids: readonly number[]) => Promise<void>,
): GatedDatabase {
  const database = openDatabase({
    url,
    applicationName: process.name,
    // Waiting for a free connection is not simulated.
    poolMax: 60,
    connectionTimeoutMs: 0,
    statementTimeoutMs: 0,
  });
  const { pool } = database;
  pool.options.idleTimeoutMillis = 0;
  const open = new Map<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    open.set(client, (client as unknown as { readonly processID: number }).processID);
    client.on('end', () => open.delete(client));
    gateClient(process, client, terminate);
  });
  const connect = outsideOf(pool.connect.bind(pool) as () => Promise<pg.PoolClient>);
  // Connections that rest in the pool and are promised to somebody: the pool hands them over a turn later.
  let promised = 0;
  const take = async (): Promise<pg.PoolClient> => {
    promised += 1;
    try {
      return await connect();
    } finally {
      promised -= 1;
    }
  };
  const gated = (done?: (error: unknown, client?: pg.PoolClient, release?: unknown) => void): unknown => {
    // One that rests in the pool is taken at once; only a new one goes over the network.
    const got: Promise<pg.PoolClient> =
      pool.idleCount > promised ? take() : process.gate({ kind: 'connect', label: 'connects', work: () => connect() });
    if (done === undefined) return got;
    void tell(got, (error, client) => done(error, client, client?.release.bind(client)));
    return undefined;
  };
  pool.connect = gated as typeof pool.connect;
  return { ...database, pids: () => [...open.values()] };
}

function gateClient(
  process: Process,
  client: pg.PoolClient,
  terminate: (pids: readonly number[]) => Promise<void>,
): void {
  const { processID: pid } = client as unknown as { readonly processID: number };
  const ended = new Promise<void>((resolve) => void client.once('end', () => resolve()));
  const cut = async (): Promise<void> => {
    await terminate([pid]);
    // What is asked afterwards is refused by the client itself, and not now so, now otherwise by a closing socket.
    await ended;
  };
  const query = client.query.bind(client) as Query;
  const gated: Query = (...args) => {
    const [asked] = args;
    const text = typeof asked === 'string' ? asked : textOf(asked);
    // A cursor or a copy is its own protocol: none of the product's steps that are simulated uses one.
    if (text === undefined) throw new Error('a statement that the simulator cannot hold back');
    const last = args.at(-1);
    const rest = typeof last === 'function' ? args.slice(1, -1) : args.slice(1);
    const kind = kindOf(text);
    const virtual = kind === 'begin' ? `${text}; SET LOCAL sim.began = '${process.nowMs()}'` : virtualSql(text);
    const statement = typeof asked === 'string' ? virtual : { ...(asked as object), text: virtual };
    const result = process.gate({
      kind,
      label: text.replaceAll(/\s+/g, ' ').trim().slice(0, labelMax),
      pid,
      work: () => query(statement, ...rest) as Promise<unknown>,
      refuse: (code) => query('SELECT sim.refuse($1)', [code]) as Promise<unknown>,
      cut,
    });
    if (typeof last !== 'function') return result;
    void tell(result, last as Callback<unknown>);
    return undefined;
  };
  client.query = gated as typeof client.query;
}

function outsideOf<Result>(connect: () => Promise<Result>): () => Promise<Result> {
  return () => outside(connect);
}

/** The pool itself asks with callbacks. */
async function tell<Result>(promise: Promise<Result>, callback: Callback<Result>): Promise<void> {
  let result: Result;
  try {
    result = await promise;
  } catch (error) {
    callback(error);
    return;
  }
  callback(undefined, result);
}

function textOf(asked: unknown): string | undefined {
  return typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string'
    ? asked.text
    : undefined;
}

function kindOf(text: string): GateKind {
  if (/^\s*(?:begin|start transaction)/i.test(text)) return 'begin';
  if (/^\s*commit/i.test(text)) return 'commit';
  if (/^\s*rollback/i.test(text)) return 'rollback';
  return 'statement';
}
