import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { bundleProcesses } from '@tern/testkit/system/bundle-processes';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { readCount, type Campaign } from './campaign.ts';
import { compileCache, type OutcomeCheck, type CrashWorld } from './crash/crash-world.ts';
import type { KillCounts } from './crash/die-at.ts';
import { killings } from './crash/killings.ts';
import { settle, sweepFrom } from './crash/settle.ts';
import { openDraw, type Draw } from './draw.ts';
import { populate } from './populate.ts';

// Goal: whatever dies at any point, however often, money is credited once, paid once and never lost. Method: a whole
// system of real processes, with deposits, payments and the house's orders under way; processes are killed at the
// named points of the fault matrix in an order and at passages drawn from a seed, started again, and after each round
// everything has to have come to its one right end and the books to agree with the chain. Only then its kills count.
/** Small reviews and sweeps, and limits that thousands of payments of a few people do not reach. */
const settings = {
  REVIEW_FROM: '50',
  SECOND_OPERATOR_FROM: '60',
  WITHDRAWAL_DAILY_MAX: '1000000',
  WITHDRAWAL_HOUSE_DAILY_MAX: '1000000',
  ENERGY_STAKE_TRX: '50000',
  FEE_ACCOUNT_MIN_TRX: '500',
  SWEEP_FROM_USDT: String(sweepFrom / 1_000_000n),
  SWEEP_FROM_TRX: String(sweepFrom / 1_000_000n),
  HOT_MIN_USDT: '10000000',
  HOT_MIN_TRX: '10000000',
  HOT_MIN_REWARD: '10000000',
  BONUS_ACCOUNTS_PER_SOURCE: '1000',
};

const allPoints = killings.flatMap(({ points }) => points);

/** Kills at each point between two looks at everything. */
const timesPerRound = 5;

export const crashesCampaign: Campaign = {
  usage: [
    '--times N      kills at each point (default 200)',
    '--points LIST  names with commas between, for example w5,w11 (default: all)',
    '--seed N       draws order, passages and amounts (default: the time)',
    '--tally FILE   a line for each round that was looked at; rounds in it count, so that a campaign goes on where it ended',
  ],
  run: async (options, progress, interrupted) => {
    const times = readCount(options, 'times', 200);
    const seed = readCount(options, 'seed', Date.now() % 1_000_000);
    const points = readPoints(options['points']);
    const tally = openTally(options['tally']);
    progress(`seed ${seed}: ${times} kills at each of ${points.join(', ')}`);
    const removeBundles = await bundleProcesses();
    const missing = (): number => times - Math.min(...points.map((point) => tally.killsAt(point)));
    let round = 0;
    /** Rounds in one system, until there were enough kills or one could not be finished. */
    const runSystem = async (): Promise<void> => {
      const system = await startSystem({ blocks: 'on-demand', settings });
      try {
        const world = await populate(system);
        await warmUp(system);
        await settle(system);
        while (missing() > 0) {
          round += 1;
          const draw = openDraw(seed * 1_000 + round);
          const startedMs = performance.now();
          const outcome = await runRound(world, { draw, points, times: Math.min(timesPerRound, missing()) });
          const seconds = Math.round((performance.now() - startedMs) / 1_000);
          tally.add({ seed, round, seconds, ...outcome });
          progress(`round ${round} in ${seconds} s: ${tally.sum()} kills, ${tally.violations().length} violations`);
          if (outcome.violations.length > 0) return;
        }
      } catch (error) {
        if (interrupted.aborted) return;
        // Nothing of it counts but that it could not be finished, whatever the reason.
        const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
        tally.add({ seed, round, seconds: 0, kills: {}, violations: [`not finished: ${what}`] });
        progress(`round ${round} was not finished: ${what}`);
      } finally {
        await system.stop();
      }
    };
    try {
      for (let systems = 0; missing() > 0 && systems < systemsMax && !interrupted.aborted; systems += 1)
        await runSystem();
    } finally {
      await removeBundles();
    }
    const kills = Object.fromEntries(points.map((point) => [point, tally.killsAt(point)]));
    return {
      figures: { seed, times, points: points.length, kills: tally.sum(), ...kills },
      violations: tally.violations(),
    };
  },
};

/** After something was wrong the next round begins in a system of its own; so often at most. */
const systemsMax = 10;

type Outcome = { readonly kills: Readonly<Record<string, number>>; readonly violations: readonly string[] };

async function runRound(
  world: CrashWorld,
  { draw, points, times }: { readonly draw: Draw; readonly points: readonly string[]; readonly times: number },
): Promise<Outcome> {
  const { system } = world;
  const counts: KillCounts = new Map();
  const checks: OutcomeCheck[] = [];
  const chosen = killings.filter((each) => each.points.some((point) => points.includes(point)));
  for (const { kill } of shuffle(chosen, draw)) checks.push(...(await kill(world, { counts, draw, times })));
  await settle(system);
  const violations: string[] = [];
  for (const check of checks) violations.push(...(await check()));
  violations.push(...(await findContradictions(system)));
  return { kills: Object.fromEntries(counts), violations };
}

/** Anything under way is a contradiction at rest; but the house may decide its next step at any moment, so it is let end. */
async function findContradictions(system: System): Promise<readonly string[]> {
  for (let poll = 1; ; poll += 1) {
    const found = await system.findContradictions();
    const underWay = found.filter((text) => text.startsWith('I22')).length;
    if (underWay === 0 || underWay < found.length || poll === pollsMax) return found;
    await settle(system);
  }
}

const pollsMax = 5;

/** Ends each process once in order: what it compiled is kept only then, and starts are most of a round. */
async function warmUp(system: System): Promise<void> {
  for (const name of ['api', 'worker', 'signer'] as const) {
    await system.processes.kill(name);
    await system.processes.start(name, compileCache(system));
    await system.processes.stop(name);
  }
}

type Line = Outcome & { readonly seed: number; readonly round: number; readonly seconds: number };

/** What was killed and looked at, from now and from the file's earlier rounds. */
function openTally(file: string | undefined) {
  const lines: Line[] = [];
  if (file !== undefined && existsSync(file)) {
    const texts = readFileSync(file, 'utf8')
      .split('\n')
      .filter((text) => text !== '');
    lines.push(...texts.map((text) => JSON.parse(text) as Line));
  }
  return {
    add: (line: Line): void => {
      lines.push(line);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
    killsAt: (point: string): number => lines.reduce((sum, { kills }) => sum + (kills[point] ?? 0), 0),
    sum: (): number =>
      lines
        .flatMap(({ kills }) => Object.entries(kills))
        .reduce((sum, [name, number]) => sum + (allPoints.includes(name) ? number : 0), 0),
    violations: (): readonly string[] =>
      lines.flatMap(({ seed, round, violations }) => violations.map((text) => `seed ${seed}, round ${round}: ${text}`)),
  };
}

function shuffle<Item>(items: readonly Item[], draw: Draw): readonly Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(draw.below(left.length), 1));
}

function readPoints(text: string | undefined): readonly string[] {
  const chosen = text === undefined ? allPoints : text.split(',');
  const unknown = chosen.find((point) => !allPoints.includes(point));
  if (unknown !== undefined) throw new Error(`there is no point ${unknown}; there are ${allPoints.join(', ')}`);
  return chosen;
}
