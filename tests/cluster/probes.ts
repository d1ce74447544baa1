import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, silentMs } from '@tern/db/database';
import { openApiClient } from '@tern/testkit/system/api-client';
import type { Person } from '@tern/testkit/system/person';
import pg from 'pg';
import type { DatabaseCluster } from './database-cluster.ts';
import { answerWithinMs } from './traffic.ts';

/** Something small that is done again and again, with the moments at which it was answered with yes. */
export type Probe = {
  /** The longest time without a yes that touches the window, in milliseconds. */
  readonly longestGapMs: (fromMs: number, toMs: number) => number;
  readonly lastYesMs: () => number;
  /** Answers other than yes in the window, by name. */
  readonly others: (fromMs: number) => ReadonlyMap<string, number>;
  readonly stop: () => Promise<void>;
};

/** So many do it at the same time: one that hangs does not hide that the others are answered. */
const clients = 3;
const everyMs = 150;

/** `act` is told which client asks, from 0; it resolves with undefined for a yes, else with the name of what came instead. */
function startProbe(act: (client: number) => Promise<string | undefined>): Probe {
  const yes: number[] = [];
  const others: { readonly atMs: number; readonly name: string }[] = [];
  let stopped = false;
  const loop = async (client: number): Promise<void> => {
    while (!stopped) {
      const name = await act(client);
      if (name === undefined) yes.push(performance.now());
      else others.push({ atMs: performance.now(), name });
      await wait(everyMs);
    }
  };
  const loops = Array.from({ length: clients }, (_, client) => loop(client));
  return {
    longestGapMs: (fromMs, toMs) => {
      const before = yes.findLast((atMs) => atMs <= fromMs) ?? fromMs;
      const moments = [before, ...yes.filter((atMs) => atMs > fromMs && atMs <= toMs), toMs];
      return moments.reduce((longest, atMs, index) => Math.max(longest, atMs - (moments[index - 1] ?? atMs)), 0);
    },
    lastYesMs: () => yes.at(-1) ?? 0,
    others: (fromMs) => {
      const counts = new Map<string, number>();
      for (const { atMs, name } of others) if (atMs >= fromMs) counts.set(name, (counts.get(name) ?? 0) + 1);
      return counts;
    },
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

/** Each client is another person, because requests of one person wait for each other, and changes a preference through the balancer. */
export function probeWrites(people: readonly Person[]): Probe {
  const hidden = new Set<Person>();
  return startProbe(async (client) => {
    const person = people[client % people.length];
    if (person === undefined) throw new Error('nobody is there');
    // Each changes what the request before it left.
    const hideBalances = !hidden.delete(person);
    if (hideBalances) hidden.add(person);
    return await nameOf(() => person.api.send({ method: 'POST', path: '/preferences', body: { hideBalances } }));
  });
}

/** What the wallet's pages ask for before anybody is signed in; each process keeps what it read last. */
export function probeCachedReads(url: string): Probe {
  const api = openApiClient(url);
  return startProbe(() => nameOf(() => api.send({ method: 'GET', path: '/installation' })));
}

async function nameOf(
  send: () => Promise<{ readonly status: number; readonly code: string | undefined }>,
): Promise<string | undefined> {
  const late = wait(answerWithinMs, undefined, { ref: false }).then(() => undefined);
  const answer = await Promise.race([send().catch(() => ({ status: 0, code: 'no connection' })), late]);
  if (answer === undefined) return 'no answer in time';
  return answer.status === 200 ? undefined : `${answer.status} ${answer.code ?? ''}`.trim();
}

export type RowProbe = Probe & {
  /** Rows that were confirmed and are not there. */
  readonly findLost: () => Promise<readonly number[]>;
};

/** One row after the other with the api's login through PgBouncer, each noted once it is confirmed. */
export async function probeRows(cluster: DatabaseCluster, url: string): Promise<RowProbe> {
  // Each round counts from one again.
  await withOwner(cluster, (client) =>
    client.query(`
      DROP SCHEMA IF EXISTS cluster CASCADE;
      CREATE SCHEMA cluster;
      CREATE TABLE cluster.rows (number bigint CONSTRAINT rows_pkey PRIMARY KEY);
      GRANT USAGE ON SCHEMA cluster TO tern_api;
      GRANT INSERT ON cluster.rows TO tern_api;`),
  );
  const db = openDatabase({ url, applicationName: 'probe', poolMax: clients, connectionTimeoutMs: 2_000 });
  const confirmed: number[] = [];
  let last = 0;
  const probe = startProbe(async () => {
    last += 1;
    const number = last;
    try {
      await db.pool.query('INSERT INTO cluster.rows (number) VALUES ($1)', [number]);
      confirmed.push(number);
      return undefined;
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : String(error);
    }
  });
  return {
    ...probe,
    findLost: async () => {
      const known = [...confirmed];
      const { rows } = await withOwner(cluster, (client) =>
        client.query<{ number: string }>('SELECT number FROM cluster.rows'),
      );
      const there = new Set(rows.map(({ number }) => Number(number)));
      return known.filter((number) => !there.has(number));
    },
    stop: async () => {
      await probe.stop();
      await db.close();
    },
  };
}

/** Asks the leader as the owner, on a connection of its own. */
export async function withOwner<Result>(
  { ownerUrl }: Pick<DatabaseCluster, 'ownerUrl'>,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: silentMs,
    application_name: 'campaign',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
