import { randomUUID } from 'node:crypto';
import { openDatabase } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openAsset } from '../../chain/assets/public.ts';
import { closeAssetNow } from '../../chain/assets/testing/close-asset-now.ts';
import { closeGap, openGap } from '../../chain/reserves/public.ts';
import { forgetQuotes } from './forget-quotes.ts';
import { fundLiquidity } from './fund-liquidity.ts';
import { listSwapOptions } from './list-swap-options.ts';
import { listSwaps } from './list-swaps.ts';
import { setPairOpen } from './pair-store.ts';
import { readSellValue } from './read-sell-value.ts';
import { createSwapWorld, whole, type SwapWorld } from './testing/swap-world.ts';

// Goal: a swap is both legs at the price that was shown, or nothing, and nobody gains by a price that is old, false or gone.

let world: SwapWorld;
beforeAll(async () => {
  world = await createSwapWorld();
});
afterEach(() => world.checkBooks());
afterAll(() => world.drop());

const code = (error: unknown) => (error as { readonly code?: string; readonly data?: unknown }).code;
const refusal = (work: Promise<unknown>) => work.then(() => 'done', code);
const toReward = { assetOut: 'usdt', assetIn: 'reward', amount: '100' } as const;

test('both legs, the fee and its parts are booked at once, and the record shows them as one', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt }, 'DE');
  const pool = await world.house('reward-pool', 'reward');
  const quote = await world.quote(ana, toReward);
  expect(quote).toMatchObject({ amountOut: '100000000', fee: '300000', keeps: '400000000' });
  const swap = await world.swap(ana, quote);

  expect(swap).toMatchObject({ amountIn: quote.amountIn, availableAfter: '400000000', status: 'distributing' });
  expect(await world.available(ana, 'usdt')).toBe(400n * whole.usdt);
  expect(await world.available(ana, 'reward')).toBe(BigInt(quote.amountIn));
  // A fifth of 0.30 USDT for the swapper and three tenths for the pool, at what a swap pays for a token: 0.10 less the spread.
  expect(BigInt(swap.reward)).toBe((60_000n * 10n ** 12n * 10n * 1_000_000n) / 997_500n);
  const toPool = (await world.house('reward-pool', 'reward')) - pool;
  expect(toPool).toBe((90_000n * 10n ** 12n * 10n * 1_000_000n) / 997_500n);
  const { rows } = await sql`
    SELECT type, asset, amount, counter_asset, counter_amount FROM records WHERE id = ${swap.recordId}`.execute(
    world.db.kysely,
  );
  expect(rows).toEqual([
    { type: 'swap', asset: 'usdt', amount: '100000000', counter_asset: 'reward', counter_amount: quote.amountIn },
  ]);
});

test('I11 a swap that an earlier version marked some moments after its quote ended keeps no alarm on', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt }, 'DE');
  const quote = await world.quote(ana, toReward);
  await world.swap(ana, quote);
  await sql`UPDATE swap_quotes SET used_at = expires_at + interval '20 milliseconds' WHERE id = ${quote.id}`.execute(
    world.db.kysely,
  );
  await world.checkBooks();
});

test('H14 what was bought can be sold at once on the same terms, and there and back is a loss', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt });
  await world.swap(ana, await world.quote(ana, toReward));
  const held = await world.available(ana, 'reward');
  const [tokens, rest] = [held / whole.reward, held % whole.reward];
  const amount = `${tokens}.${rest.toString().padStart(18, '0')}`;
  const back = await world.quote(ana, { assetOut: 'reward', assetIn: 'usdt', amount });
  await world.swap(ana, back);
  expect(await world.available(ana, 'reward')).toBe(0n);
  expect(await world.available(ana, 'usdt')).toBeLessThan(500n * whole.usdt);
  const terms = (await listSwapOptions(world.deps)).map(({ assetOut, assetIn, closed }) => [assetOut, assetIn, closed]);
  expect(terms).toHaveLength(6);
  for (const [assetOut, assetIn, closed] of terms) expect(terms).toContainEqual([assetIn, assetOut, closed]);
});

