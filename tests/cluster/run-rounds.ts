import { bundleProcesses } from '@tern/testkit/system/bundle-processes';
import { openDraw } from '../campaigns/draw.ts';
import type { Debian } from './debian.ts';
import { faults, type Fault } from './faults.ts';
import { lookAtEverything } from './look.ts';
import { probeCachedReads, probeRows, probeWrites } from './probes.ts';
import { strikeOnce, watchConnections, type Watch } from './round.ts';
import { balancerUrl, openStage, type Stage } from './stage.ts';
import { openTally, renderTable, type Tally } from './tally.ts';
import { startTraffic } from './traffic.ts';

export type RoundOptions = {
  readonly times: number;
  readonly names: readonly string[];
  readonly seed: number;
  readonly tallyFile: string | undefined;
  readonly people: number;
};

/** Strikes every fault until each was struck so often, once in each round; what was wrong, as sentences. */
export async function runRounds(
  debian: Debian,
  folder: string,
  { times, names, seed, tallyFile, people }: RoundOptions,
): Promise<readonly string[]> {
  const progress = (line: string): void => void process.stdout.write(`${line}\n`);
  const tally = openTally(tallyFile);
  const chosen = faults.filter(({ name }) => names.includes(name));
  progress(`seed ${seed}: ${chosen.map(({ name }) => name).join(', ')}, each ${times} times`);
  const removeBundles = await bundleProcesses();
  try {
    const stage = await openStage(debian, { folder, people, progress });
    try {
      for (let round = 1; chosen.some(({ name }) => tally.countOf(name) < times); round += 1) {
        const due = chosen.filter(({ name }) => tally.countOf(name) < times);
        await runRound(stage, { due, seed, round, tally, progress });
      }
    } finally {
      await stage.stop();
    }
  } finally {
    await removeBundles();
  }
  progress(renderTable(tally.lines));
  return tally.violations();
}

type Round = {
  readonly due: readonly Fault[];
  readonly seed: number;
  readonly round: number;
  readonly tally: Tally;
  readonly progress: (line: string) => void;
};

/** Every fault that is due, one after the other under load; then everything is let end and is looked at as a whole. */
async function runRound(stage: Stage, { due, seed, round, tally, progress }: Round): Promise<void> {
  const { cluster, system, population } = stage;
  const traffic = startTraffic(population, seed * 1_000 + round);
  const [first] = population.people;
  if (first === undefined) throw new Error('nobody is there');
  const watch: Watch = {
    writes: probeWrites(first),
    reads: probeCachedReads(balancerUrl),
    rows: await probeRows(cluster, system.logins.api),
    connections: watchConnections(cluster),
  };
  const lines: Omit<Parameters<Tally['add']>[0], 'seed' | 'round'>[] = [];
  try {
    for (const [index, fault] of due.entries()) {
      const draw = openDraw(seed * 10_000 + round * 100 + index);
      const line = await strikeOnce(stage, { fault, draw, watch, traffic }).catch((error: unknown) =>
        unfinished(fault, error),
      );
      lines.push(line);
      const { writesMs, rowsMs, readsMs, answers, violations } = line;
      progress(
        `${fault.name}: writes ${writesMs} ms, rows ${rowsMs} ms, reads ${readsMs} ms ${JSON.stringify(answers)}`,
      );
      for (const violation of violations) progress(`  violation: ${violation}`);
      if (violations.some((text) => text.startsWith(notFinished))) break;
    }
  } finally {
    await traffic.stop();
    await Promise.all([watch.writes.stop(), watch.rows.stop(), watch.reads.stop(), watch.connections.stop()]);
  }
  const wrong = await lookAtEverything(system, traffic);
  progress(`round ${round}: ${traffic.acknowledged.length} confirmed, ${wrong.length} wrong`);
  for (const text of wrong) progress(`  violation: ${text}`);
  // A fault counts once everything after it was looked at.
  for (const [index, line] of lines.entries())
    tally.add({ seed, round, ...line, violations: [...line.violations, ...(index === lines.length - 1 ? wrong : [])] });
}

const notFinished = 'not finished: ';

/** A fault after which the wallet did not come back; what was confirmed is looked at all the same. */
function unfinished({ name: fault }: Fault, error: unknown): Awaited<ReturnType<typeof strikeOnce>> {
  const what = `${notFinished}${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return { fault, writesMs: 0, rowsMs: 0, readsMs: 0, answers: {}, lostRows: 0, connectionsMax: 0, violations: [what] };
}
