import { listen } from '@tern/db/listen';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openBrowser,
  openTestApi,
  password,
  registerByMail,
  type Browser,
  type TestApi,
} from '../testing/open-test-api.ts';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: two administrators, and nobody else, end every session of everybody at once, and all log in again with all factors.
let api: TestApi;
let console: TestConsole;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
beforeAll(async () => {
  api = await openTestApi();
  console = await openTestConsole(api.database);
  [ada, ben] = [await console.operator('ada', 'administrator'), await console.operator('ben', 'administrator')];
});
afterAll(async () => {
  expect([...api.faults, ...console.faults]).toEqual([]);
  await console.close();
  await api.close();
});

const said = { content: { kind: 'sign-out-everybody' }, note: 'A device of ours was stolen' };
const propose = async (by: OperatorBrowser): Promise<string> =>
  (await by.post('/changes', await by.sign('/changes/question', said))).json<{ id: string }>().id;
const decide = async (by: OperatorBrowser, id: string, decision: 'carry-out' | 'withdraw'): Promise<string> =>
  outcomeOf(await by.post('/changes/decision', await by.sign('/changes/decision/question', { id, decision })));

type Person = { readonly personId: string; readonly email: string; readonly browser: Browser };
async function register(email: string): Promise<Person> {
  const browser = openBrowser(api.app);
  const { personId } = await registerByMail(api, browser, email);
  return { personId: String(personId), email, browser };
}
const isIn = async ({ browser }: Person): Promise<boolean> =>
  (await browser.get('/api/identity/sessions')).statusCode === 200;
const logIn = async ({ email, browser }: Person): Promise<string> =>
  (await browser.post('/api/identity/login', { target: { kind: 'email', email }, password })).json<{
    step: string;
  }>().step;

/** What open pages are told while `work` runs, in order: `personId topic`. */
async function listenWhile(work: () => Promise<void>): Promise<readonly string[]> {
  const heard: string[] = [];
  const over = Promise.withResolvers<void>();
  const listener = await listen({
    url: api.database.apiUrl,
    channels: ['live', 'over'],
    onNotify: (channel, payload) => {
      if (channel === 'over') return over.resolve();
      const { personId, topic } = JSON.parse(payload) as { personId: string; topic: string };
      heard.push(`${personId} ${topic}`);
    },
    onReconnect: () => undefined,
    onError: over.reject,
  });
  await work();
  // What was told before comes before.
  await sql`SELECT pg_notify('over', '')`.execute(api.database.db.kysely);
  await over.promise;
  await listener.close();
  return heard;
}

test('O01 A07 every session of everybody ends when two administrators say so, and not before', async () => {
  const people = [await register('anna@example.org'), await register('ben@example.org')];
  const id = await propose(ada);
  expect(await decide(ada, id, 'carry-out')).toBe('proposed-by-you');
  expect(await Promise.all(people.map(isIn))).toEqual([true, true]);

  const told = await listenWhile(async () => expect(await decide(ben, id, 'carry-out')).toBe('done'));
  expect(await Promise.all(people.map(isIn))).toEqual([false, false]);
  // Their open pages are told, and their account history says why.
  expect(told.toSorted()).toEqual(people.map(({ personId }) => `${personId} account`).toSorted());
  const { rows } = await sql`SELECT count(*)::int AS told FROM security_events WHERE kind = 'session-ended'`.execute(
    api.database.db.kysely,
  );
  expect(rows).toEqual([{ told: 2 }]);
  // Their devices are forgotten: the password alone lets nobody back in.
  expect(await Promise.all(people.map(logIn))).toEqual(['second-factor', 'second-factor']);
  const { actions } = (await ada.get(`/log?subject=${id}`)).json<{
    actions: { kind: string; operator: string; details: string }[];
  }>();
  expect(actions[0]).toMatchObject({ kind: 'change-carried-out', operator: 'ben' });
  expect(JSON.parse(actions[0]?.details ?? '{}')).toMatchObject({ sessions: 2 });
  // Operators go on: who decides has to see what came of it.
  expect((await ben.get('/changes')).statusCode).toBe(200);
});

test('O01 whoever logs in after it stays in, and a proposal that is withdrawn ends nothing', async () => {
  const late = await register('late@example.org');
  expect(await decide(ben, await propose(ada), 'withdraw')).toBe('done');
  expect(await isIn(late)).toBe(true);
});

test('O02 only administrators propose it or carry it out', async () => {
  const tom = await console.operator('tom', 'treasurer');
  expect(outcomeOf(await tom.post('/changes/question', said))).toBe('ROLE_MISSING');
  const id = await propose(ada);
  const decision = { id, decision: 'carry-out' };
  expect(outcomeOf(await tom.post('/changes/decision/question', decision))).toBe('ROLE_MISSING');
  expect(await decide(ada, id, 'withdraw')).toBe('done');
});
