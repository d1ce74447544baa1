import { setTimeout as wait } from 'node:timers/promises';
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

/**
 * Brings a database of a kept release, with so many records, to today's schema, while others write to every large table and one
 * reads for a long time. The database is empty before.
 */
export async function upgradeRows(options: {
  readonly url: string;
  readonly version: string;
  readonly records: number;
  /** How long the migration finds two of the tables held, as by a long report. */
  readonly reportSeconds: number;
  /** Other migrations than ours, to compare. */
  readonly dir?: string | undefined;
  readonly progress: (line: string) => void;
}): Promise<RowsReport> {
  const { url, version, records, reportSeconds, dir, progress } = options;
  await restoreDatabase(await readRelease(version), url);
  const owner = new pg.Client({ connectionString: url, application_name: 'campaign' });
  await owner.connect();
  await grow(owner, records, progress);
  const { rows } = await owner.query<{ bytes: string }>('SELECT pg_database_size(current_database())::text AS bytes');
  const gigabytes = Number((Number(rows[0]?.bytes ?? 0) / 1e9).toFixed(2));
  progress(`the database has ${gigabytes} GB`);

  const watch = await watchBlocked(url);
  const endProbes = await probeTables(url, grownTables);
  const report = await openReport(url, reportSeconds);
  const took = new Map<string, number>();
  let [current, sinceMs, gaveWay] = ['', 0, 0];
  const end = (): void => void (current !== '' && took.set(current, Math.round(performance.now() - sinceMs)));
  await migrate({
    url,
    ...(dir === undefined ? {} : { dir }),
    log: (line) => {
      const applying = /^applying (\S+)$/.exec(line)?.[1];
      if (applying === undefined) {
        gaveWay += 1;
        progress(line);
        report.met();
        return;
      }
      end();
      [current, sinceMs] = [applying, performance.now()];
    },
  });
  end();
  await report.end();
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

type Report = {
  /** The migration stands before it: it goes on for its time. */
  readonly met: () => void;
  readonly end: () => Promise<void>;
};

/** Has begun when this resolves. Between its statements it holds its tables, and no view of old rows, which indexes wait for. */
async function openReport(url: string, seconds: number): Promise<Report> {
  const client = new pg.Client({ connectionString: url, application_name: 'long report' });
  await client.connect();
  await client.query('BEGIN; SELECT FROM records LIMIT 1; SELECT FROM messages LIMIT 1');
  const close = async (): Promise<void> => {
    await client.query('COMMIT');
    await client.end();
  };
  let ended: Promise<void> | undefined;
  return {
    met: () => void (ended ??= wait(seconds * 1_000).then(close)),
    end: () => (ended ??= close()),
  };
}
