import pg from 'pg';

/** How long somebody who writes had to wait at most, by table; `none`: for nothing at all, which is the machine itself. */
export type ProbeReport = Readonly<Record<string, number>>;

/**
 * Takes the lock of a writer on each table again and again, each on a connection of its own, and gives it back at once. Resolves
 * with what ends it.
 */
export async function probeTables(url: string, tables: readonly string[]): Promise<() => Promise<ProbeReport>> {
  let isOver = false;
  const probe = async (name: string, statement: string): Promise<readonly [string, number]> => {
    const client = new pg.Client({ connectionString: url, application_name: `probe ${name}` });
    await client.connect();
    let longestMs = 0;
    while (!isOver) {
      const startedMs = performance.now();
      await client.query(statement);
      longestMs = Math.max(longestMs, performance.now() - startedMs);
      await client.query('SELECT pg_sleep(0.02)');
    }
    await client.end();
    return [name, Math.round(longestMs)];
  };
  const probes = [
    probe('none', 'SELECT 1'),
    ...tables.map((table) => probe(table, `BEGIN; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE; COMMIT`)),
  ];
  return async () => {
    isOver = true;
    return Object.fromEntries(await Promise.all(probes));
  };
}
