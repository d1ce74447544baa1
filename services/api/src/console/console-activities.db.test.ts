import { bookHouseMoney } from '@tern/ledger/test-house-money';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: an activity gives money away only as two operators have seen it. Method: the console's routes over a database.
let database: TestDatabase;
let console: TestConsole;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  [ada, ben] = [await console.operator('ada', 'treasurer'), await console.operator('ben', 'administrator')];
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

const token = 10n ** 18n;
const dayMs = 86_400_000;
const terms = (changes: object = {}) => ({
  texts: { en: { title: 'Link it', summary: 'Show your ID.', purpose: 'We want to know.', criteria: ['ID seen'] } },
  platform: 'Examplebourse',
  affiliated: false,
  sampleName: null,
  reward: '12.5',
  places: 100,
  opensAt: new Date().toISOString(),
  closesAt: new Date(Date.now() + 30 * dayMs).toISOString(),
  reviewHours: 24,
  pictureDays: 90,
  ...changes,
});

async function draft(by: OperatorBrowser, changes: object = {}, id: string | null = null): Promise<string> {
  const answer = await by.post('/activities/draft', { id, terms: terms(changes) });
  return (
    answer.json<{ id?: string; data?: { reason: string } }>().id ??
    answer.json<{ data: { reason: string } }>().data.reason
  );
}

async function publish(by: OperatorBrowser, id: string, digest?: string): Promise<string> {
  const found = (await by.get(`/activities/${id}`)).json<{ digest: string }>();
  const said = { step: 'publish', id, digest: digest ?? found.digest };
  const answer = await by.post('/activities/step', await by.sign('/activities/question', said));
  return answer.statusCode === 200 ? 'published' : answer.json<{ data: { reason: string } }>().data.reason;
}

test('terms that cannot be are refused with what is wrong', async () => {
  expect(await draft(ada, { reward: '0' })).toBe('reward-invalid');
  expect(await draft(ada, { reward: '1e3' })).toBe('reward-invalid');
  expect(await draft(ada, { closesAt: new Date(Date.now() - dayMs).toISOString() })).toBe('dates-invalid');
  expect(await draft(ada, { texts: { de: terms().texts.en } })).toBe('texts-invalid');
  const hidden = { ...terms().texts.en, title: 'Free\u202e coins' };
  expect(await draft(ada, { texts: { en: hidden } })).toBe('texts-invalid');
});

test('O01 O02 H02 an activity is published as seen, by another operator than drew it up, and only when it is funded', async () => {
  const id = await draft(ada);
  const seen = (await ben.get(`/activities/${id}`)).json<{ digest: string }>().digest;
  expect(await publish(ada, id)).toBe('second-operator-needed');
  const { actions } = (await ben.get(`/log?subject=${id}&kind=decision-refused`)).json<{ actions: object[] }>();
  expect(actions).toMatchObject([{ operator: 'ada' }]);
  expect(await publish(ben, id)).toBe('not-funded');
  await bookHouseMoney(database.asWorker, 'reward', 5_000n * 10n ** 18n);
  // Changed after the other one looked: more is paid out than was seen.
  expect(await draft(ada, { reward: '25' }, id)).toBe(id);
  expect(await publish(ben, id, seen)).toBe('changed-meanwhile');
  expect(await publish(ben, id)).toBe('published');
  expect(await publish(ben, id)).toBe('not-a-draft');
  const { activities, owned } = (await ada.get('/activities')).json<{
    activities: { id: string; state: string; total: string; changedBy: string }[];
    owned: string;
  }>();
  expect(activities.find((each) => each.id === id)).toMatchObject({
    state: 'published',
    total: (2_500n * token).toString(),
    changedBy: 'ada',
  });
  expect(owned).toBe((2_500n * token).toString());
  const close = await ada.sign('/activities/question', { step: 'close', id });
  expect((await ada.post('/activities/step', close)).statusCode).toBe(200);
});

test('O01 whoever changes a draft takes part in it: the one who drew it up may publish that', async () => {
  const id = await draft(ada, { reward: '1' });
  expect(await draft(ben, { reward: '2' }, id)).toBe(id);
  expect(await publish(ben, id)).toBe('second-operator-needed');
  expect(await publish(ada, id)).toBe('published');
});

test('an example is kept as its pixels alone, shown to operators, and only those who draw up send one', async () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const kept = (await ada.post('/activities/sample', { base64: pixel })).json<{ name: string }>();
  expect(kept.name).toMatch(/^[0-9a-f]{32}\.webp$/);
  await draft(ada, { sampleName: kept.name });
  const viewer = await console.operator('vera', 'viewer');
  const shown = (await viewer.get(`/activities/sample/${kept.name}`)).json<{ base64: string }>();
  expect(Buffer.from(shown.base64, 'base64').subarray(8, 12).toString()).toBe('WEBP');
  expect((await viewer.post('/activities/sample', { base64: pixel })).statusCode).toBe(403);
  const noPicture = await ada.post('/activities/sample', { base64: Buffer.from('<svg/>').toString('base64') });
  expect(noPicture.json()).toMatchObject({ code: 'PICTURE_REFUSED' });
});