test('H14 nobody can buy what nobody could sell: without inventory for one direction both are closed, and limits are worth the same', async () => {
  const poor = await createSwapWorld();
  const worth = async () => {
    const [there, back] = (await listSwapOptions({ ...poor.deps, pairs: [['usdt', 'reward']] })).map(
      ({ closed, maximum }) => ({ closed, maximum: BigInt(maximum) }),
    );
    return { there, back };
  };
  try {
    // 100,000 tokens at 0.1 USDT, a tenth of them at once; there are ten times as many USDT.
    expect(await worth()).toEqual({
      there: { closed: null, maximum: 1_000n * whole.usdt },
      back: { closed: null, maximum: 10_000n * whole.reward },
    });
    // People who hold tokens would bring the house down to 5 USDT.
    await transact(poor.asConsole, async (tx) => {
      const [debit, credit] = [await houseAccount(tx, 'liquidity', 'usdt'), await houseAccount(tx, 'capital', 'usdt')];
      const leg = { debit, credit, asset: 'usdt', amount: units(99_995n * whole.usdt), code: 'correction' } as const;
      const details = { operators: ['one', 'two'], reason: 'test' };
      await postJournal(tx, { key: 'test:drain', kind: 'correction', legs: [leg], details });
    });
    expect(await worth()).toEqual({
      there: { closed: 'inventory', maximum: 0n },
      back: { closed: 'inventory', maximum: 0n },
    });
    const ana = await poor.person({ usdt: 500n * whole.usdt });
    expect(await refusal(poor.quote(ana, toReward))).toBe('SWAP_CLOSED');
  } finally {
    await poor.drop();
  }
});

test('M10 a quote is good once: twice in parallel is one swap, and the same request again has the same answer', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt });
  const quote = await world.quote(ana, toReward);
  const key = randomUUID();
  const replies = await Promise.all(Array.from({ length: 10 }, () => world.swap(ana, quote, key)));
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  expect(await Promise.all([refusal(world.swap(ana, quote)), refusal(world.swap(ana, quote))])).toEqual([
    'QUOTE_USED',
    'QUOTE_USED',
  ]);
  const other = await world.quote(ana, toReward);
  const raced = await Promise.all(Array.from({ length: 10 }, () => refusal(world.swap(ana, other))));
  expect(raced.filter((each) => each === 'done')).toHaveLength(1);
  expect(await world.available(ana, 'usdt')).toBe(300n * whole.usdt);
});

test('M10 after its 15 seconds a quote is worth nothing', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt });
  const quote = await world.quote(ana, toReward);
  await sql`UPDATE swap_quotes SET expires_at = clock_timestamp() WHERE id = ${quote.id}`.execute(world.db.kysely);
  expect(await refusal(world.swap(ana, quote))).toBe('QUOTE_EXPIRED');
  expect(await world.available(ana, 'usdt')).toBe(500n * whole.usdt);
});

test('M10 a quote that was good when it was judged is used at that moment, however long its money takes to move', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt });
  const quote = await world.quote(ana, toReward);
  const blocker = await world.db.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query(`SELECT FROM ledger.accounts WHERE class = 'liquidity' FOR UPDATE`);
  await sql`UPDATE swap_quotes SET expires_at = clock_timestamp() + interval '1 second' WHERE id = ${quote.id}`.execute(
    world.db.kysely,
  );
  const swapped = refusal(world.swap(ana, quote));
  await until('the swap waits for the house, and its quote is over', async () => {
    const { rows } = await sql<{ over: boolean }>`
      SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database())
        AND expires_at < clock_timestamp() AS over FROM swap_quotes WHERE id = ${quote.id}`.execute(world.db.kysely);
    return rows[0]?.over === true ? true : undefined;
  });
  await blocker.query('COMMIT');
  blocker.release();
  expect(await swapped).toBe('done');
});

test('M10 a price that moved against the house by more than half the spread is a changed price', async () => {
  const ana = await world.person({ trx: 5_000n * whole.trx });
  const quote = await world.quote(ana, { assetOut: 'trx', assetIn: 'usdt', amount: '1000' });
  const fall = async (price: string) => {
    await world.say('operator', { trx: price, reward: '0.1' });
    await world.say('chain', { trx: price });
  };
  await fall('0.2996');
  await fall('0.298');
  expect(await refusal(world.swap(ana, quote))).toBe('PRICE_CHANGED');
  await fall('0.36');
  const gain = await world.swap(ana, quote);
  expect(gain.amountIn).toBe(quote.amountIn);
  await fall('0.3');
});

