import { randomUUID } from 'node:crypto';
import { agreementVersions } from '@tern/contracts/agreement-versions';
import { shownVersions } from '@tern/contracts/shown-versions';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { generate } from 'otplib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { routeAgreements } from './route-agreements.ts';
import { fillWith } from './testing/fill-with.ts';
import { inputOf, listRoutes, type ListedRoute } from './testing/list-routes.ts';
import {
  openBrowser,
  openTestApi,
  password,
  publicUrl,
  registerByMail,
  type Browser,
  type TestApi,
} from './testing/open-test-api.ts';

// Goal: while a newer agreement waits, exactly what has to wait is refused, whole, and every way out works to its end.
// Method: people who accepted the first versions, over the whole API; before and after a refusal the database holds the same.
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

const firstVersions = {
  agreement: agreementVersions.agreement[0].version,
  privacy: agreementVersions.privacy[0].version,
};
const due = [
  { document: 'agreement', version: shownVersions.agreement },
  { document: 'privacy', version: shownVersions.privacy },
];
const tradePassword = '739461';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function openOutdated(email: string): Promise<Browser> {
  const browser = openBrowser(api.app);
  await registerByMail(api, browser, email, { accepted: firstVersions });
  // Codes are limited by the hour; what is tried here are the agreements.
  await api.database.db.pool.query('DELETE FROM rate_windows');
  return browser;
}
const answerOf = (response: { statusCode: number; json: <Body>() => Body }): string =>
  response.statusCode === 200 ? 'done' : response.json<{ code: string }>().code;
const call = (browser: Browser, { method, url }: Pick<ListedRoute, 'method' | 'url'>, body: unknown = {}) =>
  method === 'GET' ? browser.get(url) : browser.post(url, body, { headers: { 'idempotency-key': randomUUID() } });
const accept = (browser: Browser, language = 'en', shown = shownVersions) =>
  browser.post('/api/agreements', { shown, language });
