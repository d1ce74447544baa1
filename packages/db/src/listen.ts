import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { silentMs } from './database.ts';

export type ListenOptions = {
  readonly url: string;
  readonly channels: readonly string[];
  readonly onNotify: (channel: string, payload: string) => void;
  /** Called after each reconnection: whatever was said in between is lost, so read the state anew. */
  readonly onReconnect: () => void;
  /** Told of each broken connection and failed attempt. */
  readonly onError?: (error: unknown) => void;
};

export type Listener = {
  /** Name of the connection that listens now; no other one ever had or gets it. As `connection_name` in the database. */
  readonly connectionName: () => string;
  readonly close: () => Promise<void>;
};

const reconnectMinMs = 100;
const reconnectMaxMs = 5_000;

/**
 * Holds one connection that hears `channels`, and gets a new one whenever it breaks.
 * Resolves once the first connection listens; throws when that one fails.
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const closing = new AbortController();
  let current = await connect(options);

  const keepUp = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const error = await current.broken;
      if (closing.signal.aborted) return;
      options.onError?.(error);
      const next = await reconnect(options, closing.signal);
      if (next === undefined) return;
      current = next;
      options.onReconnect();
    }
  };
  const kept = keepUp();

  return {
    connectionName: () => current.name,
    close: async () => {
      closing.abort();
      await current.client.end();
      await kept;
    },
  };
}

type Connection = { readonly client: pg.Client; readonly name: string; readonly broken: Promise<unknown> };

async function connect({ url, channels, onNotify }: ListenOptions): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'listen',
    connectionTimeoutMillis: 10_000,
    // Without it a peer that vanished silently is never noticed on a connection that only hears.
    keepAlive: true,
    keepAliveInitialDelayMillis: silentMs,
  });
  const broken = new Promise<unknown>((resolve) => {
    // Not once: a cut connection reports several errors, and one that nobody hears would end the process.
    client.on('error', resolve);
    client.once('end', () => resolve(new Error('the connection ended')));
  });
  client.on('notification', ({ channel, payload }) => onNotify(channel, payload ?? ''));
  try {
    await client.connect();
    for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    const { rows } = await client.query<{ name: string }>(
      'SELECT connection_name(a) AS name FROM pg_stat_activity a WHERE pid = pg_backend_pid()',
    );
    return { client, name: rows[0]?.name ?? '', broken };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function reconnect(options: ListenOptions, signal: AbortSignal): Promise<Connection | undefined> {
  for (let waitMs = reconnectMinMs; !signal.aborted; waitMs = Math.min(reconnectMaxMs, waitMs * 2)) {
    try {
      const connection = await connect(options);
      if (!signal.aborted) return connection;
      await connection.client.end();
      return undefined;
    } catch (error) {
      options.onError?.(error);
      await wait(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}
