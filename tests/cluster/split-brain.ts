import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseCluster } from './database-cluster.ts';
import type { MachineName } from './machines.ts';
import { withOwner } from './probes.ts';

export type SplitTry = {
  /** Ends it; rows that the machine confirmed after it had been cut off and that the books do not have. */
  readonly findSplit: () => Promise<readonly string[]>;
};

const everyMs = 500;
const patienceMs = 2_000;
let numbers = 1_000_000_000;

/**
 * Goes on writing at a machine that may no longer lead, past HAProxy: from the machine in the middle, or from the machine
 * itself over its own socket, as a job there would. What it confirms has to be in the books in the end.
 */
export function tryToWriteAt({
  cluster,
  folder,
  machine,
  from,
}: {
  readonly cluster: DatabaseCluster;
  readonly folder: string;
  readonly machine: MachineName;
  readonly from: 'inside' | 'outside';
}): SplitTry {
  const confirmed: number[] = [];
  let stopped = false;
  const url = new URL(cluster.urlOf(machine));
  const place =
    from === 'outside'
      ? { connectionString: url.href }
      : { host: join(folder, machine), user: 'postgres', password: url.password, database: 'postgres' };
  const loop = async (): Promise<void> => {
    while (!stopped) {
      numbers += 1;
      if (await writes(place, numbers)) confirmed.push(numbers);
      await wait(everyMs);
    }
  };
  const done = loop();
  return {
    findSplit: async () => {
      stopped = true;
      await done;
      const { rows } = await withOwner(cluster, (client) =>
        client.query<{ number: string }>('SELECT number FROM cluster.rows WHERE number = ANY($1)', [confirmed]),
      );
      const kept = new Set(rows.map(({ number }) => Number(number)));
      return confirmed
        .filter((number) => !kept.has(number))
        .map((number) => `split brain: ${machine} confirmed row ${number}, and the books do not have it`);
    },
  };
}

/** True where the row was confirmed without any reservation. */
async function writes(place: pg.ClientConfig, number: number): Promise<boolean> {
  const client = new pg.Client({ ...place, connectionTimeoutMillis: patienceMs, application_name: 'split' });
  let isSure = true;
  client.on('error', () => undefined);
  client.on('notice', () => {
    isSure = false;
  });
  try {
    await client.connect();
    const insert = client.query('INSERT INTO cluster.rows (number) VALUES ($1)', [number]).then(() => isSure);
    insert.catch(() => undefined);
    return await Promise.race([insert, wait(patienceMs).then(() => false)]);
  } catch {
    return false;
  } finally {
    // One that waits for a standby is left to itself.
    void client.end().catch(() => undefined);
  }
}
