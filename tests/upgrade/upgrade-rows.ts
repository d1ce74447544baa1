import { migrate } from '@tern/db/migrate';
import pg from 'pg';
import { grow, grownTables } from './grow.ts';
import { probeTables, type ProbeReport } from './probe-tables.ts';
import { readRelease } from './release.ts';
import { restoreDatabase } from './restore-release.ts';
import { watchBlocked } from './watch-blocked.ts';

export type RowsReport = {
  readonly version: string;
  readonly records: number;
  /** Of all tables together, with their indexes. */
  readonly gigabytes: number;
  /** How long each migration took, the longest first. */
  readonly tookMs: Readonly<Record<string, number>>;
  /** The longest wait of a writer, as the writer measured it. */
  readonly probes: ProbeReport;
  /** The longest wait for a lock because of the migration, as the database says it. */
  readonly blockedMs: number;
  readonly blocked: string;
  /** How often it gave way to somebody who held a table. */
  readonly gaveWay: number;
};

/** What holds two tables for a while, as a long report does, so that the migration meets it. */
const reportSeconds = 20;

/**
 * Brings a database of a kept release, with so many records, to today's schema, while others write to every large table and one
 * reads for a long time. The database is empty before.
 */
export async function upgradeRows(options: {
  readonly url: string;
  readonly version: string;
  readonly records: number;
  readonly progress: (line: string) => void;
}): Promise<RowsReport> {
  const { url, version, records, progress } = options;
  await restoreDatabase(await readRelease(version), url);
  const owner = new pg.Client({ connectionString: url, application_name: 'campaign' });
  await owner.connect();
  await grow(owner, records, progress);
  const { rows } = await owner.query<{ bytes: string }>('SELECT pg_database_size(current_database())::text AS bytes');
  const gigabytes = Number((Number(rows[0]?.bytes ?? 0) / 1e9).toFixed(2));
  progress(`the database has ${gigabytes} GB`);

  const watch = await watchBlocked(url);
  const endProbes = await probeTables(url, grownTables);
  const report = await openReport(url);
  const took = new Map<string, number>();
  let [current, sinceMs, gaveWay] = ['', 0, 0];
  const end = (): void => void (current !== '' && took.set(current, Math.round(performance.now() - sinceMs)));
  await migrate({
    url,
    log: (line) => {
      const applying = /^applying (\S+)$/.exec(line)?.[1];
      if (applying === undefined) {
        gaveWay += 1;
        progress(line);
        return;
      }
      end();
      [current, sinceMs] = [applying, performance.now()];
    },
  });
  end();
  await report;
  const probes = await endProbes();
  const { longestMs, statement } = await watch.stop();
  await owner.end();
  return {
    version,
    records,
    gigabytes,
    tookMs: Object.fromEntries([...took].toSorted(([, a], [, b]) => b - a)),
    probes,
    blockedMs: longestMs,
    blocked: statement,
    gaveWay,
  };
}

/** Has begun when this resolves; its own promise ends with it. */
async function openReport(url: string): Promise<Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: 'long report' });
  await client.connect();
  await client.query('BEGIN; SELECT FROM records LIMIT 1; SELECT FROM messages LIMIT 1');
  return (async () => {
    await client.query(`SELECT pg_sleep(${reportSeconds})`);
    await client.query('COMMIT');
    await client.end();
  })();
}
