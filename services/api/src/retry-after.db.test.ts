import { randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import { problemCatalogue, type ProblemCode } from '@tern/contracts/problems/catalogue';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listRoutes } from './testing/list-routes.ts';
import { openBrowser, openTestApi, password, type Browser, type TestApi } from './testing/open-test-api.ts';

// Goal: whoever is told to come later is told when, in the header that programs and proxies read too. Method: each problem
// of the catalogue that carries seconds is caused for real, and every route is made to answer with one of them.
let api: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await openTestApi();
  browser = openBrowser(api.app);
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

const someMail = () => ({ kind: 'email' as const, email: `${randomUUID()}@example.org` });
const askForCode = (target: object) => browser.post('/api/identity/register/code', { target });

async function lastOf(count: number, ask: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  for (let at = 1; at < count; at += 1) await ask();
  return ask();
}

const causes: Readonly<Partial<Record<ProblemCode, () => Promise<LightMyRequestResponse>>>> = {
  CODE_RESEND_TOO_SOON: () => {
    const target = someMail();
    return lastOf(2, () => askForCode(target));
  },
  LOGIN_PAUSED: () => {
    const target = someMail();
    return lastOf(6, () => browser.post('/api/identity/login', { target, password }));
  },
  SMS_LIMIT_REACHED: async () => {
    await sql`INSERT INTO sms_budgets (scope, day, sent) SELECT 'all', d, 1000000 FROM generate_series(now() - '1 day'::interval,
      now() + '1 day'::interval, '1 day') AS d`.execute(api.database.db.kysely);
    return askForCode({ kind: 'phone', areaCode: '+49', number: '15123456789' });
  },
  TOO_MANY_REQUESTS: () => lastOf(20, () => askForCode(someMail())),
};

const carrying = Object.entries(problemCatalogue).flatMap(([code, row]) =>
  'data' in row && 'retryAfterSeconds' in row.data.shape ? [code] : [],
);

test('the table of this file names every problem that says when to come again', () => {
  expect(carrying.toSorted()).toEqual(Object.keys(causes).toSorted());
});

test.each(Object.entries(causes))('A18 %s carries its seconds in the header Retry-After too', async (code, cause) => {
  const answer = await cause();
  const body = answer.json<{ code: string; data: { retryAfterSeconds: number } }>();
  expect(body).toMatchObject({ code, status: 429 });
  expect(body.data.retryAfterSeconds).toBeGreaterThan(0);
  expect(answer.headers['retry-after']).toBe(String(body.data.retryAfterSeconds));
});

test('A18 every route, and the files beside them, answer with the header when they refuse for a time', async () => {
  const busy = await openTestApi({
    readSession: () => Promise.reject(problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 7 })),
  });
  try {
    const caller = openBrowser(busy.app);
    caller.cookies.set('session', 'a'.repeat(43));
    const urls = [...listRoutes(), { name: 'the export of records', method: 'GET', url: '/api/records/export' }];
    for (const { name, method, url } of urls) {
      const answer = await (method === 'POST' ? caller.post(url, {}) : caller.get(url));
      expect([name, answer.statusCode, answer.headers['retry-after']]).toEqual([name, 429, '7']);
    }
  } finally {
    await busy.close();
  }
});

test('no other answer has the header', async () => {
  for (const url of ['/api/health', '/api/identity/account', '/api/nothing', '/api/docs']) {
    expect([url, (await browser.get(url)).headers['retry-after']]).toEqual([url, undefined]);
  }
});
