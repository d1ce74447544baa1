import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProcesses } from '@tern/testkit/system/bundle-processes';
import { runCommand } from '../../tools/command-line/run-command.ts';
import { parseOrder, readCount, UsageFault } from '../../tools/command-line/usage.ts';
import { ClusterRefused, findDebian, hasProgram, type Debian } from '../cluster/debian.ts';
import { ownFolder, runInOwnNamespaces } from '../cluster/own-namespaces.ts';
import { openStage } from '../cluster/stage.ts';
import type { BackupWay } from './backup-way.ts';
import { addBallast } from './ballast.ts';
import { baseBackupWay } from './base-backup-way.ts';
import { archiveSeconds, disasters, type Disaster } from './disasters.ts';
import { drillOnce, type DrillLine } from './drill.ts';
import { pgBackRestWay } from './pgbackrest-way.ts';
import { renderDrills } from './render-drills.ts';

// Goal: a backup of a PostgreSQL that is not ours brings back everything it promises, in a time that is known, and nothing is
// paid twice. Method: the cluster of `npm run cluster` with people who use it; backed up, destroyed and restored as
// docs/operations/database-backup.md says.
const wayNames = ['pgbackrest', 'pg_basebackup'] as const;
type WayName = (typeof wayNames)[number];

const usage = `Usage: npm run restore-drill -- [--root DIR] [--quick] [--ways LIST] [--disasters LIST] [--times N] [--seed N] [--megabytes N] [--tally FILE]
  --root DIR        a Debian tree with the programs, as for "npm run cluster"; with pgbackrest in it if that is to be drilled
  --quick           one drill of half a minute's use: rows destroyed, brought back to the moment before
  --ways LIST       ${wayNames.join(',')} (default: those that are there)
  --disasters LIST  ${disasters.map(({ name }) => name).join(',')} (default: all)
  --times N         each pair so often (default 1)
  --seed N          draws what people do (default: the time)
  --megabytes N     so much more is in the database (default 1000; 0 with --quick)
  --tally FILE      a line for each drill; those in it count
`;

type Drill = { readonly way: WayName; readonly disaster: Disaster['name'] };
type Order = {
  readonly root: string;
  readonly ways: readonly WayName[] | undefined;
  readonly disasters: readonly Disaster['name'][];
  readonly times: number;
  readonly seed: number;
  readonly megabytes: number;
  readonly trafficMs: number;
  readonly tallyFile: string | undefined;
};

const quickTrafficMs = 20_000;
const trafficMs = 90_000;

function readOrder(): Order {
  const text = { type: 'string' } as const;
  const { values } = parseOrder({
    options: {
      ...{ root: text, ways: text, disasters: text, times: text, seed: text, megabytes: text, tally: text },
      quick: { type: 'boolean' },
    },
  });
  const isQuick = values.quick === true;
  const names = disasters.map(({ name }) => name);
  return {
    root: resolve(values.root ?? '/'),
    ways: values.ways === undefined ? undefined : readNames('ways', values.ways, wayNames),
    disasters: readNames('disasters', values.disasters ?? (isQuick ? 'rows-destroyed' : names.join(',')), names),
    times: readCount('times', values.times, 1),
    seed: readCount('seed', values.seed, Math.floor(performance.timeOrigin) % 1_000_000),
    megabytes: readCount('megabytes', values.megabytes, isQuick ? 0 : 1000, 0),
    trafficMs: isQuick ? quickTrafficMs : trafficMs,
    tallyFile: values.tally === undefined ? undefined : resolve(values.tally),
  };
}

function readNames<Name extends string>(option: string, text: string, known: readonly Name[]): readonly Name[] {
  return text.split(',').map((given) => {
    const found = known.find((name) => name === given);
    if (found === undefined) throw new UsageFault(`--${option}: there is no ${given}`);
    return found;
  });
}

const pgBackRest = '/usr/bin/pgbackrest';

