import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { shownVersions } from '@tern/contracts/shown-versions';
import { startProcess } from '@tern/installation/child-process';
import { environmentFor } from '@tern/installation/environment';
import { freePorts } from '@tern/testkit/system/free-ports';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { lookAtEnds } from '../cluster/look.ts';
import { populate } from '../cluster/people.ts';
import { startTraffic, type Traffic } from '../cluster/traffic.ts';
import {
  balanced,
  makeMachine,
  openBalancer,
  runTool,
  startFile,
  type BalancedServer,
  type Balancer,
  type Started,
} from '../flows/support/machines.ts';
import { readRelease } from './release.ts';
import { restoreRelease } from './restore-release.ts';
import { unpackRelease } from './unpack-release.ts';
import { watchBlocked } from './watch-blocked.ts';

export type RollingOptions = {
  readonly version: string;
  /** Empty, and removed by whoever made it. */
  readonly folder: string;
  readonly people: number;
  readonly seed: number;
  /** How much everybody does between two steps. */
  readonly pace: number;
  readonly progress: (line: string) => void;
};

export type RollingReport = {
  readonly acknowledged: number;
  readonly answers: Readonly<Record<string, number>>;
  /** Requests that each process was sent. */
  readonly sent: Readonly<Record<string, number>>;
  /** Longest time that somebody waited for a lock because of the migration. */
  readonly blockedMs: number;
  /** How often a process of 2.1.0 failed at a plan that the migration had made stale; later versions ask again by themselves. */
  readonly stalePlans: number;
  readonly violations: readonly string[];
};

type Side = 'former' | 'today';
type Slot = 'api-1' | 'api-2' | 'worker-1' | 'worker-2' | 'signer';

/** A process that runs, and how the balancer reaches it. */
type Part = {
  readonly name: string;
  readonly side: Side;
  readonly started: Started;
  readonly server: BalancedServer;
  readonly logFile: string;
};

type World = {
  readonly system: System;
  readonly formerRoot: string;
  readonly parts: Map<Slot, Part>;
  readonly logs: Set<string>;
  readonly violations: string[];
};

/** Nodes as every version knows them: both kinds of questions at one address, and all of them answered. */
const chainOfBefore = { DEVCHAIN_SOLIDITY_PORT: '', DEVCHAIN_SWITCHED_OFF: '' };

const slowMs = 240_000;
const readyMs = 120_000;
const workers = ['worker-1', 'worker-2'] as const;
const apis = ['api-1', 'api-2'] as const;

/**
 * Upgrades an installation of a former version, which two api and two workers of that version serve, while people use it: the
 * database first, then one process after the other; back again; and forward for good. Whatever was answered otherwise than with
 * yes, and whatever is not in the books once, is a violation.
 */
