import { measureRequests } from '@tern/server/house/metrics/public';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { policyReportsPath as url } from './content-security.ts';
import { registerPolicyReports } from './policy-reports.ts';

// Goal: violations of the policy are counted, and whoever sends reports costs next to nothing and leaves nothing else here.
async function open() {
  const measure = measureRequests();
  let nowMs = 0;
  const app = fastify();
  await registerPolicyReports(app, { measure, nowMs: () => nowMs });
  const counted = (): Readonly<Record<string, number>> =>
    Object.fromEntries(
      measure
        .samples()
        .filter(({ name, value }) => name === 'wallet_policy_reports_total' && value > 0)
        .map(({ labels, value }) => [labels?.['directive'] ?? '', value]),
    );
  return {
    counted,
    named: () => measure.samples().filter(({ name }) => name === 'wallet_policy_reports_total'),
    samples: () => JSON.stringify(measure.samples()),
    later: () => void (nowMs += 60_000),
    send: async (payload: string, type = 'application/csp-report') =>
      (await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })).statusCode,
  };
}

const former = (directive: unknown) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://wallet.example.org/pages/my/secret-page',
      'effective-directive': directive,
      'script-sample': 'a sample of hers',
    },
  });
const set = (...directives: readonly string[]) =>
  JSON.stringify(
    directives.map((effectiveDirective) => ({ type: 'csp-violation', url: 'https://w', body: { effectiveDirective } })),
  );

test('W07 reports in both forms of browsers are counted by directive, and nothing else of them is kept', async () => {
  const { send, counted, samples } = await open();
  expect(await send(former('script-src-elem'))).toBe(204);
  expect(await send(set('script-src-elem', 'img-src'), 'application/reports+json')).toBe(204);
  expect(counted()).toEqual({ 'script-src-elem': 2, 'img-src': 1 });
  expect(samples()).not.toMatch(/secret-page|sample of hers/);
});

test('W07 whatever else is sent counts as nothing, or as one other', async () => {
  const { send, counted } = await open();
  for (const text of ['', '{', 'null', '[]', '{"csp-report":1}', former(7), '[{"type":"deprecation","body":{}}]'])
    expect([text, await send(text)]).toEqual([text, 204]);
  expect(counted()).toEqual({});
  for (let index = 0; index < 5; index += 1) expect(await send(former(`made-up-${index}`))).toBe(204);
  expect(counted()).toEqual({ other: 5 });
});

test('W07 every directive begins at nothing, so that its first violation shows as an increase', async () => {
  const { named, send } = await open();
  const before = named();
  expect(before.map(({ labels }) => labels?.['directive'])).toEqual(
    expect.arrayContaining(['script-src-elem', 'other']),
  );
  expect(before.every(({ value }) => value === 0)).toBe(true);
  await send(former('img-src'));
  await send(former('made-up'));
  expect(named()).toHaveLength(before.length);
});

test('W07 a set counts each directive once, however often it names it', async () => {
  const { send, counted } = await open();
  expect(await send(set('img-src', 'img-src', 'x', 'y', 'font-src'), 'application/reports+json')).toBe(204);
  expect(counted()).toEqual({ 'img-src': 1, other: 1, 'font-src': 1 });
});

test('W07 what is no report by its type is refused', async () => {
  const { send, counted } = await open();
  expect(await send(former('img-src'), 'text/plain')).toBe(415);
  expect(counted()).toEqual({});
});

test('W07 W16 of a flood sixty a minute are read, and a long one is not', async () => {
  const { send, counted, later } = await open();
  for (let index = 0; index < 500; index += 1) expect(await send(former('img-src'))).toBe(204);
  expect(counted()).toEqual({ 'img-src': 60 });
  later();
  expect(await send(former('x'.repeat(20_000)))).toBe(413);
  expect(await send(former('img-src'))).toBe(204);
  expect(counted()).toEqual({ 'img-src': 61 });
});