/** One drill after the other, each with machines of its own. */
async function runAll(order: Order, debian: Debian): Promise<number> {
  const isThere = hasProgram(debian, pgBackRest);
  const ways = order.ways ?? (isThere ? wayNames : (['pg_basebackup'] as const));
  if (ways.includes('pgbackrest') && !isThere)
    throw new ClusterRefused(`The Debian package pgbackrest is missing in ${order.root}.`);
  const temporary = mkdtempSync(join(tmpdir(), 'tern-drills-'));
  const file = order.tallyFile ?? join(temporary, 'tally');
  try {
    for (const way of order.ways === undefined && order.trafficMs === quickTrafficMs ? ways.slice(0, 1) : ways)
      for (const disaster of order.disasters)
        while (readTally(file).filter((line) => line.way === way && line.disaster === disaster).length < order.times) {
          const seed = order.seed + readTally(file).length;
          const code = await runOne(order, { way, disaster, seed, file });
          if (code !== 0) return code;
        }
    const lines = readTally(file);
    process.stdout.write(`${renderDrills(lines)}\n`);
    for (const { seed, way, disaster, violations } of lines)
      for (const text of violations) process.stderr.write(`violation: seed ${seed}, ${way}, ${disaster}: ${text}\n`);
    return lines.some(({ violations }) => violations.length > 0) ? 1 : 0;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function runOne(
  { root, megabytes, trafficMs: useMs }: Order,
  { way, disaster, seed, file }: Drill & { readonly seed: number; readonly file: string },
): Promise<number> {
  const words = ['--root', root, '--ways', way, '--disasters', disaster, '--seed', String(seed), '--tally', file];
  const size = ['--megabytes', String(megabytes), ...(useMs === quickTrafficMs ? ['--quick'] : [])];
  return runInOwnNamespaces(fileURLToPath(import.meta.url), [...words, ...size]);
}

function readTally(file: string): readonly DrillLine[] {
  if (!existsSync(file)) return [];
  const texts = readFileSync(file, 'utf8').split('\n');
  return texts.filter((text) => text !== '').map((text) => JSON.parse(text) as DrillLine);
}

/** The one drill of the process inside. */
async function drill(order: Order, { debian, folder }: { readonly debian: Debian; readonly folder: string }) {
  const progress = (line: string): void => void process.stdout.write(`${line}\n`);
  const way = openWay(order.ways?.[0] ?? 'pg_basebackup', debian, folder);
  const disaster = disasters.find(({ name }) => name === order.disasters[0]);
  if (disaster === undefined || order.tallyFile === undefined) throw new Error('which drill?');
  progress(`seed ${order.seed}: ${disaster.name}, ${way.name}`);
  const removeBundles = await bundleProcesses();
  try {
    const backup = { parameters: { ...way.parameters, archive_timeout: `${archiveSeconds}s` } };
    // Files, log and what is brought forward are on one disk in memory.
    const diskSize = `${700 + 3 * order.megabytes}m`;
    const database = { backup, diskSize, prepare: way.prepare };
    const stage = await openStage(debian, { folder, people: 4, progress, database });
    try {
      await addBallast(stage.cluster, order.megabytes);
      const plan = { debian, way, disaster, seed: order.seed, trafficMs: order.trafficMs, progress };
      const line = await drillOnce(stage, plan);
      progress(JSON.stringify(line));
      appendFileSync(order.tallyFile, `${JSON.stringify(line)}\n`);
    } finally {
      await stage.stop();
    }
  } finally {
    await removeBundles();
  }
}

function openWay(name: WayName, debian: Debian, folder: string): BackupWay {
  return name === 'pgbackrest' ? pgBackRestWay(debian, folder) : baseBackupWay(debian, folder);
}

async function main(): Promise<number> {
  const order = readOrder();
  const debian = findDebian(order.root);
  const folder = ownFolder();
  if (folder === undefined) return await runAll(order, debian);
  await drill(order, { debian, folder });
  return 0;
}

await runCommand(main, { usage, Refused: ClusterRefused });