export async function rehearseUpgrade(options: RollingOptions): Promise<RollingReport> {
  const { version, folder, people, seed, pace, progress } = options;
  const [formerRoot, data] = [join(folder, 'former'), join(folder, 'data')];
  await mkdir(formerRoot);
  await unpackRelease(version, formerRoot);
  await restoreRelease(await readRelease(version), data);
  const system = await startSystem({ data, formerRoot, settings: chainOfBefore });
  const world: World = { system, formerRoot, parts: new Map(), logs: new Set(), violations: [] };
  let balancer: Balancer | undefined;
  try {
    for (const name of ['api', 'worker', 'signer'] as const) await system.processes.stop(name);
    for (const slot of ['signer', ...workers, ...apis] as const)
      world.parts.set(slot, await startPart(world, slot, 'former'));
    balancer = await openBalancer(
      Number(new URL(system.url).port),
      apis.map((slot) => partOf(world, slot).server),
    );
    progress(`two api, two workers and the signer of ${version} run`);
    const population = await populate(system, {
      url: system.url,
      count: people,
      accepted: await readShown(formerRoot),
    });
    progress(`${people} people have money`);
    const traffic = startTraffic(population, seed);
    const goOn = (): Promise<unknown> => keepBusy(traffic, people * pace);
    await goOn();
    const blockedMs = await migrateUnderLoad(world);
    progress(`the database has today's schema; nobody waited longer than ${blockedMs} ms for it`);
    await goOn();
    await replace(world, balancer, 'signer', 'today');
    for (const side of ['today', 'former', 'today'] as const) {
      // Forward the workers go first, so that what the new api asks for is done; back they go last.
      for (const slot of side === 'today' ? [...workers, ...apis] : [...apis, ...workers]) {
        await replace(world, balancer, slot, side);
        progress(`${slot} is ${side === 'today' ? "today's" : `that of ${version}`}`);
        await goOn();
      }
    }
    await traffic.stop();
    await until('nothing is under way', async () => (await countUnderWay(system)) === 0, slowMs);
    const errors = [...world.logs].flatMap((file) => errorsIn(file));
    const stale = errors.filter((line) => version === '2.1.0' && isStalePlan(line));
    return {
      acknowledged: traffic.acknowledged.length,
      answers: Object.fromEntries(traffic.answers),
      sent: Object.fromEntries(balancer.sent()),
      blockedMs,
      stalePlans: stale.length,
      violations: [
        ...world.violations,
        ...refusalsOf(traffic, balancer, { people, stalePlans: stale.length }),
        ...(await lookAtEnds(system, traffic)),
        ...errors.filter((line) => !stale.includes(line)),
        ...tooManyOf(stale),
      ],
    };
  } finally {
    await balancer?.close();
    for (const { started } of world.parts.values()) started.signal('SIGKILL');
    for (const { started } of world.parts.values()) await started.exited;
    await system.stop();
  }
}

function partOf({ parts }: World, slot: Slot): Part {
  const part = parts.get(slot);
  if (part === undefined) throw new Error(`${slot} does not run`);
  return part;
}

const processOf = (slot: Slot): 'api' | 'worker' | 'signer' =>
  slot === 'signer' ? slot : slot.startsWith('api') ? 'api' : 'worker';

async function startPart(world: World, slot: Slot, side: Side): Promise<Part> {
  const part = side === 'today' ? await startToday(world, slot) : await startFormer(world, slot);
  world.logs.add(part.logFile);
  return part;
}

/** On the machine of its own that it would have, with the same port of the signer. */
async function startToday({ system }: World, slot: Slot): Promise<Part> {
  const name = `${slot}-today`;
  const socket = { SIGNER_SOCKET: system.settings['SIGNER_SOCKET'] ?? '', DRAIN_SECONDS: '1' };
  const machine = await makeMachine(system, name, processOf(slot), socket);
  const started = await startFile(machine, processOf(slot));
  return { name, side: 'today', started, server: balanced(machine), logFile: join(machine.folder, 'log') };
}

/** As the launcher of that version started it, with all settings and the paths of its secrets. */
async function startFormer({ system, formerRoot }: World, slot: Slot): Promise<Part> {
  const process = processOf(slot);
  const [web = 0, health = 0] = await freePorts(2);
  const own = {
    DATA_DIR: system.dataDir,
    ...(process === 'signer' ? {} : { DATABASE_URL: system.logins[process] }),
    PUBLIC_URL: system.url,
    WEB_PORT: String(web),
    API_METRICS_PORT: String(health),
    WORKER_HEALTH_PORT: String(health),
    ...(process === 'api' ? system.clock.env : {}),
  };
  const name = `${slot}-former`;
  const logFile = join(system.dataDir, 'logs', `${name}.log`);
  const plan = {
    name,
    command: globalThis.process.execPath,
    args: [join(formerRoot, `services/${process}/src/start.ts`)],
    cwd: formerRoot,
    env: environmentFor(process, system.settings, join(system.dataDir, 'secrets'), own),
    logFile,
  };
  const running = startProcess(plan, readyMs);
  const url = `http://127.0.0.1:${web}`;
  const started = { ...running, facts: await running.ready };
  const isReady = async (): Promise<boolean> =>
    (await fetch(`${url}/api/health`).catch(() => undefined))?.status === 200;
  return { name, side: 'former', started, server: { name, url, isReady }, logFile };
}

