import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@tern/base/clock';
import { openNode } from '@tern/tron/open-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tickerPrices } from '../chain/prices/ticker-prices.ts';
import { smsTransport } from './messaging/sms-transport.ts';

// Goal: whoever we ask outside cannot have us ask inside. Method: a server that redirects, and one that must not be asked.

let inside: Server;
let outside: Server;
let asked = 0;
const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  inside = createServer((_request, response) => {
    asked += 1;
    response.end('{"price":"1"}');
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  outside = createServer((request, response) => {
    const status = Number(/\d{3}/.exec(request.url ?? '')?.[0]);
    response.writeHead(status, { location: `${urlOf(inside)}/latest/meta-data` }).end();
  }).listen(0, '127.0.0.1');
  await once(outside, 'listening');
});
afterAll(async () => {
  for (const server of [inside, outside]) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

test.each([301, 302, 303, 307, 308])(
  'W19 a node, a ticker and a gateway for text messages that answer %i are not followed inside',
  async (status) => {
    const url = `${urlOf(outside)}/${status}`;
    const ticker = { asset: { id: 'trx', decimals: 6 }, url, price: '/price' } as const;
    const message = { recipient: '+4915112345678', subject: 'Hello', text: 'Hello', messageId: 'one' };
    const wishes = [
      openNode({ url, timeoutMs: 2_000 }).ask('/wallet/getnowblock', {}),
      tickerPrices({ tickers: [ticker], clock: systemClock }).readQuotes(),
      smsTransport({ provider: 'webhook', url }).send(message),
    ];
    for (const { status: outcome } of await Promise.allSettled(wishes)) expect(outcome).toBe('rejected');
    expect(asked).toBe(0);
  },
);
