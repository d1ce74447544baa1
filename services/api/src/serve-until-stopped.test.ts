import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { measureRequests } from '@tern/server/house/metrics/public';
import { until } from '@tern/testkit/system/until';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openApp } from './open-app.ts';
import { serveUntilStopped } from './serve-until-stopped.ts';

// Goal: who is told to stop first stops being chosen, then ends what it has begun. Method: one server, asked over one kept
// connection and over new ones, in every phase of its end.
async function serve(drainSeconds: number, drainLimitSeconds = 10) {
  const stopping = new AbortController();
  const slow = Promise.withResolvers<void>();
  const [order, reports]: [string[], string[]] = [[], []];
  const measure = measureRequests();
  const app = await openApp({
    log: pino({ level: 'silent' }),
    trustedProxyHops: 0,
    secure: false,
    measure,
    onFault: measure.failed,
    stopping: stopping.signal,
  });
  app.get('/quick', () => 'done');
  app.get('/slow', () => slow.promise.then(() => 'done at last'));
  const said: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = (line) => said.push(String(line)) > 0;
  const ended = serveUntilStopped({
    app,
    at: { host: '127.0.0.1', port: 0 },
    metrics: { host: '127.0.0.1', port: 0, token: undefined, measure },
    config: { drainSeconds, drainLimitSeconds },
    log: pino({ level: 'silent' }),
    findHindrances: () => Promise.resolve([]),
    report: ({ place }) => {
      reports.push(place);
      return { stop: async () => void reports.push('its end') };
    },
    stopping: stopping.signal,
    endStreams: async () => void order.push('streams'),
    dispose: async () => void order.push('disposed'),
  });
  await until('it serves', () => said.some((line) => line.includes('"ready":true')));
  process.stdout.write = write;
  const { url, healthPort } = JSON.parse(said.find((line) => line.includes('"ready":true')) ?? '') as {
    readonly url: string;
    readonly healthPort: number;
  };
  const readiness = async () => (await fetch(`http://127.0.0.1:${healthPort}/health/ready`)).status;
  return {
    url,
    healthPort,
    readiness,
    ended,
    order,
    reports,
    stop: () => stopping.abort(),
    endSlow: () => slow.resolve(),
  };
}

async function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

test('it is not ready at once, answers on while others are chosen, and keeps no connection', async () => {
  const { url, readiness, ended, order, stop } = await serve(0.5);
  const agent = new Agent({ keepAlive: true });
  expect((await ask(`${url}/quick`, agent)).headers.connection).toBe('keep-alive');
  expect(await readiness()).toBe(200);
  stop();
  expect(await readiness()).toBe(503);
  const late = await ask(`${url}/quick`, agent);
  expect([late.statusCode, late.headers.connection]).toEqual([200, 'close']);
  expect(order).toEqual([]);
  await ended;
  expect(order).toEqual(['streams', 'disposed']);
  await expect(ask(`${url}/quick`, agent)).rejects.toThrow('ECONNREFUSED');
});

test('what is under way is answered before anything is closed', async () => {
  const { url, ended, order, stop, endSlow } = await serve(0);
  const agent = new Agent({ keepAlive: true });
  const asked = ask(`${url}/slow`, agent);
  // A second one says that the first has arrived.
  await ask(`${url}/quick`, new Agent());
  stop();
  await until('no new connection', () =>
    ask(`${url}/quick`, new Agent()).then(
      () => false,
      () => true,
    ),
  );
  expect(order).toEqual(['streams']);
  endSlow();
  expect((await asked).statusCode).toBe(200);
  await ended;
  expect(order).toEqual(['streams', 'disposed']);
});

test('what takes longer than the limit is cut off', async () => {
  const { url, ended, order, stop, endSlow } = await serve(0, 0.2);
  const asked = ask(`${url}/slow`, new Agent()).catch(() => 'cut off');
  await ask(`${url}/quick`, new Agent());
  stop();
  await ended;
  expect(order).toEqual(['streams']);
  endSlow();
  await asked;
});

test('it reports that it lives from when it serves, by its machine and health page, and its end as soon as it is told to stop', async () => {
  const { healthPort, ended, order, reports, stop } = await serve(0.2);
  expect(reports).toEqual([`${hostname()}:${healthPort}`]);
  stop();
  await until('it says so', () => reports.length === 2);
  expect([reports[1], order]).toEqual(['its end', []]);
  await ended;
});
