import { randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { PersonId, QuoteId } from '@tern/base/ids';
import { sql } from 'kysely';
import { executeSwap } from '../../../packages/server/src/money/swaps/execute-swap.ts';
import { openSwapLanes } from '../../../packages/server/src/money/swaps/swap-lanes.ts';
import {
  createSwapWorld,
  whole,
  type SwapWorld,
  type Swapper,
} from '../../../packages/server/src/money/swaps/testing/swap-world.ts';
import type { Case, Round } from '../bench.ts';
import { drive } from '../load.ts';

const inFlight = 128;
const baselineClients = 32;
const amounts = { usdt: '10', reward: '100' } as const;

type Swappers = ReadonlyMap<PersonId, Swapper>;
type Prepared = { readonly id: QuoteId; readonly person_id: PersonId };

/** Swaps by the product's own steps: stored reply, price, posting, record, message, reply. The factors are taken as given. */
export const swapConfirmations: Case = {
  name: 'swap-confirmations',
  run: async ({ sizes, pgbench, log }) => {
    const world = await createSwapWorld();
    try {
      const swappers = await openSwappers(world, sizes.senders);
      const seconds = sizes.secondsPerRound;
      // Also tells how many quotes a round will use up.
      let rate = await swapFor(world, swappers, 4 * inFlight, seconds);
      const rounds: Round[] = [];
      for (let round = 0; round < sizes.rounds; round += 1) {
        const baseline = await pgbench?.tpcB({ clients: baselineClients, seconds });
        rate = await swapFor(world, swappers, Math.ceil(Math.max(rate, 100) * seconds * 1.5), seconds);
        log(`  round ${round + 1} of ${sizes.rounds}: ${rate.toFixed(0)} a second`);
        rounds.push({ measured: rate, baseline });
      }
      await world.checkBooks();
      return [
        {
          id: 'swap-confirmations',
          title: `swaps that people confirm, ${inFlight} in flight, one process`,
          unit: 'swaps/s',
          baseline: `TPC-B-like, ${baselineClients} clients`,
          goal: 0.5,
          stretch: 1,
          higherIsBetter: true,
          rounds,
        },
      ];
    } finally {
      await world.drop();
    }
  },
};

/** People with both tokens and a quote in each direction, which later ones are copies of. */
async function openSwappers(world: SwapWorld, count: number): Promise<Swappers> {
  const swappers = new Map<PersonId, Swapper>();
  for (let at = 0; at < count; at += 1) {
    const person = await world.person({ usdt: 10_000n * whole.usdt, reward: 100_000n * whole.reward }, 'DE');
    swappers.set(person.personId, person);
    await Promise.all([
      world.quote(person, { assetOut: 'usdt', assetIn: 'reward', amount: amounts.usdt }),
      world.quote(person, { assetOut: 'reward', assetIn: 'usdt', amount: amounts.reward }),
    ]);
  }
  return swappers;
}

/** Swaps for `seconds` at most, at up to `count` quotes. Returns swaps per second; throws where one is refused. */
async function swapFor(world: SwapWorld, swappers: Swappers, count: number, seconds: number): Promise<number> {
  const quotes = await copyQuotes(world, count);
  await world.sayPrices();
  const lanes = openSwapLanes(world.deps);
  return await drive({ inFlight, seconds }, () => {
    const quote = quotes.pop();
    if (quote === undefined) return undefined;
    const session = swappers.get(quote.person_id);
    assert(session !== undefined, 'every quote is of a swapper');
    const input = { session, quoteId: quote.id, idempotencyKey: randomUUID() };
    return executeSwap(world.deps, { ...input, tradePassword: '271828' }, lanes);
  });
}

/** As many quotes more, of random people, half of them in each direction. */
async function copyQuotes({ db }: SwapWorld, count: number): Promise<Prepared[]> {
  const { rows } = await sql<Prepared>`
    WITH first AS (SELECT DISTINCT ON (person_id, asset_out) * FROM swap_quotes ORDER BY person_id, asset_out, created_at),
    copies AS (SELECT count(*) AS count FROM first)
    INSERT INTO swap_quotes (id, person_id, wallet_id, asset_out, asset_in, amount_out, amount_in, fee, mid_numerator,
      mid_denominator, spread_ppm, impact_ppm, swapper_share, swapper_reward, pool_share, pool_reward, terms_version,
      expires_at)
    SELECT gen_random_uuid(), person_id, wallet_id, asset_out, asset_in, amount_out, amount_in, fee, mid_numerator,
           mid_denominator, spread_ppm, impact_ppm, swapper_share, swapper_reward, pool_share, pool_reward, terms_version,
           clock_timestamp() + interval '1 hour'
      FROM first, generate_series(1, ${count} / (SELECT count FROM copies) + 1) AS round
     ORDER BY random() LIMIT ${count}
    RETURNING id, person_id`.execute(db.kysely);
  assert(rows.length === count, 'a quote for each swap');
  return rows;
}
