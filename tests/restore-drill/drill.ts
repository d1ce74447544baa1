import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '@tern/installation/child-process';
import type { System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { readBacklog } from '../campaigns/crash/die-at.ts';
import type { Debian } from '../cluster/debian.ts';
import { withOwner } from '../cluster/probes.ts';
import type { Stage } from '../cluster/stage.ts';
import { startTraffic, type Acknowledged, type Traffic } from '../cluster/traffic.ts';
import type { BackupWay } from './backup-way.ts';
import type { Disaster } from './disasters.ts';
import { restoreAside, restoreCluster } from './drill-cluster.ts';
import { lookAfter, sortOut, type Named, type Outcome } from './look-after.ts';

/** One drill that was done and looked at. */
export type DrillLine = {
  readonly seed: number;
  readonly way: string;
  readonly disaster: string;
  readonly databaseBytes: number;
  readonly baseBytes: number;
  readonly logBytes: number;
  readonly backUpSeconds: number;
  /** From the first command of the restore. */
  readonly leaderSeconds: number;
  readonly wholeSeconds: number;
  readonly servedSeconds: number;
  /** How long before the disaster, or before it was noticed, the first answer was given that is in no books any more. */
  readonly lostSeconds: number;
  readonly kept: number;
  readonly lost: number;
  /** Of the lost, withdrawals that were paid and are in the books again. */
  readonly bookedAgain: number;
  /** USDT in base units that was paid and is in no books. */
  readonly paidAndLost: string;
  readonly violations: readonly string[];
};

export type DrillPlan = {
  readonly debian: Debian;
  readonly way: BackupWay;
  readonly disaster: Disaster;
  readonly seed: number;
  /** How long people use the wallet between the backup and the disaster. */
  readonly trafficMs: number;
  readonly progress: (line: string) => void;
};

/** Backs up, strikes, restores as the page says, and looks at everything that was confirmed. */
export async function drillOnce(stage: Stage, plan: DrillPlan): Promise<DrillLine> {
  const { debian, way, disaster, seed, progress } = plan;
  const { cluster, system, population } = stage;
  await cluster.whole();
  const traffic = startTraffic(population, seed);
  const moments = watchAnswers(traffic);
  try {
    const backUpSeconds = await timed(async () => {
      await way.backUp(await cluster.leader());
      await backUpSigner(stage);
    });
    await wait(plan.trafficMs);
    const databaseBytes = await readSize(stage);
    const confirmed = [...traffic.acknowledged];
    const { upTo, atMs } = await disaster.strike(stage);
    await traffic.abandon();
    progress(`${disaster.name}: ${traffic.acknowledged.length} answers, ${confirmed.length} before it`);
    const { base: baseBytes, log: logBytes } = await way.size();
    const startMs = performance.now();
    const { leaderSeconds, wholeSeconds } = await restoreCluster(cluster, { way, upTo });
    await disaster.restoreSigner?.(stage);
    await startAll(system, ['worker', 'worker-2']);
    const restored = await sortOut(system, traffic.acknowledged);
    const violations: string[] =
      upTo === 'end' ? [] : await nameAndBook({ debian, stage, way, moment: upTo.moment, outcome: restored });
    const outcome = await sortOut(system, traffic.acknowledged);
    await startAll(system, ['api', 'api-2', 'api-3']);
    await untilServed(stage);
    const servedSeconds = (performance.now() - startMs) / 1_000;
    if (disaster.restoreSigner !== undefined) await passQuarantine(stage);
    const lostSeconds = secondsLost(moments, { traffic, outcome: restored, atMs });
    if (lostSeconds > disaster.lostSecondsMax) violations.push(`answers of ${lostSeconds} s are lost`);
    if (upTo !== 'end') violations.push(...lostTooEarly(restored, confirmed));
    const { wrong, paidAndLost } = await lookAfter(system, { traffic, outcome });
    const { kept, lost } = restored;
    const bookedAgain = outcome.kept.length - kept.length;
    return {
      ...{ seed, way: way.name, disaster: disaster.name, databaseBytes, baseBytes, logBytes, backUpSeconds },
      ...{ leaderSeconds, wholeSeconds, servedSeconds, lostSeconds, kept: kept.length, lost: lost.length, bookedAgain },
      ...{ paidAndLost: String(paidAndLost), violations: [...violations, ...wrong] },
    };
  } finally {
    moments.stop();
    await traffic.abandon();
  }
}

/**
 * Starts processes as systemd does, again where one ends at once: PgBouncer gives each login the last error of its own for a
 * moment.
 */
async function startAll(
  { processes }: System,
  names: readonly Parameters<System['processes']['start']>[0][],
): Promise<void> {
  const start = async (name: (typeof names)[number]): Promise<true> => {
    await processes.start(name);
    return true;
  };
  await Promise.all(names.map((name) => until(`${name} runs`, () => start(name), servedWithinMs)));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1_000;
}

async function backUpSigner({ system, folder }: Stage): Promise<void> {
  await rm(join(folder, 'signer-backup'), { recursive: true, force: true });
  const { code, output } = system.signer(['back-up', join(folder, 'signer-backup')]);
  if (code !== 0) throw new Error(`the signer was not backed up: ${output}`);
}

function readSize({ cluster }: Stage): Promise<number> {
  return withOwner(cluster, async (client) => {
    const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    return Number(rows[0]?.bytes ?? 0);
  });
}

type Moments = { readonly list: readonly { readonly atMs: number; readonly answers: number }[] };

const lookEveryMs = 250;

/** How many answers there were when. */
function watchAnswers({ acknowledged }: Traffic): Moments & { readonly stop: () => void } {
  const list: { atMs: number; answers: number }[] = [{ atMs: performance.now(), answers: 0 }];
  const timer = setInterval(() => list.push({ atMs: performance.now(), answers: acknowledged.length }), lookEveryMs);
  return { list, stop: () => clearInterval(timer) };
}

/** From the first answer that is lost to the disaster; 0 where none is. */
function secondsLost(
  moments: Moments,
  { traffic, outcome, atMs }: { readonly traffic: Traffic; readonly outcome: Outcome; readonly atMs: number },
): number {
  const [first] = outcome.lost;
  if (first === undefined) return 0;
  const index = traffic.acknowledged.indexOf(first);
  const notYetMs = moments.list.findLast(({ answers }) => answers <= index)?.atMs ?? atMs;
  return Math.max(0, (atMs - notYetMs) / 1_000);
}

/** What was confirmed before the moment it was set back to has to be there. */
function lostTooEarly({ lost }: Outcome, confirmed: readonly Acknowledged[]): readonly string[] {
  return lost
    .filter((each) => confirmed.includes(each))
    .map((each) => `${each.kind} was confirmed before the moment, and is lost`);
}

/**
 * A copy aside, brought forward to the end of the log, has to name everything that is lost. What was paid of it is booked again
 * once the chain is read, as the page says, before anybody can spend it.
 */
async function nameAndBook({
  debian,
  stage,
  way,
  moment,
  outcome,
}: {
  readonly debian: Debian;
  readonly stage: Stage;
  readonly way: BackupWay;
  readonly moment: string;
  readonly outcome: Outcome;
}): Promise<string[]> {
  const aside = await restoreAside(debian, { cluster: stage.cluster, way, folder: stage.folder });
  const url = new URL(aside.url);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const ask = async (...more: readonly string[]): Promise<readonly Named[]> => {
    const { code, output } = await runToEnd({
      command: process.execPath,
      args: [findLostFile, url.href, '--since', moment, '--json', ...more],
      cwd: stage.folder,
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: stage.cluster.ownerUrl, PGPASSWORD: password },
    });
    // 1 says that one was not booked; which, and why, is in the answer.
    const isAnswer = code === 0 || (code === 1 && more.includes('--book'));
    if (!isAnswer) throw new Error(`find-lost: ${output}`);
    return JSON.parse(output) as readonly Named[];
  };
  try {
    const violations = unnamed(outcome, await ask());
    await untilRead(stage.system);
    for (const { kind, what, state, txId, booked } of await ask('--book')) {
      const isEnded = booked === 'followed' || booked === 'not-covered';
      if (kind === 'payout' && txId !== null && !isEnded)
        violations.push(`${state} ${what} is ${JSON.stringify(booked ?? 'not booked')}`);
    }
    return violations;
  } finally {
    await aside.stop();
  }
}

