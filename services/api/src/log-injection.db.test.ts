import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillWith } from './testing/fill-with.ts';
import { inputOf, listRoutes } from './testing/list-routes.ts';
import { openBrowser, openTestApi, registerByMail, type Browser, type TestApi } from './testing/open-test-api.ts';

// Goal: nobody writes a line into our log, or makes one read as another. Method: what ends lines, paints terminals, turns
// directions, looks like a format or like a line of ours, in every text of every route, in its path, its query and its
// headers, and in the words of faults; then the lines are read as they were written.
let api: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await openTestApi({
    onFault: ({ requestId, route, error }) => api.app.log.error({ requestId, route, err: error }, 'unexpected fault'),
  });
  browser = openBrowser(api.app);
  await registerByMail(api, browser, 'injection@example.org');
});
afterAll(() => api.close());

const forged = '{"level":30,"name":"api","msg":"answered","status":200,"forged":true}';
const payloads = [
  `x\r\n${forged}`,
  `x\u2028${forged}\u2029`,
  '\u001b[2J\u001b]0;owned\u0007',
  '\u009b31mred\u009d0;owned\u009c',
  '%s %d %j %o %n %c %%',
  '","forged":true,"x":"',
  '\u202eevil\u2066\u200b\u200f',
];

/** Anything a line must not contain as it is: all but printable characters. */
// eslint-disable-next-line no-control-regex -- what must not be there
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

function expectOwnLines(lines: readonly string[], count: number): void {
  expect(lines.length).toBe(count);
  for (const line of lines) {
    expect(line.endsWith('\n')).toBe(true);
    const text = line.slice(0, -1);
    expect(unprintable.test(text), text).toBe(false);
    const read = JSON.parse(text) as Readonly<Record<string, unknown>>;
    expect(Object.hasOwn(read, 'forged'), text).toBe(false);
    expect(read).toMatchObject({ level: expect.any(Number), time: expect.any(Number), msg: expect.any(String) });
    // JSON takes the last of two fields of one name: a forged one would hide ours.
    expect(text.match(/"(?:msg|level|requestId|status)":/g)?.toSorted()).toEqual(
      [...new Set(text.match(/"(?:msg|level|requestId|status)":/g))].toSorted(),
    );
  }
}
const routes = listRoutes().filter(({ name }) => name !== 'live.live' && name !== 'identity.logout');

test('X04 none of them, in every text of every route, leaves more than one line for each request', async () => {
  api.lines.splice(0);
  const payload = payloads.join(' ');
  // What HTTP takes as a header; the rest is refused before it is anybody's.
  const header = Buffer.from(payload.replace(/[\r\n]/g, ' '), 'utf8').toString('latin1');
  let asked = 0;
  for (const { method, url, name } of routes) {
    const headers = { 'user-agent': header, referer: header, 'x-request-id': header, 'idempotency-key': randomUUID() };
    for (const target of [`${url}?cursor=${encodeURIComponent(payload)}`, `${url}/${encodeURIComponent(payload)}`]) {
      if (method === 'POST') await browser.post(target, fillWith(inputOf(name), payload), { headers });
      else await browser.get(target, { headers });
      asked += 1;
    }
  }
  expect(asked).toBeGreaterThan(180);
  expectOwnLines(api.lines.splice(0), asked);
});

test('X04 a fault with any of them in its words is one line beside that of its request', async () => {
  let words = '';
  const failing: TestApi = await openTestApi({
    readSession: () => Promise.reject(Object.assign(new Error(words), { detail: words, code: words })),
    onFault: ({ requestId, route, error }) =>
      failing.app.log.error({ requestId, route, err: error }, 'unexpected fault'),
  });
  try {
    const caller = openBrowser(failing.app);
    caller.cookies.set('session', 'a'.repeat(43));
    for (const payload of payloads) {
      words = payload;
      failing.lines.splice(0);
      expect((await caller.get('/api/identity/account')).statusCode).toBe(500);
      expectOwnLines(failing.lines, 2);
    }
  } finally {
    await failing.close();
  }
});

test('X04 raw bytes in the line and the headers of a request leave no line but our own', async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  api.lines.splice(0);
  let answered = 0;
  for (const payload of payloads) {
    for (const bytes of [
      `GET /api/health?x=${payload} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
      `GET /api/health HTTP/1.1\r\nhost: ${payload}\r\nconnection: close\r\n\r\n`,
      `GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${payload}\r\nconnection: close\r\n\r\n`,
      `${payload} /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    ]) {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined).resume();
      socket.end(Buffer.from(bytes, 'utf8'));
      await once(socket, 'close');
      answered += 1;
    }
  }
  expect(answered).toBe(payloads.length * 4);
  // What is no HTTP is answered by Node, and logged by nobody; pipelined lines are requests of their own.
  expectOwnLines(api.lines, api.lines.length);
});
