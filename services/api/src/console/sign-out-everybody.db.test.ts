import { listen } from '@tern/db/listen';
import { endEverybodysSessions } from '@tern/server/people/sessions/public';
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
  const [anna] = people;
  await sql`INSERT INTO live_streams (id, person_id, holder) VALUES (gen_random_uuid(), ${anna?.personId}, 'hers')`.execute(
    api.database.db.kysely,
  );
  const id = await propose(ada);
  expect(await decide(ada, id, 'carry-out')).toBe('proposed-by-you');
  expect(await Promise.all(people.map(isIn))).toEqual([true, true]);

  const told = await listenWhile(async () => expect(await decide(ben, id, 'carry-out')).toBe('done'));
  expect(await Promise.all(people.map(isIn))).toEqual([false, false]);
  // Open pages are told, of which there is one, and the account history of each says why.
  expect(told).toEqual([`${anna?.personId} account`]);
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

test('O01 a session that was over by its time is not counted, and its person is told of no end', async () => {
  const [gone, here] = [await register('gone@example.org'), await register('here@example.org')];
  const { kysely } = api.database.db;
  await sql`UPDATE sessions SET absolute_until = '2020-01-01' WHERE person_id = ${gone.personId}`.execute(kysely);
  await sql`UPDATE sessions SET ended_at = now(), end_reason = 'ended-elsewhere'
             WHERE ended_at IS NULL AND person_id NOT IN (${gone.personId}, ${here.personId})`.execute(kysely);
  const id = await propose(ada);
  expect(await decide(ben, id, 'carry-out')).toBe('done');

  const { actions } = (await ada.get(`/log?subject=${id}`)).json<{ actions: { details: string }[] }>();
  expect(JSON.parse(actions[0]?.details ?? '{}')).toMatchObject({ sessions: 1 });
  const { rows: told } = await sql`
    SELECT person_id AS "personId" FROM security_events
     WHERE kind = 'session-ended' AND person_id IN (${gone.personId}, ${here.personId})`.execute(kysely);
  expect(told).toEqual([{ personId: here.personId }]);
  const { rows: left } = await sql`SELECT FROM sessions WHERE ended_at IS NULL`.execute(kysely);
  expect(left).toEqual([]);
});

test('O01 everybody waits for it no longer than ten minutes', async () => {
  await api.database.db.kysely.transaction().execute(async (tx) => {
    await endEverybodysSessions(tx, new Date());
    const { rows } = await sql`SELECT current_setting('transaction_timeout') AS bound`.execute(tx);
    expect(rows).toEqual([{ bound: '10min' }]);
  });
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
