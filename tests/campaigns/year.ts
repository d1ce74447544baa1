import { availableParallelism, cpus } from 'node:os';
import { checkInvariants } from '@tern/ledger/check-invariants';
import { listRecords } from '@tern/server/people/records/public';
import { sql } from 'kysely';
import { depositRules } from '../../packages/server/src/money/deposits/testing/deposit-rules.ts';
import { scriptedChain } from '../../packages/server/src/money/deposits/testing/scripted-chain.ts';
import {
  createSwapWorld,
  whole,
  type Swapper,
  type SwapWorld,
} from '../../packages/server/src/money/swaps/testing/swap-world.ts';
import { median, withPatience } from '../bench/bench.ts';
import { fillPool } from '../bench/cases/distribution.ts';
import { startBenchCluster } from '../bench/cluster.ts';
import { readCount, type Campaign } from './campaign.ts';
import { openDraw } from './draw.ts';
import { listPageImages } from './year/list-page-images.ts';
import { liveADay, type Day, type DaySeconds, type Year } from './year/live-a-day.ts';
import { holdersPercent, perPersonAndYear } from './year/plan.ts';

// Goal: what a year of the plan in docs/capacity.md leaves behind is known, and nothing gets slower as it passes. Method: the
// plan's traffic for a thousandth of the people, day by day, through the product's own steps, on the real tables.
export const yearCampaign: Campaign = {
  usage: [
    '--people N  a thousandth of the people planned for (default 10000)',
    '--days N    so many days of the year (default 365)',
    '--seed N    draws who does what (default 1)',
  ],
  run: async (options, progress) => {
    const peopleCount = readCount(options, 'people', 10_000);
    const days = readCount(options, 'days', 365);
    const cluster = await startBenchCluster();
    try {
      const world = await createSwapWorld();
      try {
        const year = await openYear(world, { peopleCount, seed: readCount(options, 'seed', 1) });
        progress(
          `${peopleCount} people, ${Math.round((peopleCount * holdersPercent) / 100)} of them with reward tokens`,
        );
        const bytesBefore = await readBytes(world);
        const counts = { ...(await countItems(world)) };
        await liveThem(year, { days, progress });
        const figures = await compare(world, { bytesBefore, before: counts });
        for (const [name, value] of Object.entries(figures)) progress(`${name}: ${value}`);
        progress((await listTables(world)).join('\n'));
        progress((await listPageImages(year)).join('\n'));
        const breaches = await withPatience(world.url, (db) => checkInvariants(db.kysely));
        const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`;
        return {
          figures: { machine, people: peopleCount, days, ...figures },
          violations: breaches.map((breach) => JSON.stringify(breach)),
        };
      } finally {
        await world.drop();
      }
    } finally {
      await cluster.stop();
    }
  },
};

async function openYear(
  world: SwapWorld,
  { peopleCount, seed }: { readonly peopleCount: number; readonly seed: number },
): Promise<Year> {
  const people: Swapper[] = [];
  const holders: Swapper[] = [];
  const makers = 16;
  let begun = 0;
  const make = async (): Promise<void> => {
    while (begun < peopleCount) {
      const holds = begun % 100 < holdersPercent;
      begun += 1;
      const usdt = 10_000n * whole.usdt;
      const person = await world.person(holds ? { usdt, reward: 10_000n * whole.reward } : { usdt }, 'DE');
      people.push(person);
      if (holds) holders.push(person);
    }
  };
  await Promise.all(Array.from({ length: makers }, make));
  await fillPool(world, 10n ** 24n);
  const chain = scriptedChain();
  const rules = depositRules(world.asWorker, [chain.openNode()]);
  await sql`ANALYZE`.execute(world.db.kysely);
  return { world, people, holders, chain, rules, draw: openDraw(seed) };
}

/** The share of a day in the year's work, whole items, so that none is lost to rounding. */
function dayOf(people: number, day: number): Day {
  const upTo = (perYear: number, at: number): number => Math.floor((people * perYear * at) / 365);
  const { transfers, swaps, deposits } = perPersonAndYear;
  const of = (perYear: number): number => upTo(perYear, day) - upTo(perYear, day - 1);
  return { transfers: of(transfers), swaps: of(swaps), deposits: of(deposits) };
}

async function liveThem(
  year: Year,
  { days, progress }: { readonly days: number; readonly progress: (line: string) => void },
): Promise<void> {
  const every = Math.max(1, Math.floor(days / 4));
  let sums = { transfers: 0, swaps: 0, deposits: 0, rewards: 0 };
  for (let day = 1; day <= days; day += 1) {
    sums = add(sums, await liveADay(year, dayOf(year.people.length, day)));
    if (day % every !== 0 && day !== days) continue;
    const page = await timePages(year);
    const parts = Object.entries(sums).map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`);
    progress(`day ${day}: ${parts.join(', ')} in ${every} days; a page of records ${page.toFixed(2)} ms`);
    sums = { transfers: 0, swaps: 0, deposits: 0, rewards: 0 };
  }
}

function add(one: DaySeconds, other: DaySeconds): DaySeconds {
  return {
    transfers: one.transfers + other.transfers,
    swaps: one.swaps + other.swaps,
    deposits: one.deposits + other.deposits,
    rewards: one.rewards + other.rewards,
  };
}

const pagesAsked = 400;

/** Milliseconds of the newest 20 records of random people, in the middle of all. */
async function timePages({ world, people, draw }: Year): Promise<number> {
  const times: number[] = [];
  for (let asked = 0; asked < pagesAsked; asked += 1) {
    const { personId } = draw.pick(people);
    const startMs = performance.now();
    await listRecords({ db: world.asApi, confirmations: 19 }, { personId, filter: 'all', limit: 20 });
    times.push(performance.now() - startMs);
  }
  return median(times);
}

type Counts = Readonly<Record<'transfers' | 'swaps' | 'deposits' | 'rewards', number>>;

async function countItems({ url }: SwapWorld): Promise<Counts> {
  const { rows } = await withPatience(url, ({ kysely: db }) =>
    sql<Counts>`
      SELECT (SELECT count(*)::int FROM withdrawals) AS transfers, (SELECT count(*)::int FROM swaps) AS swaps,
             (SELECT count(*)::int FROM deposits) AS deposits, (SELECT count(*)::int FROM distribution_shares) AS rewards`.execute(
      db,
    ),
  );
  const [found] = rows;
  if (found === undefined) throw new Error('no counts');
  return found;
}

/** Tables as large as they are without what the passing of days left in them. */
async function readBytes({ url }: SwapWorld): Promise<number> {
  return await withPatience(url, async ({ kysely: db }) => {
    await sql`VACUUM FULL ledger.journals`.execute(db);
    const { rows } = await sql<{ bytes: string }>`
      SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
       WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'ledger')`.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  });
}

async function compare(
  world: SwapWorld,
  { bytesBefore, before }: { readonly bytesBefore: number; readonly before: Counts },
): Promise<Readonly<Record<string, number>>> {
  const after = await countItems(world);
  const bytes = (await readBytes(world)) - bytesBefore;
  const kinds = ['transfers', 'swaps', 'deposits', 'rewards'] as const;
  const made = Object.fromEntries(kinds.map((kind) => [kind, after[kind] - before[kind]])) as Record<
    keyof Counts,
    number
  >;
  return { ...made, megabytes: Math.round(bytes / 1_000_000) };
}

async function listTables({ db }: SwapWorld): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; rows: string; megabytes: string; indexes: string }>`
    SELECT c.oid::regclass::text AS name, s.n_live_tup AS rows, round(pg_table_size(c.oid) / 1e6) AS megabytes,
           round(pg_indexes_size(c.oid) / 1e6) AS indexes
      FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
     WHERE c.relkind = 'r' ORDER BY pg_total_relation_size(c.oid) DESC LIMIT 20`.execute(db.kysely);
  return rows.map((row) => `  ${row.name}: ${row.rows} rows, ${row.megabytes} MB and ${row.indexes} MB of indexes`);
}
