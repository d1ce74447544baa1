import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProcesses } from '@tern/testkit/system/bundle-processes';
import { openDraw } from '../campaigns/draw.ts';
import { readVersions, type Debian } from './debian.ts';
import { faults, type Fault } from './faults.ts';
import { openLook } from './look.ts';
import { watchOtherPrograms } from './other-programs.ts';
import { probeCachedReads, probeRows, probeWrites } from './probes.ts';
import { strikeOnce, watchConnections, type Strike, type Watch } from './round.ts';
import { balancerUrl, openStage, type Stage } from './stage.ts';
import { openTally, type Tally, type TallyLine } from './tally.ts';
import { startTraffic } from './traffic.ts';

export type RoundOptions = {
  readonly times: number;
  readonly names: readonly string[];
  readonly seed: number;
  readonly tallyFile: string | undefined;
  readonly people: number;
  readonly logsFolder: string | undefined;
};

/** Strikes every fault until each was struck so often, once in each round; what was wrong, as sentences. */
export async function runRounds(
  debian: Debian,
  folder: string,
  { times, names, seed, tallyFile, people, logsFolder }: RoundOptions,
): Promise<readonly string[]> {
  const progress = (line: string): void => {
    process.stdout.write(`${Math.round(performance.now() / 1_000)} s: ${line}\n`);
  };
  const tally = openTally(tallyFile);
  const chosen = faults.filter(({ name }) => names.includes(name));
  const listDue = (): readonly Fault[] => chosen.filter(({ name }) => tally.countOf(name) < times);
  if (listDue().length === 0) {
    progress(`the tally has each of these faults ${times} times`);
    return [];
  }
  progress(
    `seed ${seed}: ${listDue()
      .map(({ name }) => name)
      .join(', ')}, until each was caused ${times} times`,
  );
  const removeBundles = await bundleProcesses();
  try {
    const stage = await openStage(debian, { folder, people, progress });
    try {
      const software = readVersions(debian);
      for (let due = listDue(); due.length > 0; due = listDue()) {
        const round = tally.nextRound(seed);
        const isWhole = await runRound(stage, { due, seed, round, software, tally, progress });
        // What did not come back would fail every further round as well.
        if (!isWhole) break;
      }
    } finally {
      await stage.stop();
    }
  } finally {
    if (logsFolder !== undefined) cpSync(join(folder, 'logs'), logsFolder, { recursive: true });
    await removeBundles();
  }
  return tally.violations();
}

type Round = {
  readonly due: readonly Fault[];
  readonly seed: number;
  readonly round: number;
  readonly software: Pick<TallyLine, 'postgresql' | 'patroni'>;
  readonly tally: Tally;
  readonly progress: (line: string) => void;
};

/**
 * Every fault that is due, one after the other under load, each with a look at everything after it. False where the wallet did
 * not come back after one of them.
 */
async function runRound(stage: Stage, { due, seed, round, software, tally, progress }: Round): Promise<boolean> {
  const { cluster, system, population } = stage;
  const traffic = startTraffic(population, seed * 1_000 + round);
  const watch: Watch = {
    writes: probeWrites(population.people),
    reads: probeCachedReads(balancerUrl),
    rows: await probeRows(cluster, system.logins.api),
    connections: watchConnections(cluster),
    others: watchOtherPrograms(),
  };
  const look = openLook(system, traffic);
  const lines: Strike[] = [];
  try {
    for (const fault of due) {
      // The same whatever else is due, so that a round can be caused again.
      const draw = openDraw(seed * 10_000 + round * 100 + faults.indexOf(fault));
      const line = await strikeOnce(stage, { fault, draw, watch, traffic, look }).catch((error: unknown) =>
        unfinished(fault, error),
      );
      lines.push(line);
      progress(describeStrike(line));
      for (const violation of line.violations) progress(`  violation: ${violation}`);
      if (line.isUnfinished === true) break;
    }
  } finally {
    await traffic.stop();
    await Promise.all([watch.writes.stop(), watch.rows.stop(), watch.reads.stop(), watch.connections.stop()]);
  }
  const wrong = await look();
  progress(`round ${round}: ${traffic.acknowledged.length} confirmed, ${wrong.length} wrong`);
  for (const text of wrong) progress(`  violation: ${text}`);
  // A fault counts once everything after it was looked at.
  const date = new Date().toISOString().slice(0, 10);
  for (const [index, line] of lines.entries()) {
    const violations = [...line.violations, ...(index === lines.length - 1 ? wrong : [])];
    tally.add({ date, seed, round, ...line, ...software, violations });
  }
  return lines.every(({ isUnfinished }) => isUnfinished !== true);
}

function describeStrike({ fault, writesMs, rowsMs, readsMs, others, answers, payouts }: Strike): string {
  const gaps = `writes ${writesMs} ms, rows ${rowsMs} ms, reads ${readsMs} ms`;
  return `${fault}: ${gaps}, other programs ${others} processors, ${JSON.stringify({ ...answers, ...payouts })}`;
}

/** A fault after which the wallet did not come back; what was confirmed is looked at all the same. */
function unfinished({ name: fault }: Fault, error: unknown): Strike {
  const what = `not finished: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  const figures = { writesMs: 0, rowsMs: 0, readsMs: 0, lostRows: 0, connectionsMax: 0, others: 0 };
  return { fault, ...figures, answers: {}, violations: [what], isUnfinished: true };
}
