import { randomUUID } from 'node:crypto';
import { contract } from '@tern/contracts/contract';
import type { QuoteView, SwapDirectionView } from '@tern/contracts/routes/swaps';
import { openApiClient, type ApiAnswer, type ApiClient } from '@tern/testkit/system/api-client';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: strangers keep nobody from what they may do, and what is right is never told that it is locked, however often and
// from wherever it comes at one moment. Method: the whole system over HTTP, behind a proxy that names the clients.
const usdt = 1_000_000n;

let system: System;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  system = await startSystem({
    // As in production: what the other tests open for themselves is closed here.
    settings: { TRUSTED_PROXY_HOPS: '1', LOGINS_PER_IP_HOUR: '100', LOGINS_PER_NETWORK_HOUR: '500' },
  });
  [ana, ben] = await Promise.all([system.register('email'), system.register('email')]);
  await ana.setFactors();
  await system.chain.give(ana.wallet.address, 'usdt', 500n * usdt);
  await until('the top-up', async () => (await ana.available('usdt')) >= 500n * usdt);
});
afterAll(() => system.stop());

const pressed = (
  path: string,
  body: object,
  { key = randomUUID(), person = ana }: { readonly key?: string; readonly person?: Person } = {},
): Promise<ApiAnswer> => person.api.send({ method: 'POST', path, headers: { 'idempotency-key': key }, body });

const isFromUsdt = ({ assetOut, closed }: SwapDirectionView): boolean => assetOut === 'usdt' && closed === null;

async function askForQuote(amount: string): Promise<QuoteView> {
  const { directions } = await until('an open pair', async () => {
    const options = await ana.api.get<{ readonly directions: readonly SwapDirectionView[] }>('/swaps/options');
    return options.directions.some(isFromUsdt) && options;
  });
  const { assetIn } = directions.find(isFromUsdt) ?? { assetIn: 'trx' };
  return ana.api.post<QuoteView>('/swaps/quotes', { walletId: ana.wallet.id, assetOut: 'usdt', assetIn, amount });
}

type Asked = { readonly path: string; readonly body: object };
/** What each route that takes a key is asked for; the body is the same each time, a used code too. */
const keyedRoutes: Readonly<Record<string, () => Promise<Asked>>> = {
  'swaps.executeSwap': async () => ({
    path: `/swaps/quotes/${(await askForQuote('5')).id}/execute`,
    body: { tradePassword: ana.tradePassword },
  }),
  'transfers.confirmDraft': async () => {
    const draft = await ana.draft({ to: ben.wallet.address, assetId: 'usdt', amount: '2' });
    return {
      path: `/transfers/drafts/${draft.id}/confirm`,
      body: { hash: draft.hash, tradePassword: ana.tradePassword, authenticatorCode: ana.nextCode() },
    };
  },
  // From the amount on that is reviewed nothing here is sent: the record is one that cannot be cancelled.
  'transfers.cancelTransfer': async () => ({
    path: `/transfers/${(await ana.records())[0]?.id}/cancel`,
    body: {},
  }),
  'wallets.createWallet': async () => ({ path: '/wallets', body: { name: `Savings ${randomUUID().slice(0, 8)}` } }),
  'activities.claimReward': async () => ({
    path: `/activities/${randomUUID()}/claim`,
    body: { tradePassword: ana.tradePassword },
  }),
};

test('the table of this file names every route that takes an idempotency key', () => {
  const taking = Object.entries(contract).flatMap(([slice, routes]) =>
    Object.entries(routes).flatMap(([name, route]) => {
      const { inputSchema } = (route as unknown as { '~orpc': { inputSchema?: { shape?: { headers?: unknown } } } })[
        '~orpc'
      ];
      return inputSchema?.shape?.headers === undefined ? [] : [`${slice}.${name}`];
    }),
  );
  expect(taking.toSorted()).toEqual(Object.keys(keyedRoutes).toSorted());
});

test.each(Object.entries(keyedRoutes))(
  'M02 sixty repeats of one %s under one key at one moment get one and the same reply',
  async (_name, ask) => {
    const { path, body } = await ask();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 60 }, () => pressed(path, body, { key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${readable(text)}`)).size).toBe(1);
    expect(answers[0]?.status).toBeLessThan(500);
    expect((await pressed(path, body, { key })).status).toBe(answers[0]?.status);
  },
);

/** A refusal names its request; all else of the answers is compared. */
const readable = (text: string): string => text.replaceAll(/"requestId":"[^"]*"/g, '');

test('A18 twelve swaps at once with the right trade password are all judged right', async () => {
  const quotes = await Promise.all(Array.from({ length: 12 }, () => askForQuote('1')));
  const answers = await Promise.all(
    quotes.map(({ id }) => pressed(`/swaps/quotes/${id}/execute`, { tradePassword: ana.tradePassword })),
  );
  expect(answers.map(({ status, code }) => [status, code])).toEqual(quotes.map(() => [200, undefined]));
});

test('A18 three hundred open logins of strangers from forty addresses keep nobody from sending or signing in', async () => {
  const strangers = Array.from({ length: 300 }, (_each, at) => {
    const client = openApiClient(system.url);
    return client.send({
      method: 'POST',
      path: '/identity/login',
      headers: { 'x-forwarded-for': `198.51.${at % 40}.7` },
      body: { target: { kind: 'email', email: `${randomUUID()}@example.org` }, password: 'some guess of mine' },
    });
  });
  // All of these while the strangers wait: neither refused nor counted.
  const draft = await ana.draft({ to: ben.wallet.address, assetId: 'usdt', amount: '3' });
  const sent = await ana.confirm(draft);
  const again = await logIn(ana.api, ana);
  expect([sent.status, sent.code], sent.text).toEqual([200, undefined]);
  expect([again.status, (again.body as { readonly step?: string }).step], again.text).toEqual([200, 'done']);

  const answers = await Promise.all(strangers);
  for (const { code } of answers) expect(['CREDENTIALS_WRONG', 'TOO_MANY_REQUESTS']).toContain(code);
  for (const { data } of answers.filter(({ code }) => code === 'TOO_MANY_REQUESTS'))
    expect((data as { readonly retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0);
});

const logIn = (api: ApiClient, { target, loginPassword }: Person): Promise<ApiAnswer> =>
  api.send({ method: 'POST', path: '/identity/login', body: { target, password: loginPassword } });
