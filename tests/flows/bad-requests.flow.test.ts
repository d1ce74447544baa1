import { randomUUID } from 'node:crypto';
import { problemCatalogue, type ProblemCode } from '@tern/contracts/problems/catalogue';
import type { RecordView } from '@tern/contracts/routes/records';
import { shownVersions } from '@tern/contracts/shown-versions';
import { openApiClient, type ApiAnswer } from '@tern/testkit/system/api-client';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerCompany, watchRefusals, type Refusals } from './support/refusals.ts';

// Goal: whatever is sent to the API about people, codes and bodies, a clear refusal with its code, and nothing half done. Method: the whole
// system over real HTTP; before and after each refusal the same money, holds and withdrawals.
let system: System;
let refusals: Refusals;
let ana: Person;
let ben: Person;
let carla: Person;
let anaPaid: RecordView;
const stranger = freshAddress();

beforeAll(async () => {
  system = await startSystem({ settings: { CODES_PER_TARGET_HOUR: '1000' } });
  refusals = watchRefusals(system);
  ({ ana, ben, carla } = await registerCompany(system));
  anaPaid = await ana.send({ to: ben.wallet.address, assetId: 'usdt', amount: '5' });
});
afterAll(() => system.stop());

beforeEach(() => refusals.remember());

describe('codes', () => {
  const register = (body: object): Promise<ApiAnswer> =>
    openApiClient(system.url).send({ method: 'POST', path: '/identity/register', body });
  const wrong = (code: string): string => (code === '111222' ? '111223' : '111222');
  let form: { readonly loginPassword: string; readonly challengeId: string; readonly code: string };

  async function ask(): Promise<void> {
    // Past the minute between two codes.
    system.clock.advance(61_000);
    const proof = await carla.askForCode('/identity/factors/code', { purpose: 'bind-authenticator' });
    form = { loginPassword: carla.loginPassword, ...proof };
  }
  const begin = (change: object): Promise<ApiAnswer> =>
    carla.api.send({ method: 'POST', path: '/identity/factors/authenticator/begin', body: { ...form, ...change } });

  test('a wrong code is refused, and five wrong ones end the right one too', async () => {
    await ask();
    for (let tries = 1; tries < 5; tries += 1)
      await refusals.expectRefusal(await begin({ code: wrong(form.code) }), 'CODE_WRONG');
    await refusals.expectRefusal(await begin({ code: wrong(form.code) }), 'CODE_EXHAUSTED');
    await refusals.expectRefusal(await begin({}), 'CODE_EXHAUSTED');
  });

  test('a code is good for ten minutes and then never again', async () => {
    await ask();
    system.clock.advance(10 * 60_000);
    await refusals.expectRefusal(await begin({}), 'CODE_WRONG');
  });

  test('a code for one thing is none for another', async () => {
    await ask();
    const path = '/identity/factors/trade-password';
    const answer = await carla.api.send({ method: 'POST', path, body: { ...form, tradePassword: '274915' } });
    await refusals.expectRefusal(answer, 'CODE_WRONG');
  });

  test('a code of one person is none for another', async () => {
    await ask();
    const dora = await system.register('phone');
    await refusals.remember();
    const path = '/identity/factors/authenticator/begin';
    const answer = await dora.api.send({ method: 'POST', path, body: { ...form, loginPassword: dora.loginPassword } });
    await refusals.expectRefusal(answer, 'CODE_WRONG');
  });

  test('a code works once', async () => {
    await ask();
    expect((await begin({})).status).toBe(200);
    await refusals.expectRefusal(await begin({}), 'CODE_WRONG');
  });

  test('a code does not save a wrong password', async () => {
    await ask();
    await refusals.expectRefusal(await begin({ loginPassword: 'another harbour' }), 'LOGIN_PASSWORD_WRONG');
  });

  test.each(['', '12345', '1234567', '１２３４５６', '12345a', ' 123456', 123_456, null])(
    '%j is no code at all',
    async (code) => {
      await refusals.expectRefusal(await register({ ...registration(), code }), 'INPUT_INVALID');
    },
  );

  const registration = () => ({
    target: { kind: 'email', email: 'nobody-yet@example.org' },
    challengeId: randomUUID(),
    code: '123456',
    password: 'a harbour with lamps',
    accepted: shownVersions,
  });

  test('a code that was never sent is wrong', async () => {
    await refusals.expectRefusal(await register(registration()), 'CODE_WRONG');
  });

  test('an account that exists is not opened again, and only who reads its mail learns that it exists', async () => {
    system.clock.advance(61_000);
    const sent = await carla.askForCode('/identity/register/code', { target: carla.target });
    const body = { ...registration(), target: carla.target, ...sent };
    await refusals.expectRefusal(await register({ ...body, code: wrong(sent.code) }), 'CODE_WRONG');
    await refusals.expectRefusal(await register(body), 'ACCOUNT_TAKEN');
  });

  test('A08 an authenticator code works once, and only the right trade password goes with it', async () => {
    const draft = await ben.draft({ to: ana.wallet.address, assetId: 'usdt', amount: '2' });
    const used = ben.nextCode();
    expect((await ben.confirm(draft, { code: used })).status).toBe(200);
    await refusals.remember();
    const next = await ben.draft({ to: ana.wallet.address, assetId: 'usdt', amount: '3' });
    await refusals.expectRefusal(await ben.confirm(next, { code: used }), 'AUTHENTICATOR_CODE_USED');
    await refusals.expectRefusal(await ben.confirm(next, { code: wrong(used) }), 'AUTHENTICATOR_CODE_WRONG');
    const confirm = (body: object): Promise<ApiAnswer> =>
      ben.api.send({
        method: 'POST',
        path: `/transfers/drafts/${next.id}/confirm`,
        headers: { 'idempotency-key': randomUUID() },
        body: { hash: next.hash, ...body },
      });
    await refusals.expectRefusal(await confirm({ tradePassword: ben.tradePassword }), 'AUTHENTICATOR_CODE_WRONG');
    for (const [tradePassword, code] of [
      ['274916', 'TRADE_PASSWORD_WRONG'],
      ['２７４９１５', 'TRADE_PASSWORD_WRONG'],
      ['274916', 'FACTORS_LOCKED'],
      [ben.tradePassword, 'FACTORS_LOCKED'],
    ] as const) {
      await refusals.expectRefusal(await confirm({ tradePassword, authenticatorCode: ben.nextCode() }), code);
    }
    system.clock.advance(61 * 60_000);
  });
});

