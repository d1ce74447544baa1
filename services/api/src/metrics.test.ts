import { measureRequests } from '@tern/server/house/metrics/public';
import { holds, readAlarmRules, readMetrics } from '@tern/testkit/alarm-rules';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openApp } from './open-app.ts';
import { serveMetrics } from './serve-metrics.ts';

const exprOf = (alert: string): string => readAlarmRules().find((rule) => rule.alert === alert)?.expr ?? '';

async function openMeasured() {
  const measure = measureRequests();
  const app = await openApp({
    log: pino({ level: 'silent' }),
    trustedProxyHops: 0,
    secure: false,
    measure,
    onFault: measure.failed,
  });
  app.get('/well', () => 'well');
  app.get('/fault', () => {
    throw new Error('a defect of ours');
  });
  app.get('/stream', (_, reply) => reply.header('content-type', 'text/event-stream').send('data: 1\n\n'));
  let reads = 0;
  const metrics = await serveMetrics({
    host: '127.0.0.1',
    port: 0,
    token: undefined,
    measure,
    findHindrances: () => Promise.resolve([]),
    onRead: () => {
      reads += 1;
    },
  });
  const read = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  return { app, measure, metrics, read, reads: () => reads };
}

test('answers are counted by what became of them, and timed but for streams', async () => {
  const { app, metrics, read, reads } = await openMeasured();
  try {
    expect(reads()).toBe(0);
    for (const url of ['/well', '/well', '/nowhere', '/stream']) await app.inject({ url });
    const said = readMetrics(await read());
    expect(reads()).toBe(1);
    const of = (name: string, labels: object = {}): number | undefined =>
      said.find((each) => each.name === name && JSON.stringify(each.labels) === JSON.stringify(labels))?.value;
    expect(of('wallet_http_requests_total', { status: '2xx' })).toBe(3);
    expect(of('wallet_http_requests_total', { status: '4xx' })).toBe(1);
    expect(of('wallet_http_request_seconds_count')).toBe(3);
    expect(of('wallet_http_request_seconds_bucket', { le: '+Inf' })).toBe(3);
    expect(of('wallet_resident_bytes')).toBeGreaterThan(0);
    expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404);
  } finally {
    await metrics.close();
    await app.close();
  }
});

test('the alarms ServerFaults and AnswersSlow fire on what happened since the reading before', async () => {
  const { app, measure, metrics, read } = await openMeasured();
  try {
    await app.inject({ url: '/fault' });
    const before = await read();
    expect(holds(exprOf('ServerFaults'), before, before)).toBe(false);
    await app.inject({ url: '/fault' });
    for (let time = 0; time < 21; time += 1) measure.answered({ status: 200, ms: 2_100, streamed: false });
    const now = await read();
    expect(holds(exprOf('ServerFaults'), now, before)).toBe(true);
    expect(holds(exprOf('AnswersSlow'), now, before)).toBe(true);
    for (let time = 0; time < 100; time += 1) measure.answered({ status: 200, ms: 100, streamed: false });
    expect(holds(exprOf('AnswersSlow'), await read(), now)).toBe(false);
  } finally {
    await metrics.close();
    await app.close();
  }
});
