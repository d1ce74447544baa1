import { generate } from 'otplib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { routeAccess, type RouteName } from './route-access.ts';
import { listRoutes } from './testing/list-routes.ts';
import {
  openBrowser,
  openTestApi,
  password,
  registerByMail,
  type Browser,
  type TestApi,
} from './testing/open-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

const tradePassword = '739461';

type Owner = { readonly browser: Browser; readonly email: string; readonly recoveryCodes: readonly string[] };
type Action = {
  /** What is asked for beside the proofs. */
  readonly input: object;
  /** Without an authenticator: what is set for the first time. */
  readonly bare?: true;
  readonly right: string;
};

// Every route whose access is `session+code`, with what right proofs lead to.
const actions: Readonly<Partial<Record<RouteName, Action>>> = {
  'identity.setTradePassword': { input: { tradePassword }, bare: true, right: 'done' },
  'identity.beginAuthenticator': { input: {}, right: 'done' },
  'identity.changeTradePassword': { input: { tradePassword: '846205' }, right: 'done' },
  'identity.changeLoginPassword': { input: { password: 'copper-lantern-47-field' }, right: 'done' },
  'identity.unbindAuthenticator': { input: {}, right: 'done' },
  'identity.renewRecoveryCodes': { input: {}, right: 'done' },
  'protection.beginPasskey': { input: {}, right: 'done' },
  'protection.removePasskey': { input: {}, right: 'NOT_FOUND' },
  'protection.setWord': { input: { word: 'sunny kite' }, right: 'done' },
  'protection.changeContact': { input: {}, right: 'done' },
  'closing.requestClosing': { input: {}, right: 'done' },
  'closing.prepareExport': { input: {}, right: 'done' },
};
const purposes: Readonly<Partial<Record<RouteName, string>>> = {
  'identity.setTradePassword': 'set-trade-password',
  'identity.beginAuthenticator': 'bind-authenticator',
  'identity.changeTradePassword': 'change-trade-password',
  'identity.changeLoginPassword': 'change-login-password',
  'identity.unbindAuthenticator': 'unbind-authenticator',
  'identity.renewRecoveryCodes': 'renew-recovery-codes',
  'protection.beginPasskey': 'add-passkey',
  'protection.removePasskey': 'remove-passkey',
  'protection.setWord': 'set-word',
  'closing.requestClosing': 'close-account',
  'closing.prepareExport': 'export-data',
};

/** Only begins something; what is told of is the end of it. */
const silent: ReadonlySet<RouteName> = new Set(['identity.beginAuthenticator', 'protection.beginPasskey']);

async function prove({ browser, email }: Pick<Owner, 'browser' | 'email'>, purpose: string) {
  const sent = await browser.post('/api/identity/factors/code', { purpose });
  const { challengeId } = sent.json<{ challengeId: string }>();
  return { loginPassword: password, challengeId, code: await api.readCode(email) };
}

async function openOwner(email: string, bare: boolean): Promise<Owner> {
  const browser = openBrowser(api.app);
  await registerByMail(api, browser, email);
  // Codes are limited by the hour; what is tried here are the factors.
  await api.database.db.pool.query('DELETE FROM rate_windows');
  if (bare) return { browser, email, recoveryCodes: [] };
  const set = await prove({ browser, email }, 'set-trade-password');
  await browser.post('/api/identity/factors/trade-password', { ...set, tradePassword });
  const bind = await prove({ browser, email }, 'bind-authenticator');
  const begun = await browser.post('/api/identity/factors/authenticator/begin', bind);
  const { bindingId, secret } = begun.json<{ bindingId: string; secret: string }>();
  const confirmed = await browser.post('/api/identity/factors/authenticator/confirm', {
    bindingId,
    code: await generate({ secret }),
  });
  await api.database.db.pool.query('DELETE FROM rate_windows');
  return { browser, email, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes };
}