describe('M08 things of another person', () => {
  const get = (path: string) => ({ method: 'GET', path });
  const post = (path: string, body: object) => ({
    method: 'POST',
    path,
    body,
    headers: { 'idempotency-key': randomUUID() },
  });
  const requests = [
    ['a record', () => get(`/records/${anaPaid.id}`)],
    ['the facts of a record', () => get(`/records/${anaPaid.id}/info`)],
    ['a balance', () => get(`/wallets/${ana.wallet.id}/overview`)],
    ['a receive address', () => get(`/wallets/${ana.wallet.id}/receive`)],
    ['what can be sent', () => get(`/transfers/options?walletId=${ana.wallet.id}`)],
    ['a send to cancel', () => post(`/transfers/${anaPaid.id}/cancel`, {})],
    ['a wallet to fill', () => post('/development/faucet', { walletId: ana.wallet.id, assetId: 'usdt' })],
    [
      'a wallet to ask from',
      () => post('/transfers/check-address', { walletId: ana.wallet.id, assetId: 'usdt', to: stranger }),
    ],
    [
      'a wallet to send from',
      () =>
        post('/transfers/drafts', {
          walletId: ana.wallet.id,
          assetId: 'usdt',
          networkId: 'tron',
          to: stranger,
          amount: '2',
        }),
    ],
  ] as const;

  test.each([...requests])('%s does not exist for others', async (_, request) => {
    const foreign = await ben.api.send(request());
    await refusals.expectRefusal(foreign, 'NOT_FOUND');
    for (const hidden of [ana.wallet.address, ana.recipient]) expect(foreign.text).not.toContain(hidden);
    await refusals.expectRefusal(await openApiClient(system.url).send(request()), 'LOGIN_EXPIRED');
  });

  test('records of another wallet are not listed', async () => {
    const answer = await ben.api.send({ method: 'GET', path: `/records?walletId=${ana.wallet.id}` });
    expect(answer.text).not.toContain(anaPaid.id);
    expect(answer.status).toBeLessThan(500);
  });

  test.each(['1', '../records', '%00', 'a'.repeat(600), "'; DROP TABLE records;--", '{}'])(
    'the id %j is none',
    async (id) => {
      const answer = await ben.api.send({ method: 'GET', path: `/records/${encodeURIComponent(id)}` });
      expect([400, 404]).toContain(answer.status);
      expect(answer.code).toMatch(/^(?:INPUT_INVALID|NOT_FOUND)$/);
    },
  );
});

