import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { Order, Report } from './testing/ask-everybody.ts';

// Goal: a process connects to what its settings name, whichever of its code asks. Method: a process of its own tries every way out
// that Node has; listeners of this machine stand for everybody else and count who comes.

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

let arrived = 0;
async function listenAt(host: string): Promise<{ readonly host: string; readonly port: number }> {
  const server = http.createServer((_request, response) => response.end('hello'));
  server.on('connection', () => (arrived += 1));
  server.listen(0, host);
  await once(server, 'listening');
  closers.push(() => server.close());
  return { host, port: (server.address() as AddressInfo).port };
}

async function ask(order: Order): Promise<Report> {
  const child = fork(fileURLToPath(new URL('./testing/ask-everybody.ts', import.meta.url)));
  child.send(order);
  const [report] = (await once(child, 'message')) as [Report];
  child.kill();
  return report;
}

test('X09 of five strangers nobody hears anything, by whatever way out, and each try is told', async () => {
  const strangers = await Promise.all([2, 3, 4, 5, 6].map((last) => listenAt(`127.0.0.${last}`)));
  const friend = await listenAt('127.0.0.1');
  arrived = 0;
  const { refused, ...report } = await ask({ allowed: [friend], ask: strangers });
  expect(Object.keys(report)).toHaveLength(95);
  expect(new Set(Object.values(report))).toEqual(new Set(['EgressRefused']));
  expect(arrived).toBe(0);
  for (const { host, port } of strangers) expect(refused).toContain(`${host}:${port}`);
});

test('X09 what is judged is what is done: no lookup of one’s own, nothing that answers twice leads elsewhere', async () => {
  const stranger = await listenAt('127.0.0.2');
  arrived = 0;
  const { port } = stranger;
  const report = await ask({
    allowed: ['127.0.0.1', 'named.invalid'].map((host) => ({ host, port })),
    ask: [stranger],
  });
  for (const way of ['two faces', 'own lookup', 'own lookup by http'])
    expect(report[`${way} 127.0.0.2`], way).not.toMatch(/connected|EgressRefused/);
  expect(arrived).toBe(0);
});

test('X09 who is named is reached, at the named port alone, and so are sockets of this machine', async () => {
  const [friend, other] = [await listenAt('127.0.0.1'), await listenAt('127.0.0.1')];
  const path = join(tmpdir(), `${randomUUID()}.sock`);
  const local = net.createServer((socket) => socket.end()).listen(path);
  closers.push(() => local.close());
  const report = await ask({ allowed: [friend], ask: [friend, path] });
  expect(report).toMatchObject({
    'net 127.0.0.1': 'connected',
    'net by port and host 127.0.0.1': 'connected',
    'a socket of its own 127.0.0.1': 'connected',
    'http 127.0.0.1': 'connected',
    'fetch 127.0.0.1': 'connected',
    'datagram 127.0.0.1': 'EgressRefused',
    [path]: 'connected',
  });
  expect(Object.values(await ask({ allowed: [friend], ask: [other] })).filter((each) => each === 'connected')).toEqual(
    [],
  );
});

test('X09 a name stands for itself, a star for what is below it, and neither for what merely ends or begins alike', async () => {
  const { port } = await listenAt('127.0.0.1');
  const allowed = [
    { host: '*.localhost', port },
    { host: 'LOCALHOST.', port },
  ];
  const named = ['localhost', 'LocalHost.'].map((host) => ({ host, port }));
  const strange = ['evil-localhost', 'localhost.example', 'xlocalhost', '127.0.0.1'].map((host) => ({ host, port }));
  const report = await ask({ allowed, ask: [...named, ...strange] });
  // However it is written it is let through; whether the system then knows it is another matter.
  expect(report['net localhost']).toBe('connected');
  for (const { host } of named) expect(report[`net ${host}`], host).not.toBe('EgressRefused');
  for (const { host } of strange) expect(report[`net ${host}`], host).toBe('EgressRefused');
  expect(
    (await ask({ allowed: [{ host: '*.localhost', port }], ask: [{ host: 'a.localhost', port }] }))['net a.localhost'],
  ).not.toBe('EgressRefused');
});

test('W19 X09 what may lead to public addresses alone is not reached inside, by name, by address or by a lookup of one’s own', async () => {
  const inside = await listenAt('127.0.0.1');
  arrived = 0;
  const { port } = inside;
  const report = await ask({
    allowed: ['localhost', '127.0.0.1', 'named.invalid'].map((host) => ({ host, port, publicOnly: true as const })),
    ask: ['localhost', '127.0.0.1'].map((host) => ({ host, port })),
  });
  for (const way of ['net', 'tls', 'http', 'https', 'fetch', 'own lookup', 'own lookup by http'])
    for (const host of ['localhost', '127.0.0.1'])
      expect(report[`${way} ${host}`], `${way} ${host}`).not.toBe('connected');
  expect(report['net 127.0.0.1']).toBe('EgressRefused');
  expect(arrived).toBe(0);
  // Whoever is named without this is reached as before.
  const both = [inside, { ...inside, publicOnly: true as const }];
  expect((await ask({ allowed: both, ask: [inside] }))['net 127.0.0.1']).toBe('connected');
});
