import { readBlocks, type ReadBlocksDeps } from '@tern/server/money/deposits/public';
import { distribute, openChunkPace } from '@tern/server/money/pool/public';
import { sql } from 'kysely';
import { stranger, usdtContract } from '../../../packages/server/src/money/deposits/testing/deposit-rules.ts';
import { tokenCall, type ScriptedChain } from '../../../packages/server/src/money/deposits/testing/scripted-chain.ts';
import type { SwapWorld, Swapper } from '../../../packages/server/src/money/swaps/testing/swap-world.ts';
import type { Draw } from '../draw.ts';

export type Year = {
  readonly world: SwapWorld;
  readonly people: readonly Swapper[];
  /** Who has reward tokens. Only they swap: nobody becomes one of them on the way. */
  readonly holders: readonly Swapper[];
  readonly chain: ScriptedChain;
  readonly rules: ReadBlocksDeps;
  readonly draw: Draw;
};

/** What one day brings. */
export type Day = { readonly transfers: number; readonly swaps: number; readonly deposits: number };

/** Seconds of the day's parts. */
export type DaySeconds = {
  readonly transfers: number;
  readonly swaps: number;
  readonly deposits: number;
  readonly rewards: number;
};

const inFlight = 32;
const settings = { everyHours: 24, shareBasisPoints: 1_000n, closedCountries: ['GB'] };

/** Transfers, swaps and deposits by the product's own steps, then the day's distribution. Returns how long each took. */
export async function liveADay(year: Year, { transfers, swaps, deposits }: Day): Promise<DaySeconds> {
  await year.world.sayPrices();
  const seconds = {
    transfers: await timed(() => repeat(transfers, () => transfer(year))),
    swaps: await timed(() => repeat(swaps, () => swap(year))),
    deposits: await timed(() => deposit(year, deposits)),
  };
  await passDay(year.world);
  return { ...seconds, rewards: await timed(() => payRewards(year)) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1_000;
}

/** So often, a few at a time. */
export async function repeat(count: number, act: () => Promise<unknown>): Promise<void> {
  let left = count;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await act();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
}

/** Between two people drawn at random. */
export async function transfer({ world, people, draw }: Year): Promise<void> {
  const from = draw.pick(people);
  const to = draw.pick(people);
  if (to === from) return;
  const draft = await world.sending.draft(from, { to: to.address, amount: '1' });
  await world.sending.confirm(from, draft);
}

async function swap({ world, holders, draw }: Year): Promise<void> {
  const person = draw.pick(holders);
  const quote = await world.quote(
    person,
    draw.oneIn(2)
      ? { assetOut: 'usdt', assetIn: 'reward', amount: '1' }
      : { assetOut: 'reward', assetIn: 'usdt', amount: '10' },
  );
  await world.swap(person, quote);
}

const blocksPerDay = 10;

async function deposit({ people, chain, rules, draw }: Year, count: number): Promise<void> {
  for (let block = 0; block < blocksPerDay; block += 1) {
    const size = Math.floor((count * (block + 1)) / blocksPerDay) - Math.floor((count * block) / blocksPerDay);
    const payments = Array.from({ length: size }, () => {
      const log = { contract: usdtContract, from: stranger, to: draw.pick(people).address, amount: 5_000_000n };
      return tokenCall({ caller: stranger, logs: [log] });
    });
    chain.mine(...payments);
  }
  chain.mineEmpty(19);
  while ((await readBlocks(rules, { limit: 50 })) > 0);
}

async function payRewards({ world }: Year): Promise<void> {
  const pace = openChunkPace();
  while ((await distribute({ db: world.asWorker, settings, pace })) > 0);
}

/**
 * What only time does otherwise: the day that was lived, and the one before, lie a day further back. Older days stay where
 * they are, before the beginning of every period to come: a whole year is not written anew each day.
 */
async function passDay({ db }: SwapWorld): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    // No request of anybody: a day of a large year is moved however long that takes.
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    // From the newest back: no index knows their times, and the year before them is not read each day.
    await sql`UPDATE ledger.journals SET created_at = created_at - interval '1 day'
               WHERE id > coalesce((SELECT id FROM ledger.journals WHERE created_at <= now() - interval '36 hours'
                                     ORDER BY id DESC LIMIT 1), 0)`.execute(tx);
    await sql`UPDATE swaps SET created_at = created_at - interval '1 day' WHERE created_at > now() - interval '36 hours'`.execute(
      tx,
    );
    await sql`UPDATE pool_schedules SET decided_at = decided_at - interval '1 day', applies_from = applies_from - interval '1 day'`.execute(
      tx,
    );
    // By way of a time where nobody is: no two periods may have the same bounds at any moment.
    for (const shift of [sql.raw("- interval '1000 years 1 day'"), sql.raw("+ interval '1000 years'")])
      await sql`UPDATE distributions SET starts_at = starts_at ${shift}, ends_at = ends_at ${shift}`.execute(tx);
  });
}
