import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeFlows } from '../route-flows.ts';
import { openBrowser, openTestApi, registerByMail, type Browser, type TestApi } from '../testing/open-test-api.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

let wallet: TestApi;
let console: TestConsole;
let administrator: OperatorBrowser;
let person: Browser;
beforeAll(async () => {
  wallet = await openTestApi();
  console = await openTestConsole(wallet.database);
  administrator = await console.operator('ada', 'administrator');
  person = openBrowser(wallet.app);
  await registerByMail(wallet, person, 'o11@example.org');
});
afterAll(async () => {
  await console.close();
  await wallet.close();
});

async function turn(flow: string, to: 'stopped' | 'running'): Promise<string> {
  const signed = await administrator.sign('/flows/question', { flow, to, note: 'An incident' });
  const answer = await administrator.post('/flows/switch', signed);
  return answer.json<{ code?: string }>().code ?? 'done';
}

const login = async () => {
  const target = { kind: 'email', email: 'o11@example.org' };
  const answer = await openBrowser(wallet.app).post('/api/identity/login', { target, password: 'wrong-of-course' });
  return answer.json<{ code: string }>().code;
};
const quote = async () => {
  const body = { assetOut: 'usdt', assetIn: 'trx', amount: '10', walletId: crypto.randomUUID() };
  return (await person.post('/api/swaps/quotes', body)).statusCode;
};

/**
 * When the last call that was not affected yet was begun: how long a call takes says nothing about the switch. A stop is
 * seen within a second; the clocks of both sides are the real ones here.
 */
async function settled(what: () => Promise<unknown>, wanted: unknown): Promise<number> {
  const from = performance.now();
  for (let lastMs = 0; ;) {
    const begunMs = performance.now() - from;
    if ((await what()) === wanted) return lastMs;
    if (begunMs > 5_000) throw new Error('it has no effect');
    lastMs = begunMs;
  }
}

test('O11 stopping sign-ins takes effect within two seconds under load, ends no session, and is undone as fast', async () => {
  expect(await login()).toBe('CREDENTIALS_WRONG');
  expect(await turn('logins', 'stopped')).toBe('done');
  expect(await settled(login, 'UNAVAILABLE')).toBeLessThan(2_000);
  const load = await Promise.all(Array.from({ length: 20 }, login));
  expect(new Set(load)).toEqual(new Set(['UNAVAILABLE']));
  expect((await person.get('/api/identity/account')).statusCode).toBe(200);
  const { flows } = (await administrator.get('/flows')).json<{ flows: { flow: string; stopped: unknown }[] }>();
  expect(flows.find(({ flow }) => flow === 'logins')).toMatchObject({ stopped: { reason: 'An incident', by: 'ada' } });
  expect(await turn('logins', 'stopped')).toBe('DECISION_REFUSED');
  expect(await turn('logins', 'running')).toBe('done');
  // Whatever a wrong password gets by now: it was looked at.
  expect(await settled(async () => (await login()) === 'UNAVAILABLE', false)).toBeLessThan(2_000);
});

test('O11 every route of a stopped flow is refused, and no other', async () => {
  for (const flow of ['withdrawals', 'swaps', 'connections'] as const) {
    const routes = Object.entries(routeFlows).filter(([, of]) => of === flow);
    expect(routes.length).toBeGreaterThan(1);
    expect(await turn(flow, 'stopped')).toBe('done');
  }
  await settled(quote, 503);
  const draft = await person.post('/api/transfers/drafts', {});
  expect(draft.json()).toMatchObject({ code: 'UNAVAILABLE' });
  const link = await person.post('/api/connections', {});
  expect(link.json()).toMatchObject({ code: 'UNAVAILABLE' });
  // What protects is never stopped: connections are seen and ended.
  expect((await person.get('/api/connections')).statusCode).toBe(200);
  const ended = await person.post(`/api/connections/${crypto.randomUUID()}/end`, {});
  expect(ended.json()).toMatchObject({ code: 'NOT_FOUND' });
  expect((await person.get('/api/records')).statusCode).toBe(200);
  for (const flow of ['withdrawals', 'swaps', 'connections']) expect(await turn(flow, 'running')).toBe('done');
  await settled(async () => (await quote()) !== 503, true);
});

test('only an administrator switches', async () => {
  const reviewer = await console.operator('rita', 'reviewer');
  const asked = await reviewer.post('/flows/question', { flow: 'logins', to: 'stopped', note: 'An incident' });
  expect(asked.json()).toMatchObject({ code: 'ROLE_MISSING', data: { role: 'reviewer', needed: ['administrator'] } });
});
