import { afterEach, expect, test } from 'vitest';
import { serveHealth, type HealthOptions, type HealthServer } from './serve-health.ts';

let open: HealthServer | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function serve(options: Partial<HealthOptions> = {}) {
  open = await serveHealth({ host: '127.0.0.1', port: 0, findHindrances: () => Promise.resolve([]), ...options });
  const { port } = open;
  return async (path: string, request: RequestInit = {}): Promise<[number, string]> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, request);
    return [answer.status, (await answer.text()).trim()];
  };
}

test('what lives is not always ready, and says why', async () => {
  let hindrances: readonly string[] = [];
  const ask = await serve({ findHindrances: () => Promise.resolve(hindrances) });
  expect(await ask('/health/ready')).toEqual([200, '{"ready":true,"hindrances":[]}']);
  hindrances = ['it is stopping'];
  expect(await ask('/health/ready')).toEqual([503, '{"ready":false,"hindrances":["it is stopping"]}']);
  expect(await ask('/health/live')).toEqual([200, '{"live":true}']);
  expect((await ask('/health/ready', { method: 'POST' }))[0]).toBe(405);
});

test('a check that fails, or that does not end, is no readiness', async () => {
  const failing = await serve({ findHindrances: () => Promise.reject(new Error('postgres://role:secret@db')) });
  expect(await failing('/health/ready')).toEqual([503, '{"ready":false,"hindrances":["it cannot say"]}']);
  await open?.close();
  const hanging = await serve({ findHindrances: () => new Promise(() => undefined), answerMs: 1 });
  expect(await hanging('/health/ready')).toEqual([503, '{"ready":false,"hindrances":["it cannot say in time"]}']);
});

test('metrics are for who shows the token; health is for everybody', async () => {
  const token = 'a token of thirty-two letters, at least';
  const pages = { '/metrics': () => ({ status: 200, type: 'text/plain', body: 'wallet_up 1' }) };
  const ask = await serve({ token, pages });
  const show = (text: string): RequestInit => ({ headers: { authorization: text } });
  expect(await ask('/metrics', show(`Bearer ${token}`))).toEqual([200, 'wallet_up 1']);
  for (const wrong of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, token, 'Bearer', `Basic ${token}`])
    expect((await ask('/metrics', show(wrong)))[0], wrong).toBe(401);
  expect((await ask('/metrics'))[0]).toBe(401);
  expect((await ask(`/metrics?token=${token}`))[0]).toBe(401);
  expect((await ask('/nowhere'))[0]).toBe(401);
  expect((await ask('/nowhere', show(`Bearer ${token}`)))[0]).toBe(404);
  expect((await ask('/health/live'))[0]).toBe(200);
  expect((await ask('/health/ready'))[0]).toBe(200);
});

test('without a token everybody who reaches the port reads the pages, and a page that fails says nothing', async () => {
  const pages = {
    '/metrics': () => Promise.reject(new Error('secret')),
    '/': () => ({ status: 503, type: 'text/plain', body: 'unwell' }),
  };
  const ask = await serve({ pages });
  expect(await ask('/')).toEqual([503, 'unwell']);
  expect(await ask('/metrics')).toEqual([500, 'failed']);
  expect((await ask('/constructor'))[0]).toBe(404);
});
