import { randomUUID } from 'node:crypto';
import type { QuoteView, SwapDirectionView } from '@tern/contracts/routes/swaps';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openMarket, type Market } from './support/market.ts';
import { openTicker, type TestTicker } from './support/ticker.ts';

// Goal: with sources of prices that are stale, lie, are manipulated or gone, swaps of that coin stop or are made at the right
// price, and never at a wrong one; all else goes on. Method: the whole system with three sources of TRX that all have to
// agree: the operator's setting, the pair on the local chain, which a trader of the test moves, and a ticker of the test.
const usdt = 1_000_000n;
const trx = 1_000_000n;

let system: System;
let ticker: TestTicker;
let market: Market;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  ticker = await openTicker({ price: '0.3' });
  system = await startSystem({
    blocks: 'on-demand',
    settings: {
      PRICE_EVERY_SECONDS: '1',
      PRICE_SOURCES_TRX: '3',
      PRICE_TICKER_TRX: `${ticker.url} /price /time`,
    },
  });
  market = await openMarket(system.chain);
  [ana, ben] = await Promise.all([system.register('email'), system.register('email')]);
  await ana.setFactors();
  await system.chain.give(ana.wallet.address, 'usdt', 5_000n * usdt);
  await system.chain.give(ana.wallet.address, 'trx', 5_000n * trx);
  await mineUntil(
    system.chain,
    'the top-ups',
    async () => (await ana.available('usdt')) > 0n && (await ana.available('trx')) > 0n,
  );
  await untilOpen();
});
afterAll(async () => {
  await system.stop();
  ticker.close();
});

// Every test leaves sources that agree.
afterEach(async () => {
  ticker.says({ price: '0.3' });
  await market.moveBack();
  await untilOpen();
  expect(await system.findContradictions()).toEqual([]);
});

async function readDirection(): Promise<SwapDirectionView> {
  const { directions } = await ana.api.get<{ readonly directions: readonly SwapDirectionView[] }>('/swaps/options');
  const found = directions.find(({ assetOut, assetIn }) => assetOut === 'trx' && assetIn === 'usdt');
  if (found === undefined) throw new Error('TRX is no pair of USDT');
  return found;
}

/** Mines what an average needs and waits until the pair was looked at there: no block may come in the middle of a look. */
async function lookAtPair(blocks = 25): Promise<void> {
  await system.chain.mine(blocks);
  const { solidHeight } = await system.chain.info();
  await until('a look at the pair', async () => {
    const { rows } = await sql<{ seen: string | null }>`
      SELECT max(block_number) AS seen FROM pair_observations`.execute(system.db.kysely);
    return Number(rows[0]?.seen ?? 0) >= solidHeight;
  });
}

async function untilSwapsAre(wanted: SwapDirectionView['closed']): Promise<void> {
  await until(
    `swaps of TRX are ${wanted ?? 'open'}`,
    async () => {
      if ((await readDirection()).closed === wanted) return true;
      await lookAtPair();
      return undefined;
    },
    60_000,
  );
}

const untilOpen = () => untilSwapsAre(null);
const untilClosed = () => untilSwapsAre('prices');

/** How far the middle price is from 0.30 USDT, in parts per million. */
function deviationOf({ mid }: SwapDirectionView): number {
  if (mid === null) throw new Error('swaps of TRX are closed');
  return Math.abs((Number(mid.numerator) / Number(mid.denominator) / 0.3 - 1) * 1_000_000);
}

const quote = (assetOut: 'trx' | 'usdt', assetIn: 'trx' | 'usdt' | 'reward', amount: string) =>
  ana.api.send({
    method: 'POST',
    path: '/swaps/quotes',
    body: { walletId: ana.wallet.id, assetOut, assetIn, amount },
  });

const execute = (id: string) =>
  ana.api.send({
    method: 'POST',
    path: `/swaps/quotes/${id}/execute`,
    headers: { 'idempotency-key': randomUUID() },
    body: { tradePassword: ana.tradePassword },
  });

