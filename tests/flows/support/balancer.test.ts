import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePorts } from '@tern/testkit/system/free-ports';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBalancer, type Balancer } from './machines.ts';

// Goal: what an upgrade hides is what may be sent twice and nothing else. Method: a server that fails at each path once.
let server: Server;
let balancer: Balancer;
let asked: string[] = [];
let url = '';

async function open(repeatsFaults: boolean): Promise<void> {
  const [port = 0] = await freePorts(1);
  url = `http://127.0.0.1:${port}`;
  const { port: behind } = server.address() as AddressInfo;
  const one = { name: 'api-1', url: `http://127.0.0.1:${behind}`, isReady: () => Promise.resolve(true) };
  balancer = await openBalancer(port, [one], { repeatsFaults });
}

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const what = `${request.method} ${request.url} ${body}`.trim();
      response.writeHead(asked.includes(what) ? 200 : 500).end('answered');
      asked.push(what);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await balancer.close();
  server.closeAllConnections();
  server.close();
});

const post = (path: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(`${url}${path}`, { method: 'POST', headers, body: 'seven' });

test('a fault is asked again where the request reads or has a key, with all that it said; no other request is', async () => {
  await open(true);
  expect((await fetch(`${url}/records`)).status).toBe(200);
  expect((await post('/confirm', { 'idempotency-key': 'one' })).status).toBe(200);
  expect((await post('/codes', {})).status).toBe(500);
  expect(asked).toEqual([
    'GET /records',
    'GET /records',
    'POST /confirm seven',
    'POST /confirm seven',
    'POST /codes seven',
  ]);
  expect(balancer.repeated()).toEqual(['GET /records', 'POST /confirm']);
  expect(balancer.refused()).toEqual([]);
});

test('without the rule a fault is handed on as it is', async () => {
  await open(false);
  expect((await fetch(`${url}/records`)).status).toBe(500);
  expect((await post('/confirm', { 'idempotency-key': 'one' })).status).toBe(500);
  expect(asked).toHaveLength(2);
  expect(balancer.repeated()).toEqual([]);
});
