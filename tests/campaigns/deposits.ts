import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { findBreaches } from '@tern/server/house/invariants/public';
import { readBlocks, type ReadBlocksDeps } from '@tern/server/money/deposits/public';
import { NodeFault } from '@tern/tron/node-fault';
import { readCount, type Campaign, type CampaignReport } from './campaign.ts';
import { compareBooks, compareRows } from './compare-deposits.ts';
import { shapeNames } from './deposit-shapes.ts';
import { emptyTruth, extendTruth, type Truth } from './deposit-truth.ts';
import { openDepositsWorld, type DepositsWorld } from './deposits-world.ts';
import { openDraw, type Draw } from './draw.ts';
import { generateChain, type GeneratedChain, type NodeHabits } from './generated-chain.ts';

export type DepositsOptions = { readonly transactions: number; readonly seed: number; readonly people: number };

const perBlock = 250;
const blocksPerRound = 20;
/** Enough to see what is wrong; the rest would only repeat it. */
const violationsMax = 50;

/**
 * Generated transactions of every shape, read by two readers at once from two nodes of which both fail now and then and
 * one lags, and compared row by row and unit by unit with what they must have brought.
 */
export async function runDeposits(
  { transactions, seed, people }: DepositsOptions,
  progress: (line: string) => void,
): Promise<CampaignReport> {
  const draw = openDraw(seed);
  const world = await openDepositsWorld(draw, { people, free: 100 });
  const chain = generateChain(draw, world.cast);
  const faults = { count: 0 };
  const nodes = [
    chain.openNode('first', faultyHabits(openDraw(seed + 1), faults)),
    chain.openNode('second', { ...faultyHabits(openDraw(seed + 2), faults), lag: laggingBy(openDraw(seed + 3)) }),
  ] as const;
  const rules = world.rules(nodes);
  const truth = emptyTruth();
  const violations: string[] = [];
  const shapes = new Map<string, number>();
  const totals = { transactions: 0, arrivals: 0, oddities: 0 };
  try {
    while (totals.transactions < transactions && violations.length < violationsMax) {
      const from = chain.headNumber() + 1;
      for (let block = 0; block < blocksPerRound && totals.transactions < transactions; block += 1) {
        const count = Math.min(perBlock, transactions - totals.transactions);
        const made = chain.mine(count);
        for (const { own, txId, shape } of made) {
          if (own) world.ownTransactions.add(txId);
          shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
        }
        extendTruth(truth, world.cast, made);
        totals.transactions += count;
      }
      await readToTheEnd(world, rules, chain);
      violations.push(...(await compareRows(world, truth, { from, to: chain.headNumber() })));
      forgetRound(totals, truth, chain);
      progress(
        `${totals.transactions} of ${transactions} transactions: ${totals.arrivals} arrivals, ` +
          `${totals.oddities} quarantined, ${faults.count} answers spoiled, ${violations.length} violations`,
      );
    }
    violations.push(...(await compareBooks(world, truth)));
    violations.push(...(await findBrokenInvariants(world)));
    if (transactions >= 1_000) violations.push(...neverDrawn(shapes));
  } finally {
    await world.database.drop();
  }
  return { figures: { seed, ...totals, spoiledAnswers: faults.count, blocks: chain.headNumber() }, violations };
}

/** Two readers side by side until both nodes' last block is booked; a failed answer is asked again. */
async function readToTheEnd(world: DepositsWorld, rules: ReadBlocksDeps, chain: GeneratedChain): Promise<void> {
  const reader = async (): Promise<void> => {
    while ((await creditedNumber(world)) < chain.headNumber()) {
      try {
        // The other one has the cursor: asking the nodes again at once would only take its time.
        if ((await readBlocks(rules, { limit: 100 })) === 0) await wait(20);
      } catch (error) {
        if (!(error instanceof NodeFault)) throw error;
      }
    }
  };
  await Promise.all([reader(), reader()]);
}

async function findBrokenInvariants({ database }: DepositsWorld): Promise<string[]> {
  // Millions of rows take longer than any statement of the product may.
  const patient = openDatabase({ url: database.url, applicationName: 'campaign', statementTimeoutMs: 0 });
  try {
    const breaches = await transact(patient, (tx) => findBreaches(tx, {}), { isolation: 'repeatable read' });
    return breaches.map(({ invariant, finding }) => `${invariant}: ${finding}`);
  } finally {
    await patient.close();
  }
}

async function creditedNumber({ database }: DepositsWorld): Promise<number> {
  const { rows } = await database.db.pool.query<{ at: number }>('SELECT block_number::int AS at FROM deposit_cursor');
  return rows[0]?.at ?? 0;
}

/** One answer in 200 is none, or half of one. */
function faultyHabits(draw: Draw, faults: { count: number }): NodeHabits {
  return {
    spoil: (path, honest) => {
      if (!draw.oneIn(200)) return undefined;
      faults.count += 1;
      const receipts = path.endsWith('/gettransactioninfobyblocknum');
      const spoiled: readonly (() => Response)[] = [
        () => new Response('busy', { status: 503 }),
        () => new Response('<html>', { status: 200 }),
        () => new Response('{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}'),
        () => new Response(honest.slice(0, Math.floor(honest.length / 2))),
        () =>
          receipts ? new Response(JSON.stringify((JSON.parse(honest) as unknown[]).slice(1))) : new Response('[]'),
      ];
      return draw.pick(spoiled)();
    },
  };
}

function laggingBy(draw: Draw): () => number {
  return () => (draw.oneIn(3) ? draw.below(4) : 0);
}

function forgetRound(totals: { arrivals: number; oddities: number }, truth: Truth, chain: GeneratedChain): void {
  totals.arrivals += truth.rows.length;
  totals.oddities += truth.oddities.length;
  truth.rows.length = 0;
  truth.oddities.length = 0;
  chain.forgetBelow(chain.headNumber() - 1);
}

/** A shape that never came proves nothing. */
function neverDrawn(shapes: ReadonlyMap<string, number>): string[] {
  return shapeNames.filter((name) => !shapes.has(name)).map((name) => `no transaction of the shape "${name}" was made`);
}

export const depositsCampaign: Campaign = {
  usage: [
    '--transactions N   generated transactions, 100000 when absent',
    '--seed N           another seed, another chain; 1 when absent',
    '--people N         how many accounts there are, 500 when absent',
  ],
  run: (options, progress) =>
    runDeposits(
      {
        transactions: readCount(options, 'transactions', 100_000),
        seed: readCount(options, 'seed', 1),
        people: readCount(options, 'people', 500),
      },
      progress,
    ),
};
