import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openPostingLane } from '@tern/ledger/posting-lane';
import type { TestDatabase } from '@tern/testkit/database';
import { withBooks, type Bench, type Case, type CaseResult, type Round } from '../bench.ts';
import { drive } from '../load.ts';
import { nextPosting, openSwaps, openTransfers, type Workload } from '../postings.ts';
import { tell } from '../tell.ts';

const inFlight = 128;
const baselineClients = 32;

/** Rounds of pgbench and ours in turn, so that both see the same machine. */
async function rounds(
  { sizes, pgbench }: Bench,
  clients: number,
  measure: (seconds: number) => Promise<number>,
): Promise<readonly Round[]> {
  const seconds = sizes.secondsPerRound;
  // Plans, caches and connections: not what is measured.
  await measure(Math.min(1, seconds));
  const all: Round[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    const before = await pgbench?.tpcB({ clients, seconds });
    all.push({ measured: await measure(seconds), baseline: before });
  }
  return all;
}

/** The lane in this process. */
async function inOneProcess(bench: Bench, database: TestDatabase, workload: Workload): Promise<readonly Round[]> {
  const lane = openPostingLane(database.asApi);
  return await rounds(bench, baselineClients, (seconds) =>
    drive({ inFlight, seconds }, () => lane.post(nextPosting(workload))),
  );
}

/** As many processes with a lane each, `inFlight` among them all. */
async function inProcesses(
  bench: Bench,
  database: TestDatabase,
  workload: Workload,
  count: number,
): Promise<readonly Round[]> {
  const file = fileURLToPath(new URL('../poster.ts', import.meta.url));
  const env = { ...process.env, POSTER_DATABASE_URL: database.apiUrl };
  const posters = Array.from({ length: count }, () => fork(file, { env }));
  try {
    await Promise.all(posters.map((poster) => tell(poster, workload)));
    return await rounds(bench, baselineClients, async (seconds) => {
      const share = Math.ceil(inFlight / count);
      const rates = await Promise.all(posters.map((poster) => tell(poster, { inFlight: share, seconds })));
      return rates.reduce<number>((sum, rate) => sum + Number(rate), 0);
    });
  } finally {
    const ended = posters.filter(({ exitCode }) => exitCode === null).map((poster) => once(poster, 'exit'));
    posters.forEach((poster) => poster.connected && poster.disconnect());
    await Promise.all(ended);
  }
}

const common = {
  unit: 'journals/s',
  baseline: `TPC-B-like, ${baselineClients} clients`,
  higherIsBetter: true,
} satisfies Partial<CaseResult>;

export const randomTransfers: Case = {
  name: 'transfers',
  run: (bench) =>
    withBooks(async (database) => {
      const workload = await openTransfers(database, bench.sizes.customers);
      const measured = await inOneProcess(bench, database, workload);
      const title = `posting layer, ${inFlight} in flight, two random accounts`;
      return [{ ...common, id: 'transfers', title, goal: 4, stretch: 5, rounds: measured }];
    }),
};

const swapCase = (percent: number, processes: 1 | 3): Case => ({
  name: `swaps-${percent}-${processes}`,
  run: (bench) =>
    withBooks(async (database) => {
      const workload = await openSwaps(database, bench.sizes.customers, percent / 100);
      const where = processes === 1 ? '' : `, ${processes} processes`;
      const title = `hot swaps, five legs, ${percent} % refused${where}, ${inFlight} in flight`;
      const measured =
        processes === 1
          ? await inOneProcess(bench, database, workload)
          : await inProcesses(bench, database, workload, processes);
      const goals = processes === 1 ? { goal: 2.5, stretch: 3.7 } : { goal: 2, stretch: 3 };
      return [{ ...common, id: `swaps-${percent}-${processes}`, title, ...goals, rounds: measured }];
    }),
});

export const swapCases: readonly Case[] = [swapCase(0, 1), swapCase(10, 1), swapCase(0, 3), swapCase(10, 3)];
