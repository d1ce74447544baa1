import { randomInt, randomUUID } from 'node:crypto';
import { manualClock, systemClock } from '@tern/base/clock';
import { softwarePasskey } from '@tern/testkit/software-passkey';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openBrowser,
  openTestApi,
  password,
  publicUrl,
  registerByMail,
  type Browser,
  type TestApi,
} from './testing/open-test-api.ts';

// Goal: where what limits or stops people cannot be asked, nobody gets past it. Method: the api's role loses, for real, the
// right to one table after the other; each request that has to ask it is refused and leaves nothing, and succeeds with the
// right given back.
const clock = manualClock(systemClock.now());
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({}, { clock });
});
afterAll(() => api.close());

type Prepared = () => Promise<LightMyRequestResponse>;
type Request = { readonly name: string; readonly prepare: () => Promise<Prepared> };

const newMail = (): string => `${randomUUID()}@example.org`;
const logInWith = (browser: Browser, email: string) =>
  browser.post('/api/identity/login', { target: { kind: 'email', email }, password });

async function register(): Promise<{ readonly email: string; readonly browser: Browser }> {
  const [email, browser] = [newMail(), openBrowser(api.app)];
  await registerByMail(api, browser, email);
  // What only a minute does otherwise.
  await sql`DELETE FROM rate_windows`.execute(api.database.db.kysely);
  return { email, browser };
}

const requests = {
  'a login': async () => {
    const { email } = await register();
    return () => logInWith(openBrowser(api.app), email);
  },
  'a login on a remembered device': async () => {
    const { email, browser } = await register();
    browser.cookies.delete('session');
    return () => logInWith(browser, email);
  },
  'the second step of a login': async () => {
    const { email } = await register();
    const browser = openBrowser(api.app);
    const { loginId } = (await logInWith(browser, email)).json<{ loginId: string }>();
    const code = await api.readCode(email);
    return () => browser.post('/api/identity/login/finish', { loginId, code });
  },
  'a code for a registration': async () => () =>
    openBrowser(api.app).post('/api/identity/register/code', { target: { kind: 'email', email: newMail() } }),
  'a code by text message': async () => () =>
    openBrowser(api.app).post('/api/identity/register/code', {
      target: { kind: 'phone', areaCode: '+49', number: `151${randomInt(10_000_000, 99_999_999)}` },
    }),
  'a code for a recovery': async () => {
    const { email } = await register();
    return () => openBrowser(api.app).post('/api/identity/recovery/code', { target: { kind: 'email', email } });
  },
  'a recovery': async () => {
    const { email } = await register();
    const target = { kind: 'email', email };
    const sent = await openBrowser(api.app).post('/api/identity/recovery/code', { target });
    const { challengeId } = sent.json<{ challengeId: string }>();
    const proof = { target, challengeId, code: await api.readCode(email), password: 'violet-anchor-52-maps' };
    return () => openBrowser(api.app).post('/api/identity/recovery', proof);
  },
  'a sign-in by passkey': async () => () => openBrowser(api.app).post('/api/protection/login/begin', {}),
  'the end of a sign-in by passkey': async () => {
    const { email, browser } = await register();
    const sent = await browser.post('/api/identity/factors/code', { purpose: 'add-passkey' });
    const { challengeId } = sent.json<{ challengeId: string }>();
    const proof = { loginPassword: password, challengeId, code: await api.readCode(email) };
    const passkey = softwarePasskey(publicUrl);
    const making = (await browser.post('/api/protection/passkeys/begin', proof)).json<{
      ceremonyId: string;
      challenge: string;
    }>();
    await browser.post('/api/protection/passkeys', {
      ceremonyId: making.ceremonyId,
      name: 'Phone',
      passkey: passkey.make(making.challenge),
    });
    const begun = (await openBrowser(api.app).post('/api/protection/login/begin', {})).json<{
      ceremonyId: string;
      challenge: string;
    }>();
    const body = { ceremonyId: begun.ceremonyId, passkey: passkey.use(begun.challenge) };
    return () => openBrowser(api.app).post('/api/protection/login', body);
  },
  'a trade password': async () => {
    const { email, browser } = await register();
    const sent = await browser.post('/api/identity/factors/code', { purpose: 'set-trade-password' });
    const { challengeId } = sent.json<{ challengeId: string }>();
    const code = await api.readCode(email);
    const body = { loginPassword: password, challengeId, code, tradePassword: '739461' };
    return () => browser.post('/api/identity/factors/trade-password', body);
  },
} satisfies Readonly<Record<string, Request['prepare']>>;

type Name = keyof typeof requests;
const signIns: readonly Name[] = ['a login', 'a login on a remembered device', 'the second step of a login'];
const judged: readonly Name[] = [...signIns, 'a recovery', 'a trade password'];
const sent: readonly Name[] = [
  'a login',
  'a code for a registration',
  'a code by text message',
  'a code for a recovery',
];

/** Which requests have to ask each table. */
const limits: Readonly<Record<string, readonly Name[]>> = {
  rate_windows: [...sent, 'a login on a remembered device', 'a sign-in by passkey'],
  failure_counters: judged,
  pending_tries: judged,
  challenges: [...sent, 'the second step of a login', 'a recovery', 'a trade password'],
  sms_budgets: ['a code by text message'],
  flow_stops: [...signIns, 'a code for a registration', 'a sign-in by passkey', 'the end of a sign-in by passkey'],
  sessions: ['a login on a remembered device', 'the second step of a login', 'the end of a sign-in by passkey'],
  security_events: [...signIns.slice(1), 'a recovery', 'the end of a sign-in by passkey', 'a trade password'],
};

/** What getting past would leave. */
async function traces(): Promise<unknown> {
  const { rows } = await sql`
    SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM logins) AS logins,
      (SELECT count(*) FROM outbox) AS outbox, (SELECT count(*) FROM devices) AS devices,
      (SELECT count(*) FROM trade_passwords) AS trade, (SELECT count(*) FROM passkey_ceremonies WHERE consumed_at IS NULL) AS open,
      (SELECT string_agg(hash, ' ' ORDER BY hash) FROM credentials) AS passwords`.execute(api.database.db.kysely);
  return rows[0];
}

const asOwner = (statement: string): Promise<unknown> => api.database.db.pool.query(statement);

describe.each(Object.entries(limits))('where %s cannot be asked', (table, names) => {
  test.each(names)('X13 %s is refused, and works afterwards', async (name) => {
    const ask = await requests[name]();
    const before = await traces();
    await asOwner(`REVOKE ALL ON ${table} FROM tern_api`);
    // Which flows are stopped is asked once a second.
    clock.advance(1_000);
    let refused: LightMyRequestResponse;
    try {
      refused = await ask();
    } finally {
      await asOwner(`GRANT ALL ON ${table} TO tern_api`);
    }
    const body = refused.json<{ readonly defined: boolean; readonly code: string }>();
    expect([refused.statusCode, body.defined, body.code]).toEqual([500, true, 'INTERNAL']);
    expect(refused.cookies).toEqual([]);
    // A ceremony is used up by its answer, whatever becomes of it.
    if (name !== 'the end of a sign-in by passkey') expect(await traces()).toEqual(before);
    expect(api.faults.splice(0).length).toBeGreaterThan(0);

    const again = await (name === 'the end of a sign-in by passkey' ? (await requests[name]())() : ask());
    expect(again.statusCode, again.body).toBe(200);
  });
});
