import { setTimeout as wait } from 'node:timers/promises';
import { checkInvariants } from '@tern/ledger/check-invariants';
import { readBlocks } from '@tern/server/money/deposits/public';
import { openNode } from '@tern/tron/open-node';
import { startBusyChain } from './busy-chain.ts';
import { readCount, type Campaign, type CampaignReport } from './campaign.ts';
import { fillAddresses, openDepositsWorld } from './deposits-world.ts';
import { openDraw } from './draw.ts';

export type CatchUpOptions = {
  readonly blocks: number;
  readonly addresses: number;
  readonly transactionsPerBlock: number;
  readonly oursPerThousand: number;
};

/** Seconds between blocks of the real chain. */
const blockSeconds = 3;

/**
 * How fast one reader books a chain as busy as the real one, over HTTP, with so many addresses of ours. Every deposit is
 * counted afterwards: speed that loses one is a violation.
 */
export async function measureCatchUp(
  options: CatchUpOptions,
  progress: (line: string) => void,
): Promise<CampaignReport> {
  const { blocks, addresses, transactionsPerBlock, oursPerThousand } = options;
  const world = await openDepositsWorld(openDraw(1), { people: 10, free: 0 });
  progress(`making ${addresses} addresses`);
  const ours = await fillAddresses(world, addresses);
  progress(`rendering ${blocks} blocks of ${transactionsPerBlock} transactions`);
  const chain = await startBusyChain({
    blocks,
    transactionsPerBlock,
    oursPerThousand,
    ours,
    usdt: world.cast.usdt,
    seed: 1,
  });
  const rules = world.rules([openNode({ url: chain.url, timeoutMs: 30_000 })]);
  let booked = 0;
  const startedMs = performance.now();
  const cpuBefore = process.threadCpuUsage();
  try {
    while (booked < blocks) {
      const step = await readBlocks(rules, { limit: 1_000 });
      booked += step;
      if (step === 0) await wait(20);
    }
    const seconds = (performance.now() - startedMs) / 1000;
    const { user, system } = process.threadCpuUsage(cpuBefore);
    const { rows } = await world.database.db.pool.query<{ deposits: number; expected: number }>(
      `SELECT count(*)::int AS deposits, (count(*) FILTER (WHERE destination = 'customer'))::int AS expected FROM deposits`,
    );
    const deposits = rows[0]?.deposits ?? 0;
    const perSecond = blocks / seconds;
    return {
      figures: {
        blocks,
        transactionsPerBlock,
        addresses,
        deposits,
        readSeconds: Number(seconds.toFixed(2)),
        blocksPerSecond: Number(perSecond.toFixed(1)),
        timesRealTime: Math.round(perSecond * blockSeconds),
        processorMsPerBlock: Number(((user + system) / 1000 / blocks).toFixed(1)),
      },
      violations: [
        ...(deposits === rows[0]?.expected && deposits > 0
          ? []
          : [`${deposits} deposits, ${rows[0]?.expected} credited`]),
        ...(await checkInvariants(world.database.db.kysely)).map((breach) => JSON.stringify(breach)),
      ],
    };
  } finally {
    await chain.stop();
    await world.database.drop();
  }
}

export const catchUpCampaign: Campaign = {
  usage: [
    '--blocks N           length of the chain, 600 when absent; about 0.5 MB of memory each',
    '--addresses N        addresses of ours, 1000000 when absent',
    '--ours N             of a thousand transactions, how many pay one of ours; 10 when absent',
  ],
  run: (options, progress) =>
    measureCatchUp(
      {
        blocks: readCount(options, 'blocks', 600),
        addresses: readCount(options, 'addresses', 1_000_000),
        transactionsPerBlock: readCount(options, 'transactions', 300),
        oursPerThousand: readCount(options, 'ours', 10),
      },
      progress,
    ),
};
