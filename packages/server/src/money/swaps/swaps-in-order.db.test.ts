import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSwaps } from './list-swaps.ts';
import { createSwapWorld, whole, type SwapWorld } from './testing/swap-world.ts';

let world: SwapWorld;
beforeAll(async () => {
  world = await createSwapWorld();
});
afterAll(() => world.drop());

const toReward = { assetOut: 'usdt', assetIn: 'reward' } as const;

test('swaps within one millisecond are listed in their order, and no page skips or repeats one, also while more come', async () => {
  const ana = await world.person({ usdt: 1_000n * whole.usdt });
  const swapOf = async (amount: number) => {
    await world.sayPrices();
    await world.swap(ana, await world.quote(ana, { ...toReward, amount: String(amount) }));
  };
  for (let amount = 11; amount <= 20; amount += 1) await swapOf(amount);
  // Ids within one millisecond are random: ten of them would be in order by chance once in three million times.
  const made = (await listSwaps(world.db.kysely, { personId: ana.personId, status: 'all', limit: 1 })).swaps[0]
    ?.createdAt;
  await sql`UPDATE swaps SET created_at = ${made}, id = gen_random_uuid() WHERE person_id = ${ana.personId}`.execute(
    world.db.kysely,
  );
  const seen: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page: Awaited<ReturnType<typeof listSwaps>> = await listSwaps(world.db.kysely, {
      personId: ana.personId,
      status: 'all',
      limit: 3,
      ...(cursor ? { cursor: cursor as never } : {}),
    });
    seen.push(...page.swaps.map(({ amountOut }) => Number(amountOut) / 1e6));
    cursor = page.nextCursor;
    // What comes meanwhile is newer than every page to come.
    if (seen.length === 3) await swapOf(21);
  } while (cursor !== null);
  expect(seen).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11]);
});
