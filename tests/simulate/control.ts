import pg from 'pg';

/** The simulator's own connection to a schedule's database: sets the time, and looks who waits for whom. */
export type Control = {
  readonly setTime: (nowMs: number) => Promise<void>;
  readonly waitsForLock: (pid: number) => Promise<boolean>;
  /** Ends connections and waits until they are gone. */
  readonly terminate: (pids: readonly number[]) => Promise<void>;
  readonly query: pg.Client['query'];
  readonly close: () => Promise<void>;
};

export async function openControl(url: string): Promise<Control> {
  const client = new pg.Client({ connectionString: url, application_name: 'simulator' });
  client.on('error', () => undefined);
  await client.connect();
  return {
    setTime: async (nowMs) => void (await client.query('SELECT setval($1, $2)', ['sim.clock', nowMs])),
    waitsForLock: async (pid) => {
      // Who waits in a circle does not wait for long: the server breaks one of them off, and only then it is known who goes on.
      const { rows } = await client.query<{ waits: boolean; circle: boolean }>(
        `WITH RECURSIVE chain(pid) AS (
           SELECT unnest(pg_blocking_pids($1)) UNION SELECT unnest(pg_blocking_pids(chain.pid)) FROM chain
         )
         SELECT EXISTS (SELECT FROM pg_locks WHERE pid = $1 AND NOT granted) AS waits,
                EXISTS (SELECT FROM chain WHERE pid = $1) AS circle`,
        [pid],
      );
      return rows[0]?.waits === true && !rows[0].circle;
    },
    terminate: async (pids) => {
      for (const pid of pids) await client.query('SELECT pg_terminate_backend($1, 10000)', [pid]);
    },
    query: client.query.bind(client),
    close: () => client.end(),
  };
}