test.each([
  ['one source lies', { trx: '0.36' }, undefined],
  ['a source is frozen', { trx: '0.3' }, "source = 'chain'"],
  ['both are down', { trx: '0.3' }, "asset_id = 'trx'"],
])('M10 no swap of TRX while %s, and the others go on', async (_, chain, frozen) => {
  const ana = await world.person({ trx: 1_000n * whole.trx, usdt: 500n * whole.usdt });
  const quote = await world.quote(ana, { assetOut: 'trx', assetIn: 'usdt', amount: '100' });
  await world.say('chain', chain);
  if (frozen !== undefined) {
    await sql`
      UPDATE prices SET at = at - interval '2 minutes', confirmed_at = confirmed_at - interval '2 minutes'
       WHERE ${sql.raw(frozen)}`.execute(world.db.kysely);
  }
  expect(await refusal(world.quote(ana, { assetOut: 'trx', assetIn: 'usdt', amount: '100' }))).toBe('SWAP_CLOSED');
  expect(await refusal(world.swap(ana, quote))).toBe('SWAP_CLOSED');
  expect(await refusal(world.quote(ana, { assetOut: 'reward', assetIn: 'trx', amount: '50' }))).toBe('SWAP_CLOSED');
  await world.swap(ana, await world.quote(ana, toReward));
  await sql`DELETE FROM prices WHERE asset_id = 'trx'`.execute(world.db.kysely);
  await world.sayPrices();
});

test('M35 swaps of a token stop while some of it is missing on chain', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt, trx: 1_000n * whole.trx });
  const gap = { assetId: 'reward', subject: 'liabilities' } as const;
  await transact(world.asWorker, (tx) => openGap(tx, { ...gap, missing: units(1n), blockNumber: 1 }));
  expect(await refusal(world.quote(ana, toReward))).toBe('SWAP_CLOSED');
  // Others go on, and give no rewards that are not there.
  const quote = await world.quote(ana, { assetOut: 'trx', assetIn: 'usdt', amount: '100' });
  expect(quote.reward).toBe('0');
  await transact(world.asWorker, (tx) => closeGap(tx, gap));
});

test('H01 a token that is promised and not issued yet is swapped only once it is on chain', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt });
  const issue = (kind: 'issuance' | 'issuance-on-chain') =>
    transact(world.asConsole, async (tx) => {
      const issuance = await houseAccount(tx, 'issuance', 'reward');
      const [debit, credit] =
        kind === 'issuance'
          ? [issuance, await houseAccount(tx, 'capital', 'reward')]
          : [await houseAccount(tx, 'custody:hot', 'reward'), issuance];
      const code = kind === 'issuance' ? 'issue' : 'issue-on-chain';
      const leg = { debit, credit, asset: 'reward', amount: units(5n), code } as const;
      await postJournal(tx, { key: `test:${kind}`, kind, legs: [leg] });
    });
  await issue('issuance');
  expect(await refusal(world.quote(ana, toReward))).toBe('SWAP_CLOSED');
  const closed = (await listSwapOptions(world.deps)).filter((direction) => direction.closed === 'not-issued');
  expect(closed).toHaveLength(4);
  await issue('issuance-on-chain');
  expect(await refusal(world.quote(ana, toReward))).toBe('done');
});

test('H13 what is held is worth what the swap pays for it, within one percent, and nothing where there is no market', async () => {
  const value = (tokens: bigint, change: Partial<SwapWorld['deps']> = {}) =>
    transact(world.deps.db, async (tx) => {
      const valueOf = await readSellValue({ ...world.deps, ...change }, tx, 'reward');
      return valueOf(units(tokens * whole.reward));
    });
  // So large a swap needs as much on the other side: limits are worth the same in both directions.
  await fundLiquidity(world.asConsole, {
    assetId: 'reward',
    amount: units(500_000n * whole.reward),
    operator: 'test',
    key: 'more',
  });
  for (const tokens of [20n, 500n, 50_000n]) {
    const ana = await world.person({ reward: tokens * whole.reward });
    const quote = await world.quote(ana, { assetOut: 'reward', assetIn: 'usdt', amount: String(tokens) });
    const shown = (await value(tokens)) ?? 0n;
    expect(shown).toBeLessThanOrEqual(BigInt(quote.amountIn));
    expect(shown * 100n).toBeGreaterThanOrEqual(BigInt(quote.amountIn) * 99n);
  }
  expect(await value(0n)).toBe(0n);
  expect(await value(20n, { pairs: [['trx', 'usdt']] })).toBeUndefined();
  await sql`UPDATE prices SET at = at - interval '2 minutes', confirmed_at = confirmed_at - interval '2 minutes'
             WHERE asset_id = 'reward'`.execute(world.db.kysely);
  expect(await value(20n)).toBeUndefined();
  await world.say('operator', { trx: '0.3', reward: '0.1' });
});

