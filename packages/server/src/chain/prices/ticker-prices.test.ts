import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { tickerPrices } from './ticker-prices.ts';

const asset = { id: 'trx', decimals: 6 } as const;
const nowMs = Date.parse('2026-05-01T12:00:00Z');
const clock = { nowMs: () => nowMs, now: () => new Date(nowMs) };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/ticker`;
}

async function read(body: string, pointers: { price: string; time?: string }, status = 200) {
  const url = await serve((_, response) => void response.writeHead(status).end(body));
  return await tickerPrices({ tickers: [{ asset, url, ...pointers }], clock }).readQuotes();
}

test.each([
  ['a symbol ticker', '{"symbol":"TRXUSDT","price":"0.29870000"}', { price: '/price' }],
  ['a number', '{"data":{"amount":0.29870000,"base":"TRX"}}', { price: '/data/amount' }],
  ['a list within a result', '{"result":{"TRXUSDT":{"c":["0.2987","12.5"]}}}', { price: '/result/TRXUSDT/c/0' }],
  ['a time in seconds', `{"price":"0.2987","time":${nowMs / 1000}}`, { price: '/price', time: '/time' }],
  ['a time in milliseconds', `[{"last":"0.2987","ts":"${nowMs - 59_000}"}]`, { price: '/0/last', time: '/0/ts' }],
  ['a time as text', '{"price":"0.2987","at":"2026-05-01T12:00:10Z"}', { price: '/price', time: '/at' }],
])('reads %s', async (_, body, pointers) => {
  const [quote] = await read(body, pointers);
  expect(quote).toMatchObject({ assetId: 'trx', decimals: 6 });
  const { numerator, denominator } = quote?.price ?? { numerator: 0n, denominator: 1n };
  expect(numerator * 10_000n).toBe(2_987n * denominator);
});

test('a number keeps all its digits', async () => {
  const [quote] = await read('{"price":0.123456789012345678}', { price: '/price' });
  expect(quote?.price.numerator).toBe(123456789012345678n);
});

test.each([
  ['another form of answer', '{"last":"0.3"}'],
  ['a page', '<html>'],
  ['a negative price', '{"price":"-0.3"}'],
  ['a price of nothing', '{"price":"0.000"}'],
  ['an exponent', '{"price":3e-1}'],
  ['a word', '{"price":"NaN"}'],
  ['separators', '{"price":"1,000.5"}'],
  ['what lies in the prototype', '{}', '/constructor/name'],
])('M10 refuses %s', async (_, body, price = '/price') => {
  await expect(read(body, { price })).rejects.toThrow();
});

test('M10 refuses a price older than a minute, one from the future, and one without the time it should have', async () => {
  const body = (atMs: number) => `{"price":"0.3","time":${atMs}}`;
  await expect(read(body(nowMs - 60_001), { price: '/price', time: '/time' })).rejects.toThrow('old price');
  await expect(read(body(nowMs + 60_001), { price: '/price', time: '/time' })).rejects.toThrow('old price');
  await expect(read('{"price":"0.3"}', { price: '/price', time: '/time' })).rejects.toThrow('/time');
});

test('refuses errors, answers without end, and being sent elsewhere', async () => {
  await expect(read('{"price":"0.3"}', { price: '/price' }, 500)).rejects.toThrow('500');
  await expect(read(`{"price":"0.3","rest":"${'x'.repeat(70_000)}"}`, { price: '/price' })).rejects.toThrow(
    'without end',
  );
  const elsewhere = await serve((_, response) => void response.end('{"price":"0.3"}'));
  const url = await serve((_, response) => void response.writeHead(302, { location: elsewhere }).end());
  await expect(tickerPrices({ tickers: [{ asset, url, price: '/price' }], clock }).readQuotes()).rejects.toThrow();
});
