import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { stopAllSystems } from '@tern/testkit/system/start-system';
import { runCommand } from '../../tools/command-line/run-command.ts';
import { parseOrder, readCount, UsageFault } from '../../tools/command-line/usage.ts';
import { listReleases } from './release.ts';
import { rehearseUpgrade } from './rolling.ts';
import { upgradeRows } from './upgrade-rows.ts';

// Goal: an installation of the last release becomes one of this version while people use it, however much it holds. Method: its
// kept rows are multiplied and migrated under the eyes of writers; then its processes are replaced one by one under load.
const usage = `Usage: npm run upgrade -- [--rows N | --rolling] [--quick] [--version V] [--people N] [--pace N] [--seed N] [--tally FILE]
         [--migrations DIR]
  --rows N          only the database, with N records (default 10,000,000, which need 20 GB in the temporary folder)
  --rolling         only the processes
  --quick           both in their short form, 100,000 records and 3 people
  --migrations DIR  those of another folder in place of ours, to compare
  --version V       from this kept release (default: the last)
  --people N        who use the wallet while processes are replaced (default 6)
  --pace N          how many things each of them does between two steps (default 5)
  --seed N          draws what they do (default: the time)
  --tally FILE      gets a line of JSON with the figures of each part
`;

type Order = {
  readonly version: string;
  readonly parts: readonly ('rows' | 'rolling')[];
  readonly records: number;
  readonly reportSeconds: number;
  readonly people: number;
  readonly pace: number;
  readonly seed: number;
  readonly tally: string | undefined;
  readonly dir: string | undefined;
};

async function readOrder(): Promise<Order> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseOrder({
    options: {
      ...{ rows: text, version: text, people: text, pace: text, seed: text, tally: text, migrations: text },
      ...{ rolling: flag, quick: flag },
    },
  });
  const releases = await listReleases();
  const version = values.version ?? releases.at(-1) ?? '';
  if (!releases.includes(version)) throw new UsageFault(`kept are ${releases.join(', ')}`);
  const isQuick = values.quick === true;
  const both = ['rows', 'rolling'] as const;
  return {
    version,
    parts: both.filter(
      (part) => (values.rows === undefined && values.rolling === undefined) || values[part] !== undefined,
    ),
    records: readCount('rows', values.rows, isQuick ? 100_000 : 10_000_000),
    reportSeconds: isQuick ? 3 : 20,
    people: readCount('people', values.people, isQuick ? 3 : 6),
    pace: readCount('pace', values.pace, isQuick ? 1 : 5),
    seed: readCount('seed', values.seed, Date.now() % 1_000_000),
    tally: values.tally === undefined ? undefined : resolve(values.tally),
    dir: values.migrations === undefined ? undefined : resolve(values.migrations),
  };
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What ends and removes whatever runs now. */
const stoppers: (() => Promise<unknown>)[] = [];

async function stopAll(): Promise<void> {
  for (const stop of stoppers.splice(0).toReversed()) await stop();
}

async function makeFolder(): Promise<string> {
  // Not where the machine is fastest: that is its memory.
  const folder = await mkdtemp(join(tmpdir(), 'tern-upgrade-'));
  await chmod(folder, 0o711);
  stoppers.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const longestWaitMs = 1_000;

async function runRows({ version, records, reportSeconds, dir }: Order): Promise<Figures> {
  const folder = await makeFolder();
  const settings = { fsync: 'off', full_page_writes: 'off', archive_mode: 'off', shared_buffers: '1GB' };
  const postgres = await startLocalPostgres({ dataDir: join(folder, 'database'), settings });
  stoppers.push(postgres.destroy);
  const report = await upgradeRows({ url: postgres.url, version, records, reportSeconds, dir, progress: say });
  const violations = report.blockedMs > longestWaitMs ? [`${report.blocked} waited for ${report.blockedMs} ms`] : [];
  return { part: 'rows', ...report, violations };
}

async function runRolling({ version, people, pace, seed }: Order): Promise<Figures> {
  stoppers.push(stopAllSystems);
  const report = await rehearseUpgrade({ version, folder: await makeFolder(), people, pace, seed, progress: say });
  return { part: 'rolling', seed, ...report };
}

type Figures = Readonly<Record<string, unknown>> & { readonly violations: readonly string[] };

async function main(): Promise<number> {
  const order = await readOrder();
  let found = 0;
  for (const part of order.parts) {
    const startedMs = performance.now();
    const figures = await (part === 'rows' ? runRows(order) : runRolling(order));
    await stopAll();
    const line = JSON.stringify({ ...figures, seconds: Math.round((performance.now() - startedMs) / 1000) });
    say(line);
    if (order.tally !== undefined) appendFileSync(order.tally, `${line}\n`);
    for (const violation of figures.violations) process.stderr.write(`violation: ${violation}\n`);
    found += figures.violations.length;
  }
  return found > 0 ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    process.stderr.write('stopping what was started …\n');
    void stopAll().finally(() => process.exit(130));
  });
try {
  await runCommand(main, { usage });
} finally {
  await stopAll();
}
