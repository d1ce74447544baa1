import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { manualClock } from '@tern/base/clock';
import { loadConfig } from '@tern/config/load-config';
import { priceRules } from '@tern/config/price-rules';
import { findAgreedPrice } from '@tern/server/chain/prices/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { priceSteps } from './price-steps.ts';
import type { WorkerWorld } from './worker-world.ts';

// Goal: what the tickers of real exchanges answer, well or badly, gives the right price of TRX or closes its swaps, and never gives
// a wrong one. Method: the worker's own steps ask a server on loopback, which answers in the forms that the exchanges document.
const now = new Date('2026-05-01T12:00:00Z');
const exchanges = ['binance', 'okx', 'kraken', 'bybit', 'kucoin', 'gate'] as const;
type Exchange = (typeof exchanges)[number];

/** What docs/prices.md tells operators to set, after the host. */
const settingOf: Readonly<Record<Exchange, string>> = {
  binance: '/api/v3/ticker/24hr?symbol=TRXUSDT /lastPrice /closeTime',
  okx: '/api/v5/market/ticker?instId=TRX-USDT /data/0/last /data/0/ts',
  kraken: '/0/public/Ticker?pair=TRXUSD /result/TRXUSD/c/0',
  bybit: '/v5/market/tickers?category=spot&symbol=TRXUSDT /result/list/0/lastPrice /time',
  kucoin: '/api/v1/market/orderbook/level1?symbol=TRX-USDT /data/price /data/time',
  gate: '/api/v4/spot/tickers?currency_pair=TRX_USDT /0/last',
};

type Answer = { readonly status?: number; readonly body: string };

const recorded = (exchange: Exchange): string =>
  readFileSync(new URL(`testing/tickers/${exchange}.json`, import.meta.url), 'utf8');
const good = (exchange: Exchange): Answer => ({ body: recorded(exchange) });

let database: TestDatabase;
let server: Server;
let url: string;
let answers: Map<Exchange, Answer>;
beforeAll(async () => {
  database = await createTestDatabase();
  server = createServer((request, response) => {
    const exchange = exchanges.find((each) => settingOf[each].startsWith(`${request.url} `));
    const { status = 200, body } = (exchange && answers.get(exchange)) ?? { status: 404, body: '' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await database.drop();
});
beforeEach(async () => {
  await database.db.pool.query('TRUNCATE prices');
  answers = new Map(exchanges.map((exchange) => [exchange, good(exchange)]));
});

const configOf = (tickers: readonly Exchange[], fixed = '0.2987') =>
  loadConfig({
    TERN_PROFILE: 'test',
    TRON_NETWORK: 'mainnet',
    REWARD_CONTRACT: 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj',
    PRICE_TRX_USDT: fixed,
    ...Object.fromEntries(
      tickers.map((exchange, index) => [
        `PRICE_TICKER_TRX${index === 0 ? '' : `_${index + 1}`}`,
        `${url}${settingOf[exchange]}`,
      ]),
    ),
  });

/** Lets every source be asked once, and says which failed and what a swap of TRX would be made at. */
async function refresh(tickers: readonly Exchange[], fixed?: string) {
  const config = configOf(tickers, fixed);
  const world = { config, db: database.asWorker, clock: manualClock(now), network: { contracts: {} }, nodes: [] };
  const failed: string[] = [];
  for (const { name, tick } of priceSteps(world as unknown as WorkerWorld)) {
    await tick(new AbortController().signal).catch(() => failed.push(name.replace('refresh-prices-', '')));
  }
  const agreement = await findAgreedPrice(database.asApi.kysely, priceRules(config), 'trx');
  return {
    failed,
    price:
      agreement.outcome === 'agreed'
        ? Number(agreement.price.numerator) / Number(agreement.price.denominator)
        : agreement.reason,
    dissenting: agreement.outcome === 'agreed' ? agreement.dissenting : [],
  };
}

/** What a minute and a second do. */
const age = () =>
  database.db.pool.query(
    "UPDATE prices SET confirmed_at = now() - interval '61 seconds', at = now() - interval '62 seconds'",
  );

test.each([
  [['binance', 'okx', 'kraken'], 0.2987],
  [['bybit', 'kucoin', 'gate'], 0.2987],
] as const)('M10 %s in their documented form agree', async (tickers, price) => {
  const { failed, price: agreed, dissenting } = await refresh(tickers);
  expect([failed, dissenting]).toEqual([[], []]);
  expect(agreed).toBeCloseTo(price, 4);
});

const bad: readonly (readonly [string, Answer])[] = [
  ['repeats an old price', { body: recorded('binance').replace('1777636795000', '1777636700000') }],
  ['answers a page', { body: '<html><body>Service unavailable</body></html>' }],
  ['is cut off', { body: recorded('binance').slice(0, 200) }],
  ['limits us (429)', { status: 429, body: '{"code":-1003,"msg":"Too much request weight used"}' }],
  ['has banned us (418)', { status: 418, body: '{"code":-1003,"msg":"IP banned until 1777637000000."}' }],
  ['writes an exponent', { body: recorded('binance').replace('"0.29870000"', '"2.987e-1"') }],
  ['writes a number with an exponent', { body: recorded('binance').replace('"0.29870000"', '2.987E-1') }],
  ['knows no such pair', { status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' }],
  ['is down', { status: 502, body: '' }],
];

test.each(bad)('M10 one of three that %s is left out, and the others give the price', async (_, answer) => {
  answers.set('binance', answer);
  const { failed, price } = await refresh(['binance', 'okx', 'kraken'], '0.5');
  expect(failed).toEqual(['ticker']);
  expect(price).toBeCloseTo(0.2988, 3);
});

test.each([
  ['kraken', '{"error":["EGeneral:Too many requests"]}'],
  ['bybit', '{"retCode":10006,"retMsg":"Too many visits!","result":{},"retExtInfo":{},"time":1777636799087}'],
  ['okx', '{"code":"51001","msg":"Instrument ID does not exist","data":[]}'],
  ['kucoin', '{"code":"200000","data":null}'],
  ['gate', '[]'],
] as const)('M10 an error of %s that comes with status 200 is no price', async (exchange, body) => {
  answers.set(exchange, { body });
  expect((await refresh([exchange])).failed).toEqual(['ticker']);
});

test('M10 one that is 10 % off is outvoted and named', async () => {
  answers.set('okx', { body: recorded('okx').replace('"0.29865"', '"0.32851"') });
  const { failed, price, dissenting } = await refresh(['binance', 'okx', 'kraken']);
  expect(failed).toEqual([]);
  expect(price).toBeCloseTo(0.29875, 4);
  expect(dissenting).toEqual(['ticker-2']);
});

test('M10 two that differ by 10 %, beside a fixed price that is old, close the swaps', async () => {
  answers.set('okx', { body: recorded('okx').replace('"0.29865"', '"0.32851"') });
  expect((await refresh(['binance', 'okx'], '0.25')).price).toBe('disagreeing');
});

test('M10 with all tickers silent for a minute the swaps close, whatever the fixed price is', async () => {
  expect((await refresh(['binance', 'okx', 'kraken'])).price).toBeCloseTo(0.2987, 4);
  await age();
  for (const exchange of exchanges) answers.set(exchange, { status: 503, body: '' });
  expect(await refresh(['binance', 'okx', 'kraken'])).toMatchObject({
    failed: ['ticker', 'ticker-2', 'ticker-3'],
    price: 'stale',
  });
});

test('M10 without a ticker mainnet has the fixed price alone, and the swaps are closed', async () => {
  expect((await refresh([])).price).toBe('too-few-sources');
});
