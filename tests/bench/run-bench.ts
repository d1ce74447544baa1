import { writeFile, mkdir } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { campaign, median, quick, ratioOf, type Case, type CaseResult } from './bench.ts';
import { catchUp, catchUpShapes } from './cases/catch-up.ts';
import { distribution } from './cases/distribution.ts';
import { heldDeposits } from './cases/held-deposits.ts';
import { httpTransfer } from './cases/http-transfer.ts';
import { liabilities } from './cases/liabilities.ts';
import { randomTransfers, swapCases } from './cases/posting.ts';
import { recordsPage } from './cases/records-page.ts';
import { rewardPool } from './cases/reward-pool.ts';
import { strangerFlood } from './cases/stranger-flood.ts';
import { swapConfirmations } from './cases/swap-confirmations.ts';
import { transactionsPage } from './cases/transactions-page.ts';
import { wholeSends } from './cases/whole-sends.ts';
import { startBenchCluster } from './cluster.ts';
import { findPgbench, openPgbench } from './pgbench.ts';
import { renderTable } from './table.ts';

const cases: readonly Case[] = [
  httpTransfer,
  wholeSends,
  swapConfirmations,
  randomTransfers,
  ...swapCases,
  distribution,
  rewardPool,
  recordsPage,
  transactionsPage,
  liabilities,
  catchUp,
  catchUpShapes,
  heldDeposits,
  strangerFlood,
];

const usage = `npm run bench -- [options]
  --quick            seconds instead of minutes: shows that everything runs, its figures mean little
  --only a,b         cases by name: ${cases.map(({ name }) => name).join(', ')}
  --records n        records of the pages of records and transactions
  --holders n        people a distribution goes to
  --people n         people who transfer with their factors
  --rounds n         rounds of each case, medians are taken over them
  --seconds n        length of a round
  --shared-buffers s memory in which the server keeps pages, like 6GB; 2GB when absent
  --out file         where the figures go as JSON; .tern/bench/latest.json when absent
  --without-ratios   go on where there is no pgbench to compare with`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    records: { type: 'string' },
    holders: { type: 'string' },
    people: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    'shared-buffers': { type: 'string' },
    out: { type: 'string', default: '.tern/bench/latest.json' },
    'without-ratios': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const preset = values.quick ? quick : campaign;
  const sizes = {
    ...preset,
    records:
      values.records === undefined ? preset.records : ([Number(values.records) / 10, Number(values.records)] as const),
    holders: Number(values.holders ?? preset.holders),
    wholeSenders: Number(values.people ?? preset.wholeSenders),
    rounds: Number(values.rounds ?? preset.rounds),
    secondsPerRound: Number(values.seconds ?? preset.secondsPerRound),
  };
  const names = values.only?.split(',');
  const unknown = names?.filter((name) => !cases.some((one) => one.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`No such case: ${unknown.join(', ')}\n${usage}`);
  const binary = values['without-ratios'] ? undefined : findPgbench(log);

  const cluster = await startBenchCluster(values['shared-buffers']);
  try {
    const pgbench = binary === undefined ? undefined : await openPgbench(binary, cluster.url);
    const results: CaseResult[] = [];
    for (const one of cases) {
      if (names !== undefined && !names.includes(one.name)) continue;
      log(`… ${one.name}`);
      results.push(...(await one.run({ sizes, pgbench, log })));
      // After each case: an hour's figures do not hang on the last one.
      await write(resolve(values.out), {
        sizes,
        sharedBuffers: cluster.sharedBuffers,
        pgbench: pgbench?.version,
        results,
      });
    }
    process.stdout.write(`${renderTable(results)}\n`);
    log(`Figures: ${resolve(values.out)}`);
  } finally {
    await cluster.stop();
  }
}

type Report = {
  readonly sizes: object;
  readonly sharedBuffers: string;
  readonly pgbench: string | undefined;
  readonly results: readonly CaseResult[];
};

async function write(file: string, { sizes, sharedBuffers, pgbench, results }: Report): Promise<void> {
  const report = {
    at: new Date().toISOString(),
    machine: { cores: availableParallelism(), model: cpus()[0]?.model ?? 'unknown', node: process.version },
    pgbench: pgbench ?? null,
    sizes,
    sharedBuffers,
    results: results.map((result) => ({
      ...result,
      ratio: ratioOf(result) ?? null,
      measured: median(result.rounds.map(({ measured }) => measured)),
    })),
  };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
}

await main().catch((error: unknown) => {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