/** Swaps of TRX are refused in both directions, an older quote too; everything else a person does goes on. */
async function expectStopped(older: QuoteView): Promise<void> {
  expect(await quote('trx', 'usdt', '10')).toMatchObject({ code: 'SWAP_CLOSED', data: { reason: 'prices' } });
  expect(await quote('usdt', 'trx', '10')).toMatchObject({ code: 'SWAP_CLOSED', data: { reason: 'prices' } });
  await sql`UPDATE swap_quotes SET expires_at = clock_timestamp() + interval '5 minutes' WHERE id = ${older.id}`.execute(
    system.db.kysely,
  );
  expect(await execute(older.id)).toMatchObject({ code: 'SWAP_CLOSED' });

  const other = await quote('usdt', 'reward', '5');
  expect(other.status, other.text).toBe(200);
  expect((await execute((other.body as QuoteView).id)).body).toMatchObject({
    amountOut: '5000000',
  });
  const before = await ana.available('trx');
  await system.chain.give(ana.wallet.address, 'trx', 3n * trx);
  await mineUntil(system.chain, 'a deposit', async () => (await ana.available('trx')) === before + 3n * trx);
  const { id } = await ana.send({ to: freshAddress(), assetId: 'usdt', amount: '2' });
  await mineUntil(system.chain, 'a payment', async () => {
    await system.skipWaits();
    return (await ana.record(id)).status === 'success';
  });
}

async function quoteOfNow(): Promise<QuoteView> {
  const answer = await quote('trx', 'usdt', '10');
  expect(answer.status, answer.text).toBe(200);
  return answer.body as QuoteView;
}

/** What only time does otherwise: nothing has been heard of a source for longer than a minute. */
async function grewOld(source: 'ticker' | 'chain'): Promise<void> {
  await sql`
    UPDATE prices SET at = at - interval '2 minutes', confirmed_at = confirmed_at - interval '2 minutes'
     WHERE asset_id = 'trx' AND source = ${source}`.execute(system.db.kysely);
}

test('M10 F-P1 a source that lies stops swaps of that coin, and nothing else', async () => {
  const older = await quoteOfNow();
  ticker.says({ price: '0.36' });
  await untilClosed();
  await expectStopped(older);
});

test.each([
  ['repeats an old price', { price: '0.3', ageMs: 120_000 }],
  ['answers an error', { status: 500 }],
  ['answers something else', { body: '<html>' }],
  ['takes the connection and says nothing', 'nothing'],
] as const)('M10 F-P1 a ticker that %s counts no longer once its last price is a minute old', async (_, answer) => {
  ticker.says(answer);
  // One question may have been under way.
  await until('a question that came to nothing', async () => {
    await grewOld('ticker');
    return (await readDirection()).closed === 'prices';
  });
  expect((await quote('trx', 'usdt', '10')).code).toBe('SWAP_CLOSED');
});

test('M10 a trade that is undone within its block moves no price', async () => {
  await market.sellAndBuyBackInOneBlock(4_000_000n * trx);
  await lookAtPair(45);
  // What the pair keeps of two trades stays with it.
  expect(deviationOf(await readDirection())).toBeLessThan(4_000);
});

test('M10 a price that is pushed down for one block is averaged with nineteen others', async () => {
  await market.sell(500_000n * trx);
  expect(await market.spotPrice()).toBeLessThan(0.28);
  await system.chain.mine(1);
  await market.moveBack();
  // While the pushed block passes through the average.
  for (let look = 0; look < 8; look += 1) {
    await lookAtPair(7);
    const direction = await readDirection();
    if (direction.closed === null) expect(deviationOf(direction)).toBeLessThan(10_000);
  }
});

test('M10 F-P1 a pair that is moved and held stops swaps of that coin instead of pricing them', async () => {
  const older = await quoteOfNow();
  await market.sell(2_000_000n * trx);
  await untilClosed();
  await expectStopped(older);
});

test('M10 F-P1 with no source at all nothing is swapped, and people send as before', async () => {
  const older = await quoteOfNow();
  await system.processes.kill('worker');
  try {
    await sql`
      UPDATE prices SET at = at - interval '2 minutes', confirmed_at = confirmed_at - interval '2 minutes'
       WHERE asset_id <> 'usdt'`.execute(system.db.kysely);
    expect((await quote('trx', 'usdt', '10')).code).toBe('SWAP_CLOSED');
    expect((await quote('usdt', 'reward', '10')).code).toBe('SWAP_CLOSED');
    expect((await execute(older.id)).code).toMatch(/^(SWAP_CLOSED|QUOTE_EXPIRED)$/);
    const sent = await ana.send({ to: ben.wallet.address, assetId: 'usdt', amount: '1' });
    expect(sent.status).toBe('success');
  } finally {
    await system.processes.start('worker');
  }
});