test('bounds, balance and amounts are told before anything happens', async () => {
  const ana = await world.person({ usdt: 50n * whole.usdt });
  const quote = (amount: string) => refusal(world.quote(ana, { ...toReward, amount }));
  expect(await quote('')).toBe('AMOUNT_REQUIRED');
  expect(await quote('1.2345678')).toBe('AMOUNT_INVALID');
  expect(await quote('0')).toBe('AMOUNT_INVALID');
  expect(await quote('0.999999')).toBe('AMOUNT_BELOW_MINIMUM');
  expect(await quote('20000.000001')).toBe('AMOUNT_ABOVE_MAXIMUM');
  expect(await quote('50.000001')).toBe('INSUFFICIENT_BALANCE');
  expect(await refusal(world.quote(ana, { assetOut: 'usdt', assetIn: 'usdt', amount: '10' }))).toBe('NOT_FOUND');
});

test('M01 of many swaps of the whole balance at once one succeeds', async () => {
  const ana = await world.person({ usdt: 100n * whole.usdt });
  const quotes = await Promise.all(Array.from({ length: 20 }, () => world.quote(ana, toReward)));
  const outcomes = await Promise.all(quotes.map((quote) => refusal(world.swap(ana, quote))));
  expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['done', 'INSUFFICIENT_BALANCE']));
});

test('somebody else’s quote does not exist', async () => {
  const [ana, ben] = [await world.person({ usdt: 500n * whole.usdt }), await world.person({ usdt: 500n * whole.usdt })];
  const quote = await world.quote(ana, toReward);
  expect(await refusal(world.swap(ben, quote))).toBe('NOT_FOUND');
});

test.each([
  ['no country is declared', undefined],
  ['incentives are closed', 'GB'],
])('the fee gives nothing back where %s, and the swap is as good as anybody’s', async (_, country) => {
  const [ana, ben] = [
    await world.person({ usdt: 500n * whole.usdt }, country),
    await world.person({ usdt: 500n * whole.usdt }, 'DE'),
  ];
  const [without, withReward] = [await world.quote(ana, toReward), await world.quote(ben, toReward)];
  expect(without).toMatchObject({ reward: '0', amountIn: withReward.amountIn, fee: withReward.fee });
  expect((await world.swap(ana, without)).status).toBe('completed');
});

test('a person’s swaps are listed newest first, by status and token, page by page', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt, trx: 1_000n * whole.trx }, 'DE');
  for (const amount of ['10', '20', '30']) await world.swap(ana, await world.quote(ana, { ...toReward, amount }));
  await world.swap(ana, await world.quote(ana, { assetOut: 'trx', assetIn: 'usdt', amount: '40' }));
  const list = (input: object) =>
    listSwaps(world.db.kysely, { personId: ana.personId, status: 'all', limit: 2, ...input } as never);
  const first = await list({});
  const second = await list({ cursor: first.nextCursor });
  const amounts = [...first.swaps, ...second.swaps].map(({ amountOut }) => Number(amountOut) / 1e6);
  expect(amounts).toEqual([40, 30, 20, 10]);
  expect(second.nextCursor).toBeNull();
  expect((await list({ assetId: 'trx', limit: 10 })).swaps).toHaveLength(1);
  expect((await list({ status: 'distributing', limit: 10 })).swaps).toHaveLength(4);
  expect((await list({ status: 'completed', limit: 10 })).swaps).toHaveLength(0);
});