/** One process by one of the other version. The balancer is told first where the process does not say itself that it stops. */
async function replace(world: World, balancer: Balancer, slot: Slot, side: Side): Promise<void> {
  const { name, side: before, started } = partOf(world, slot);
  const isApi = processOf(slot) === 'api';
  if (isApi && before === 'former') await balancer.remove(name);
  started.signal('SIGTERM');
  const { code } = await started.exited;
  if (code !== 0) world.violations.push(`${name} ended with ${code}`);
  if (isApi && before === 'today') await balancer.remove(name);
  const part = await startPart(world, slot, side);
  world.parts.set(slot, part);
  if (!isApi) return;
  const { sent, add } = balancer;
  const had = sent().get(part.name) ?? 0;
  add(part.server);
  await until(`${part.name} is asked`, async () => (sent().get(part.name) ?? 0) > had, slowMs);
}

async function migrateUnderLoad({ system, violations }: World): Promise<number> {
  const url = system.settings['DATABASE_URL'] ?? '';
  const watch = await watchBlocked(url);
  const env = { PATH: process.env['PATH'] ?? '', TERN_PROFILE: 'test', DATA_DIR: system.dataDir, DATABASE_URL: url };
  const { code, output } = await runTool('tools/launch/migrate.ts', [], env);
  const { longestMs, statement } = await watch.stop();
  if (code !== 0) throw new Error(`npm run migrate failed:\n${output}`);
  if (longestMs > 1_000) violations.push(`the migration kept somebody waiting for ${longestMs} ms: ${statement}`);
  return longestMs;
}

/** Resolves when so much more was done, by whichever processes are there. */
async function keepBusy({ acknowledged }: Traffic, more: number): Promise<void> {
  const enough = acknowledged.length + more;
  await until(`${more} more things were done`, async () => acknowledged.length >= enough, slowMs);
}

/**
 * Anything but yes. The clock of codes is turned by everybody who needs one, so one may be too old when it is looked at. Each
 * person is asked once for agreements that the new version brings.
 */
function refusalsOf(
  traffic: Traffic,
  balancer: Balancer,
  allowed: { readonly people: number; readonly stalePlans: number },
): readonly string[] {
  const most = new Map([
    ['200', Infinity],
    ['422 AUTHENTICATOR_CODE_WRONG', Infinity],
    ['403 AGREEMENT_REQUIRED', allowed.people],
    ['500 INTERNAL', allowed.stalePlans],
  ]);
  const others = [...traffic.answers].filter(([name, count]) => count > (most.get(name) ?? 0));
  return [...others.map(([name, count]) => `${count} requests were answered ${name}`), ...balancer.refused()];
}

async function countUnderWay({ db }: System): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT ((SELECT count(*) FROM withdrawals
              WHERE settlement = 'chain' AND state IN ('under-review', 'approved', 'signed', 'broadcast', 'included'))
          + (SELECT count(*) FROM pending_deposits))::int AS count`.execute(db.kysely);
  return rows[0]?.count ?? 0;
}

const isStalePlan = (line: string): boolean =>
  /^logs\/\S+-former\.log: /.test(line) && line.includes('"cached plan must not change result type"');

/** It renews all its plans at the first that fails; what was under way meanwhile may fail as well. */
const staleAtMost = 3;

function tooManyOf(stale: readonly string[]): readonly string[] {
  const byFile = Object.groupBy(stale, (line) => line.split(':', 1)[0] ?? '');
  return Object.values(byFile).flatMap((lines) => ((lines?.length ?? 0) > staleAtMost ? (lines ?? []) : []));
}

/** What a process found wrong with itself. */
function errorsIn(logFile: string): readonly string[] {
  if (!existsSync(logFile)) return [];
  const lines = readFileSync(logFile, 'utf8').split('\n');
  return lines
    .filter((line) => /"level":(?:50|60)\b/.test(line))
    .map((line) => `${logFile.split('/').slice(-2).join('/')}: ${line.slice(0, 400)}`);
}

/** The versions of the agreements that the former pages show. */
async function readShown(formerRoot: string): Promise<typeof shownVersions> {
  const file = pathToFileURL(join(formerRoot, 'packages/contracts/src/shown-versions.ts')).href;
  return ((await import(file)) as { readonly shownVersions: typeof shownVersions }).shownVersions;
}
