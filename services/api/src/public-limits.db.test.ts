import { randomUUID } from 'node:crypto';
import { shownVersions } from '@tern/contracts/shown-versions';
import { identityDefaults } from '@tern/server/people/accounts/public';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicLimits, type PublicRoute } from './public-limits.ts';
import { listRoutes, type ListedRoute } from './testing/list-routes.ts';
import { openTestApi, publicUrl, registerByMail, openBrowser, type TestApi } from './testing/open-test-api.ts';

// Goal: no route that anybody may ask can be asked without end. Method: every one of the contract is asked again and again, from
// ever other addresses of one line, then from ever other lines of one network; who is known goes on meanwhile.
const perLine = 8;
const perNetwork = 12;
const reads = { perLine: 120, perNetwork: 600 };

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi(
    { trustedProxyHops: 1 },
    {
      settings: {
        ...identityDefaults,
        productName: 'Testwallet',
        productToken: 'TWT',
        publicUrl,
        loginsPerIpHour: perLine,
        loginsPerNetworkHour: perNetwork,
      },
    },
  );
});
afterAll(() => api.close());

const bounded = listRoutes().filter(
  ({ name, access }) => access === 'public' && publicLimits[name as PublicRoute].limit !== 'none',
);
const limitOf = ({ name }: ListedRoute) => publicLimits[name as PublicRoute].limit;

/** What a stranger sends: of the right shape, and about nobody. */
const body = () => ({
  target: { kind: 'email', email: `${randomUUID()}@example.org` },
  challengeId: randomUUID(),
  loginId: randomUUID(),
  code: '123456',
  password: 'violet-anchor-52-maps',
  accepted: shownVersions,
});

function ask(route: ListedRoute, ip: string, cookies: Record<string, string> = {}): Promise<LightMyRequestResponse> {
  const { target, password, ...rest } = body();
  return api.app.inject({
    method: route.method as 'GET' | 'POST',
    url: route.url,
    headers: { host: 'localhost:4300', origin: publicUrl, 'x-forwarded-for': ip },
    cookies,
    ...(route.method === 'POST' && {
      payload: route.name === 'identity.login' ? { target, password } : { target, password, ...rest },
    }),
  });
}

/** The first refusal, and how many were asked until then. */
async function askUntilRefused(route: ListedRoute, max: number, ipOf: (at: number) => string) {
  for (let at = 0; at < max; at += 1) {
    const answer = await ask(route, ipOf(at));
    if (answer.statusCode === 429) return { asked: at, answer };
  }
  return undefined;
}

test('A18 every route that anybody may ask is bounded, or says why it need not be', () => {
  const unbounded = Object.entries(publicLimits).flatMap(([name, rule]) => (rule.limit === 'none' ? [name] : []));
  expect(unbounded).toEqual(['installation.installation', 'installation.rules', 'installation.health']);
  const open = listRoutes().flatMap(({ name, access }) => (access === 'public' ? [name] : []));
  expect(Object.keys(publicLimits).toSorted()).toEqual(open.toSorted());
});

describe.each(bounded)('$name', (route) => {
  test('A18 refuses one line with the time to wait, whichever of its addresses asks', async () => {
    const refused = await askUntilRefused(route, reads.perLine + 1, (at) => `2001:db8:1::${(at + 1).toString(16)}`);
    expect(refused?.asked).toBe(
      limitOf(route) === 'tries' || route.name === 'identity.login' ? perLine : reads.perLine,
    );
    expect(refused?.answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused?.answer.headers['retry-after'])).toBeGreaterThan(0);
    // Another network is none of that.
    expect((await ask(route, '2001:db8:2::1')).statusCode).not.toBe(429);
  });
});

// The page of incidents costs one query in five seconds, however many look.
describe.each(bounded.filter(({ name }) => name !== 'status.status'))('$name', (route) => {
  test('A18 refuses one network, whichever of its lines asks', async () => {
    const isRead = limitOf(route) === 'reads';
    // All reads but as many as are tried of anything else.
    if (isRead) {
      await sql`
        INSERT INTO rate_windows (key, hits, expires_at)
        VALUES (${`public-network:${route.name}:2001:0db8:0003::/48`},
          array_fill(clock_timestamp(), ARRAY[${reads.perNetwork - perNetwork}::int]), now() + interval '1 minute')`.execute(
        api.database.db.kysely,
      );
    }
    const refused = await askUntilRefused(route, perNetwork + 1, (at) => `2001:db8:3:${(at + 1).toString(16)}::1`);
    expect(refused?.asked).toBe(perNetwork);
    expect(refused?.answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

test('A18 a remembered device and a session are counted for themselves', async () => {
  const browser = openBrowser(api.app);
  await registerByMail(api, browser, 'known@example.org');
  const cookies = Object.fromEntries(browser.cookies);
  const route = bounded.find(({ name }) => name === 'identity.recover');
  if (route === undefined) throw new Error('there is no such route');
  const ip = '2001:db8:4::1';
  const askAs = async (times: number, known: Record<string, string>) => {
    let last = 0;
    for (let at = 0; at < times; at += 1) last = (await ask(route, ip, known)).statusCode;
    return last;
  };
  expect(await askAs(perLine + 1, {})).toBe(429);
  for (const name of ['session', 'device']) {
    const known = { [name]: cookies[name] ?? '' };
    expect(await askAs(perLine, known)).toBe(400);
    expect(await askAs(1, known)).toBe(429);
  }
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM rate_windows WHERE key LIKE 'public-%' AND key LIKE ${`%${ip}%`}`.execute(api.database.db.kysely);
  expect(rows).toEqual([]);
});