test('quotes nobody took are forgotten after a day, those that were taken never', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt });
  const [taken, left] = [await world.quote(ana, toReward), await world.quote(ana, toReward)];
  await world.swap(ana, taken);
  await sql`UPDATE swap_quotes SET expires_at = expires_at - interval '25 hours', used_at = used_at - interval '25 hours'`.execute(
    world.db.kysely,
  );
  expect(await forgetQuotes({ db: world.asWorker }, { limit: 1_000 })).toBeGreaterThan(0);
  const { rows } = await sql`SELECT id FROM swap_quotes WHERE id IN (${taken.id}, ${left.id})`.execute(world.db.kysely);
  expect(rows).toEqual([{ id: taken.id }]);
});

test('H14 a pair that operators closed is closed in both directions, and open in both again', async () => {
  const openOnes = async () => (await listSwapOptions(world.deps)).filter(({ closed }) => closed === null).length;
  const [pair] = world.deps.pairs;
  if (pair === undefined) throw new Error('the world has pairs');
  const before = await openOnes();
  const setOpen = (open: boolean) =>
    carryOutChange(world, { kind: 'pair', one: pair[1], other: pair[0], open }, (tx) => setPairOpen(tx, pair, open));
  await setOpen(false);
  const paused = (await listSwapOptions(world.deps)).filter(({ closed }) => closed === 'paused');
  expect(paused.map(({ assetOut, assetIn }) => [assetOut, assetIn].toSorted().join())).toEqual(
    Array.from({ length: 2 }, () => pair.toSorted().join()),
  );
  await setOpen(true);
  expect(await openOnes()).toBe(before);
});

test('H14 a closed coin is swapped in neither direction, by any process, also at quotes given before; others go on', async () => {
  await world.sayPrices();
  const ana = await world.person({ usdt: 500n * whole.usdt, trx: 1_000n * whole.trx }, 'DE');
  const fromTrx = { assetOut: 'trx', assetIn: 'usdt', amount: '100' } as const;
  const quote = await world.quote(ana, fromTrx);
  await closeAssetNow(world, 'trx');
  const other = openDatabase({ url: world.apiUrl, applicationName: 'another api', poolMax: 1 });
  try {
    for (const db of [world.deps.db, other]) {
      const paused = (await listSwapOptions({ ...world.deps, db })).filter(({ closed }) => closed === 'paused');
      expect(paused.map(({ assetOut, assetIn }) => [assetOut, assetIn].toSorted().join()).toSorted()).toEqual([
        ...['reward,trx', 'reward,trx'],
        ...['trx,usdt', 'trx,usdt'],
      ]);
    }
  } finally {
    await other.close();
  }
  expect(await refusal(world.swap(ana, quote))).toBe('SWAP_CLOSED');
  expect(await refusal(world.quote(ana, fromTrx))).toBe('SWAP_CLOSED');
  expect(await refusal(world.quote(ana, { assetOut: 'usdt', assetIn: 'trx', amount: '10' }))).toBe('SWAP_CLOSED');
  await world.swap(ana, await world.quote(ana, toReward));
  await carryOutChange(world, { kind: 'asset', assetId: 'trx', open: true }, (tx) => openAsset(tx, 'trx'));
  expect(await refusal(world.quote(ana, fromTrx))).toBe('done');
});

test('H14 while the reward token is closed no swap gives more of it', async () => {
  await world.sayPrices();
  const ana = await world.person({ usdt: 500n * whole.usdt }, 'DE');
  const toTrx = { assetOut: 'usdt', assetIn: 'trx', amount: '100' } as const;
  const before = await world.quote(ana, toTrx);
  await closeAssetNow(world, 'reward');
  // What was to be given back is not there any more: the person is asked again before anything happens.
  expect(await refusal(world.swap(ana, before))).toBe('PRICE_CHANGED');
  const pool = await world.house('reward-pool', 'reward');
  const quote = await world.quote(ana, toTrx);
  expect(quote).toMatchObject({ reward: '0', fee: before.fee });
  expect((await world.swap(ana, quote)).status).toBe('completed');
  expect(await world.house('reward-pool', 'reward')).toBe(pool);
  await carryOutChange(world, { kind: 'asset', assetId: 'reward', open: true }, (tx) => openAsset(tx, 'reward'));
});
