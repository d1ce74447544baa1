import { deliverAnnouncements } from '@tern/server/console/announcements/public';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTestApi, registerByMail, type Browser, type TestApi } from '../testing/open-test-api.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: people are told what two operators have agreed to, once each, in time, and nobody else is.
let wallet: TestApi;
let console: TestConsole;
let [ada, ben] = [] as unknown as [OperatorBrowser, OperatorBrowser];
const people: Browser[] = [];
beforeAll(async () => {
  wallet = await openTestApi();
  console = await openTestConsole(wallet.database);
  [ada, ben] = [await console.operator('ada', 'administrator'), await console.operator('ben', 'reviewer')];
  for (const name of ['mara', 'nils', 'olga']) {
    const browser = openBrowser(wallet.app);
    await registerByMail(wallet, browser, `${name}@example.org`);
    people.push(browser);
  }
});
afterAll(async () => {
  await console.close();
  await wallet.close();
});
afterEach(() => expect(console.faults).toEqual([]));

const texts = {
  en: { title: 'New coins', body: 'From Monday on.\nNothing to do.' },
  de: { title: 'Neues', body: 'Bald.' },
};
const minutes = (away: number) => new Date(Date.now() + away * 60_000).toISOString();

async function write(by: OperatorBrowser, changes: object = {}): Promise<string> {
  const answer = await by.post('/announcements', { texts, publicIds: null, sendAt: minutes(-1), ...changes });
  const { id, data } = answer.json<{ id?: string; data?: { reason: string } }>();
  return id ?? data?.reason ?? 'refused';
}
async function decide(by: OperatorBrowser, id: string, decision: 'release' | 'withdraw'): Promise<string> {
  const signed = await by.sign('/announcements/question', { id, decision });
  const answer = await by.post('/announcements/decision', signed);
  return answer.statusCode === 200 ? 'done' : answer.json<{ data: { reason: string } }>().data.reason;
}
type Read = { messages: { kind: string; title: string; body: string }[] };
const newsOf = async (person: Browser) =>
  (await person.get('/api/messages?kind=announcements')).json<Read>().messages.map(({ title }) => title);
/** One person a batch, so that several make up one announcement. */
async function deliver(): Promise<number> {
  let told = 0;
  for (let batch = 1; batch > 0; told += batch)
    batch = await deliverAnnouncements({ db: wallet.database.asWorker }, { limit: 1 });
  return told;
}

test('O01 O02 nobody reads what one operator wrote alone; released by another, everybody reads it once', async () => {
  const id = await write(ada);
  expect(await deliver()).toBe(0);
  expect(await decide(ada, id, 'release')).toBe('second-operator-needed');
  const { actions } = (await ben.get(`/log?subject=${id}&kind=decision-refused`)).json<{ actions: object[] }>();
  expect(actions).toMatchObject([{ operator: 'ada' }]);
  expect(await decide(ben, id, 'release')).toBe('done');
  // Two workers at once, and again.
  expect((await Promise.all([deliver(), deliver()])).reduce((sum, told) => sum + told, 0)).toBe(3);
  expect(await deliver()).toBe(0);
  for (const person of people) expect(await newsOf(person)).toEqual(['New coins']);
  const { announcements } = (await ada.get('/announcements')).json<{
    announcements: { state: string; told: number }[];
  }>();
  expect(announcements[0]).toMatchObject({ state: 'sent', told: 3, writtenBy: 'ada', releasedBy: 'ben' });
  expect(await decide(ada, id, 'withdraw')).toBe('already-so');
});

test('one is sent to whom it is for, not before its time, and not at all once it is withdrawn', async () => {
  const [mara] = people;
  if (mara === undefined) throw new Error('nobody');
  const { publicId } = (await mara.get('/api/identity/account')).json<{ publicId: string }>();
  const now = await write(ben, { publicIds: [publicId], texts: { en: { title: 'To you', body: 'Alone.' } } });
  const later = await write(ben, { sendAt: minutes(60), texts: { en: { title: 'Later', body: 'Much.' } } });
  const never = await write(ben, { texts: { en: { title: 'Never', body: 'No.' } } });
  for (const id of [now, later, never]) expect(await decide(ada, id, 'release')).toBe('done');
  expect(await decide(ben, never, 'withdraw')).toBe('done');
  expect(await deliver()).toBe(1);
  expect(await newsOf(mara)).toEqual(['To you', 'New coins']);
  expect(await newsOf(people[1] as Browser)).toEqual(['New coins']);
});

test('what cannot be is refused: no English, unseen characters, a number nobody has', async () => {
  expect(await write(ada, { texts: { de: texts.de } })).toBe('texts-invalid');
  expect(await write(ada, { texts: { en: { title: 'A\u202eb', body: 'c' } } })).toBe('texts-invalid');
  expect(await write(ada, { publicIds: ['00000001'] })).toBe('no-such-person');
});

test('O01 what is released is told to nobody before its time, and to everybody from then on', async () => {
  const id = await write(ben, { sendAt: minutes(60), texts: { en: { title: 'At noon', body: 'Not before.' } } });
  expect(await decide(ada, id, 'release')).toBe('done');
  await deliver();
  for (const person of people) expect(await newsOf(person)).not.toContain('At noon');
  await sql`
    WITH logged AS (
      INSERT INTO operator_actions (operator_id, kind, subject)
      SELECT written_by, 'announcement-written', id::text FROM announcements WHERE id = ${id})
    UPDATE announcements SET send_at = now() WHERE id = ${id}`.execute(wallet.database.db.kysely);
  await deliver();
  for (const person of people) expect(await newsOf(person)).toContain('At noon');
});