/** The worker has read the chain: what came in since the moment is in the accounts. */
async function untilRead(system: System): Promise<void> {
  await until('the chain is read', async () => (await readBacklog(system)) <= unsolidBlocks, servedWithinMs);
}

/** A block is booked once so many have followed it. */
const unsolidBlocks = 19;

const findLostFile = fileURLToPath(new URL('../../tools/launch/find-lost.ts', import.meta.url));

function unnamed({ lost }: Outcome, named: readonly Named[]): string[] {
  const count = (kind: string): number => named.filter((each) => each.kind === kind).length;
  const [payouts, transfers, swaps] = (['send', 'transfer', 'swap'] as const).map(
    (kind) => lost.filter((each) => each.kind === kind).length,
  ) as [number, number, number];
  const short = (what: string, there: number, lacking: number): string[] =>
    there >= lacking ? [] : [`find-lost names ${there} ${what} of ${lacking}`];
  const missing = lost.flatMap((each) =>
    each.kind === 'send' && !named.some(({ what }) => what.endsWith(each.to)) ? [`find-lost lacks ${each.to}`] : [],
  );
  return [
    ...missing,
    ...short('payouts', count('payout'), payouts),
    ...short('transfers', count('transfer'), transfers),
    ...short('swaps', count('swap'), swaps),
  ];
}

const servedWithinMs = 120_000;

/** Somebody changes a preference and is answered with yes. */
async function untilServed({ population }: Stage): Promise<void> {
  const [first] = population.people;
  await until(
    'people are served again',
    async () => {
      const answer = await first?.api.send({ method: 'POST', path: '/preferences', body: { hideBalances: true } });
      return answer?.status === 200;
    },
    servedWithinMs,
  );
}

/** Longer than a forgotten signature may be included. */
const quarantineMs = 21 * 60_000;

async function passQuarantine({ system }: Stage): Promise<void> {
  await system.chain.passTime(quarantineMs);
  await system.chain.mine(30);
}