async function proofsFor(owner: Owner, name: RouteName): Promise<Record<string, unknown>> {
  if (name !== 'protection.changeContact') return prove(owner, purposes[name] ?? '');
  const target = { kind: 'email', email: `new-${owner.email}` };
  const sent = (await owner.browser.post('/api/protection/contact/codes', { target })).json<{
    present: { challengeId: string };
    fresh: { challengeId: string };
  }>();
  return {
    loginPassword: password,
    challengeId: sent.present.challengeId,
    code: await api.readCode(owner.email),
    target,
    newChallengeId: sent.fresh.challengeId,
    newCode: await api.readCode(target.email),
  };
}

/** Everything the person was told of their security, each with the event it tells of, if there was one. */
async function noticesTo({
  email,
}: Owner): Promise<readonly { readonly template: string; readonly kind: string | null }[]> {
  const { rows } = await api.database.db.pool.query<{ template: string; kind: string | null }>(
    `SELECT o.template, e.kind FROM outbox o
       LEFT JOIN contacts c ON c.value = o.recipient
       LEFT JOIN security_events e ON o.dedupe_key LIKE 'event:' || e.id || ':%' AND e.person_id = c.person_id
      WHERE o.template LIKE 'notice-%' AND o.recipient = $1 ORDER BY o.created_at, o.template`,
    [email],
  );
  return rows;
}
const eventsOf = async (): Promise<number> => {
  const { rows } = await api.database.db.pool.query<{ n: string }>('SELECT count(*) AS n FROM security_events');
  return Number(rows[0]?.n);
};

test('the table below names every route that asks for the login password again', () => {
  const asking = Object.entries(routeAccess).filter(([, access]) => access === 'session+code');
  expect(Object.keys(actions).toSorted()).toEqual(asking.map(([name]) => name).toSorted());
});

test.each(Object.entries(actions) as [RouteName, Action][])(
  'A09 H21 %s does nothing and tells nothing without, or with wrong factors, and tells once of what was done',
  async (name, { input, bare, right }) => {
    const owner = await openOwner(`${name.toLowerCase().replace('.', '-')}@example.org`, bare === true);
    const { url } = listRoutes().find((route) => route.name === name) ?? { url: '' };
    const proofs = await proofsFor(owner, name);
    const factor = { kind: 'recovery-code', code: owner.recoveryCodes[0] ?? '' };
    const all = { ...proofs, ...input, ...(bare === true ? {} : { factor }) };
    const before = { notices: await noticesTo(owner), events: await eventsOf() };
    const answer = async (body: object, browser = owner.browser): Promise<string> => {
      const response = await browser.post(url, body);
      return response.statusCode === 200 ? 'done' : response.json<{ code: string }>().code;
    };
    const without = (key: string): object => Object.fromEntries(Object.entries(all).filter(([each]) => each !== key));

    expect(await answer(all, openBrowser(api.app))).toBe('LOGIN_EXPIRED');
    for (const key of Object.keys(proofs)) expect([key, await answer(without(key))]).toEqual([key, 'INPUT_INVALID']);
    expect(await answer({ ...all, loginPassword: 'not it' })).toBe('LOGIN_PASSWORD_WRONG');
    expect(await answer({ ...all, code: '000000' })).toBe('CODE_WRONG');
    if (name === 'protection.changeContact') expect(await answer({ ...all, newCode: '000000' })).toBe('CODE_WRONG');
    if (bare !== true) {
      expect(await answer(without('factor'))).toMatch(/^(PRESENT_FACTOR_REQUIRED|AUTHENTICATOR_ALREADY_BOUND)$/);
      const wrong = { kind: 'recovery-code', code: 'AAAA-BBBB-CCCC-DDDD' };
      expect(await answer({ ...all, factor: wrong })).toBe('RECOVERY_CODE_WRONG');
    }
    expect({ notices: await noticesTo(owner), events: await eventsOf() }).toEqual(before);
    expect(await answer(all)).toBe(right);
    // A contact that was changed away from is told at its own address, which is nobody's contact any more.
    const since = (await noticesTo(owner)).slice(before.notices.length);
    const isTold = right === 'done' && !silent.has(name);
    expect(since.length, name).toBe(isTold ? 1 : 0);
    if (name !== 'protection.changeContact') expect(since.map(({ kind }) => kind)).not.toContain(null);
  },
);