describe('bodies', () => {
  const routes = [
    '/identity/register/code',
    '/identity/register',
    '/identity/login',
    '/identity/login/finish',
    '/identity/factors/code',
    '/identity/factors/trade-password',
    '/identity/factors/authenticator/begin',
    '/identity/factors/authenticator/confirm',
    '/transfers/check-address',
    '/transfers/drafts',
    `/transfers/drafts/${randomUUID()}/confirm`,
    `/transfers/${randomUUID()}/cancel`,
    '/development/faucet',
  ];
  const json = 'application/json';
  const bad: readonly (readonly [string, string, string, ProblemCode])[] = [
    ['a megabyte', JSON.stringify({ memo: 'x'.repeat(2 ** 20) }), json, 'BODY_TOO_LARGE'],
    ['a megabyte of spaces', ' '.repeat(2 ** 20), json, 'BODY_TOO_LARGE'],
    ['cut off', '{"amount":', json, 'INPUT_INVALID'],
    ['no JSON', 'amount=1', json, 'INPUT_INVALID'],
    ['a list', '[]', json, 'INPUT_INVALID'],
    ['null', 'null', json, 'INPUT_INVALID'],
    ['a text', '"hello"', json, 'INPUT_INVALID'],
    ['a number', '1e999', json, 'INPUT_INVALID'],
    ['nested ten thousand times', '['.repeat(10_000) + ']'.repeat(10_000), json, 'INPUT_INVALID'],
    ['a poisoned prototype', '{"__proto__":{"admin":true}}', json, 'INPUT_INVALID'],
    ['an unknown field', '{"admin":true}', json, 'INPUT_INVALID'],
    ['a form', 'amount=1', 'application/x-www-form-urlencoded', 'CONTENT_TYPE_REFUSED'],
    ['plain text', '{}', 'text/plain', 'CONTENT_TYPE_REFUSED'],
  ];

  test.each(bad)('%s is refused by every route', async (_, rawBody, type, code) => {
    for (const path of routes) {
      const headers = { 'content-type': type, 'idempotency-key': randomUUID() };
      const answer = await ana.api.send({ method: 'POST', path, rawBody, headers });
      expect({ path, code: answer.code, status: answer.status }).toEqual({
        path,
        code,
        status: problemCatalogue[code].status,
      });
    }
    await refusals.expectNothingDone();
  });

  test('a request that another site made is refused', async () => {
    const answer = await ana.api.send({
      method: 'POST',
      path: '/identity/logout',
      body: {},
      headers: { origin: 'https://evil.example' },
    });
    await refusals.expectRefusal(answer, 'ORIGIN_REFUSED');
    expect(await ana.api.get('/identity/account')).toMatchObject({ personId: ana.account.personId });
  });
});

test('afterwards nothing contradicts itself or the chain', async () => {
  expect(await system.findContradictions()).toEqual([]);
});