/** How many rows each table has, but for when a session was used last. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await api.database.db.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'ledger') ORDER BY 1`,
  );
  const { rows } = await api.database.db.pool.query<Record<string, string>>(
    `SELECT ${tables.map(({ name }, index) => `(SELECT count(*) FROM ${name}) AS t${index}`).join(', ')}`,
  );
  return Object.fromEntries(tables.map(({ name }, index) => [name, Number(rows[0]?.[`t${index}`])]));
}

test('H19 of all routes exactly those that wait are refused, before their input is read, whatever it is', async () => {
  const browser = await openOutdated('every-route@example.org');
  const ending = new Set(['identity.logout', 'identity.endSession', 'live.live']);
  for (const route of listRoutes().filter(({ name }) => !ending.has(name))) {
    for (const body of [{}, fillWith(inputOf(route.name), 'x'), { nonsense: 1 }]) {
      const response = await call(browser, route, body);
      const refused = response.statusCode === 403 && answerOf(response) === 'AGREEMENT_REQUIRED';
      expect([route.name, refused]).toEqual([route.name, routeAgreements[route.name] === 'waits']);
      if (refused) expect(response.json<{ data: unknown }>().data).toEqual({ documents: due });
      if (route.method === 'GET') break;
    }
  }
});

test('H19 what was refused has done nothing, and does it once the versions are accepted', async () => {
  const browser = await openOutdated('half-done@example.org');
  const { wallets } = (await browser.get('/api/wallets')).json<{ wallets: { id: string }[] }>();
  const walletId = wallets[0]?.id ?? '';
  const wishes: readonly (readonly [string, object])[] = [
    ['/api/wallets', { name: 'Savings' }],
    [`/api/wallets/${walletId}`, { name: 'Daily' }],
    [`/api/wallets/${walletId}/default`, {}],
    ['/api/wallets/order', { walletIds: [walletId] }],
    ['/api/asset-settings', { hidden: [], firstOnes: ['usdt'], hideSmall: true }],
    ['/api/preferences/country', { country: 'DE' }],
    ['/api/profile', { bio: 'Hello', line: '', instagram: '', telegram: '', x: '' }],
  ];
  const send = async (): Promise<string[]> => {
    const answers: string[] = [];
    for (const [url, body] of wishes.toReversed())
      answers.push(answerOf(await call(browser, { method: 'POST', url }, body)));
    return answers;
  };
  const sendPicture = async (path: string) =>
    answerOf(
      await browser.post(path, null, { payload: picture, headers: { origin: publicUrl, 'content-type': 'image/png' } }),
    );
  const looks = async () => [
    await countRows(),
    (await browser.get('/api/wallets')).json(),
    (await browser.get('/api/preferences')).json(),
  ];
  const before = await looks();
  expect(await send()).toEqual(wishes.map(() => 'AGREEMENT_REQUIRED'));
  expect(await sendPicture('/api/profile/avatar')).toBe('AGREEMENT_REQUIRED');
  expect(await sendPicture('/api/activities/pictures')).toBe('AGREEMENT_REQUIRED');
  expect(await looks()).toEqual(before);

  const accepted = await accept(browser, 'zh-Hant');
  expect(accepted.json()).toMatchObject({
    due: [],
    accepted: [
      { document: 'agreement', version: shownVersions.agreement, language: 'zh-Hant' },
      { document: 'privacy', version: shownVersions.privacy, language: 'zh-Hant' },
      { document: 'agreement', version: firstVersions.agreement },
      { document: 'privacy', version: firstVersions.privacy },
    ],
  });
  expect(await send()).toEqual(wishes.map(() => 'done'));
  expect(await sendPicture('/api/profile/avatar')).toBe('done');
});

test('H19 security changes, what an address needs, export, closing and signing out go on to their end without accepting', async () => {
  const email = 'leaving@example.org';
  const browser = await openOutdated(email);
  const post = async (path: string, body: object) => {
    await api.database.db.pool.query('DELETE FROM rate_windows');
    return browser.post(path, body);
  };
  const prove = async (purpose: string) => {
    const { challengeId } = (await post('/api/identity/factors/code', { purpose })).json<{ challengeId: string }>();
    return { loginPassword: password, challengeId, code: await api.readCode(email) };
  };
  const proven = await prove('set-trade-password');
  expect(answerOf(await post('/api/identity/factors/trade-password', { ...proven, tradePassword }))).toBe('done');
  const begun = await post('/api/identity/factors/authenticator/begin', await prove('bind-authenticator'));
  const { bindingId, secret } = begun.json<{ bindingId: string; secret: string }>();
  const bound = await post('/api/identity/factors/authenticator/confirm', {
    bindingId,
    code: await generate({ secret }),
  });
  const { recoveryCodes } = bound.json<{ recoveryCodes: string[] }>();
  const factor = () => ({ kind: 'recovery-code', code: recoveryCodes.shift() ?? '' });

  // Each step is good for one code; the next one is half a minute away.
  await api.database.db.pool.query('UPDATE authenticators SET last_step = 0');
  const listed = await post('/api/address-book', {
    networkId: 'tron',
    address: freshAddress(),
    label: 'Mine',
    tradePassword,
    authenticatorCode: await generate({ secret }),
  });
  expect(answerOf(listed)).toBe('done');
  expect(answerOf(await post('/api/messages/settings', { muted: [] }))).toBe('done');
  expect(answerOf(await post('/api/preferences', { language: 'fr', hideBalances: true }))).toBe('done');
  expect(answerOf(await post('/api/profile/avatar/remove', {}))).toBe('done');

  const prepared = await post('/api/account/export', { ...(await prove('export-data')), factor: factor() });
  const { token, path } = prepared.json<{ token: string; path: string }>();
  const wrong = await post('/api/account/export/copy', { token: token.toLowerCase(), more: 1 });
  expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([400, 'INPUT_INVALID']);
  const headers = { origin: 'https://evil.example' };
  const foreign = await browser.post('/api/account/export/copy', { token }, { headers });
  expect(answerOf(foreign)).toBe('ORIGIN_REFUSED');
  const copy = await post('/api/account/export/copy', { token });
  expect(copy.headers['content-disposition']).toBe('attachment; filename="my-data.json"');
  expect(copy.json<{ agreements: unknown[] }>().agreements).toMatchObject([
    { document: 'agreement', version: firstVersions.agreement },
    { document: 'privacy', version: firstVersions.privacy },
  ]);
  // Once, in whichever way.
  expect((await post('/api/account/export/copy', { token })).statusCode).toBe(404);
  expect((await browser.get(path)).statusCode).toBe(404);
  expect(answerOf(await post('/api/account/closing', { ...(await prove('close-account')), factor: factor() }))).toBe(
    'done',
  );
  expect(answerOf(await post('/api/account/closing/cancel', {}))).toBe('done');
  expect(answerOf(await post('/api/identity/sessions/end-others', {}))).toBe('done');
  expect(answerOf(await post('/api/identity/logout', {}))).toBe('done');
  const again = await post('/api/identity/login', { target: { kind: 'email', email }, password });
  expect(again.statusCode).toBe(200);
});

test('H19 the account says what waits, and nothing more once it is accepted', async () => {
  const browser = await openOutdated('says@example.org');
  const dueOf = async () =>
    (await browser.get('/api/identity/account')).json<{ agreementsDue: unknown }>().agreementsDue;
  expect(await dueOf()).toEqual(due);
  expect(answerOf(await accept(browser, 'en', firstVersions))).toBe('AGREEMENT_REQUIRED');
  expect(await dueOf()).toEqual(due);
  expect(answerOf(await accept(browser))).toBe('done');
  expect(await dueOf()).toEqual([]);
});
