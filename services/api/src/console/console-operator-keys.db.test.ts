import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { softwarePasskey, type SoftwarePasskey } from '@tern/testkit/software-passkey';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  consoleUrl,
  openTestConsole,
  outcomeOf,
  type OperatorBrowser,
  type TestConsole,
} from './testing/test-console.ts';

// Goal: an operator adds a further key and removes one, each signed by a key they have, and nobody gets in by it who holds a
// session alone; two administrators disable a single key. Method: the console over HTTP with software passkeys.

let database: TestDatabase;
let console: TestConsole;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  ada = await console.operator('ada', 'administrator');
  ben = await console.operator('ben', 'administrator');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

type Said = { readonly name: string; readonly ceremonyId: string; readonly passkey: unknown };
type Detail = {
  readonly passkeys: number;
  readonly keys: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly print: string;
    readonly isSyncable: boolean | null;
    readonly moneyFrom: string | null;
    readonly ended: { readonly reason: string } | null;
    readonly usedAt: string | null;
  }[];
};

/** Has the browser make a key, which nobody has signed for yet. */
async function make(browser: OperatorBrowser, name: string, key = softwarePasskey(consoleUrl)) {
  const begun = (await browser.post('/operators/keys/begin', {})).json<{ ceremonyId: string; challenge: string }>();
  const said: Said = { name, ceremonyId: begun.ceremonyId, passkey: key.make(begun.challenge) };
  return { said, key };
}

async function add(browser: OperatorBrowser, name: string): Promise<SoftwarePasskey> {
  const { said, key } = await make(browser, name);
  const answer = await browser.post('/operators/keys', await browser.sign('/operators/keys/question', said));
  expect(answer.statusCode, answer.body).toBe(200);
  return key;
}

const detail = async (name: string): Promise<Detail> => (await ada.get(`/operators/by-name/${name}`)).json();
const remove = async (browser: OperatorBrowser, id: string) =>
  browser.post('/operators/keys/removal', await browser.sign('/operators/keys/removal/question', { id }));
const daysPass = () =>
  sql`UPDATE operator_passkeys SET decides_money_from = decides_money_from - interval '4 days'`.execute(
    database.db.kysely,
  );

test('O14 an operator signs for a further key, signs in with it, and decides about money with it three days later', async () => {
  const kim = await console.operator('kim', 'reviewer');
  const before = await detail('kim');
  const key = await add(kim, 'In the safe');
  const after = await detail('kim');
  expect([before.passkeys, after.passkeys]).toEqual([1, 2]);
  expect(after.keys.map(({ name, ended, isSyncable }) => ({ name, ended, isSyncable }))).toEqual([
    { name: null, ended: null, isSyncable: false },
    { name: 'In the safe', ended: null, isSyncable: false },
  ]);
  expect(after.keys[1]?.moneyFrom).not.toBeNull();
  expect(after.keys[1]?.print).toMatch(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/);
  const withNew = Object.assign(kim, { key });
  expect((await withNew.signIn()).statusCode).toBe(200);
  expect((await detail('kim')).keys[1]?.usedAt).not.toBeNull();
  const entry = { id: '00000000-0000-4000-8000-000000000000', decision: 'approve' };
  expect(outcomeOf(await withNew.post('/entries/decision', entry))).toBe('key-too-new');
  const statement = { id: entry.id, decision: 'approve', note: 'Looked at' };
  expect(outcomeOf(await withNew.post('/reviews/question', statement))).toBe('NOT_FOUND');
  await daysPass();
  expect(outcomeOf(await withNew.post('/entries/decision', entry))).toBe('NOT_FOUND');
});

test('O14 what a new key signs about money is refused by the console, and what stops a flow is not', async () => {
  const lea = await console.operator('lea', 'administrator');
  const old = lea.key;
  lea.key = await add(lea, 'Of a phone');
  const stop = { flow: 'swaps', to: 'stopped', note: 'For a test' };
  expect((await lea.post('/flows/switch', await lea.sign('/flows/question', stop))).statusCode).toBe(200);
  const start = { ...stop, to: 'running' };
  expect(outcomeOf(await lea.post('/flows/switch', await lea.sign('/flows/question', start)))).toBe('key-too-new');
  lea.key = old;
  expect((await lea.post('/flows/switch', await lea.sign('/flows/question', start))).statusCode).toBe(200);
});

test('O14 a stolen session adds no key: unsigned, signed by the new key itself, by another’s or not in time', async () => {
  const max = await console.operator('max', 'treasurer');
  const { said, key } = await make(max, 'Thief’s');
  const asked = (await max.post('/operators/keys/question', said)).json<{ ceremonyId: string; challenge: string }>();
  for (const stranger of [key, softwarePasskey(consoleUrl), ada.key]) {
    const proof = { ceremonyId: asked.ceremonyId, passkey: stranger.use(asked.challenge) };
    expect(outcomeOf(await max.post('/operators/keys', { said, proof }))).toBe('PASSKEY_REFUSED');
  }
  // What was signed is one key; another one is not added by it.
  const other = await make(max, 'Thief’s');
  const signed = await max.sign('/operators/keys/question', said);
  expect(outcomeOf(await max.post('/operators/keys', { ...signed, said: other.said }))).toBe('PASSKEY_REFUSED');
  const named = await max.sign('/operators/keys/question', said);
  expect(outcomeOf(await max.post('/operators/keys', { ...named, said: { ...said, name: 'Mine' } }))).toBe(
    'PASSKEY_REFUSED',
  );
  // Nor is the answer of somebody else's browser taken.
  expect(outcomeOf(await ben.post('/operators/keys/question', said))).toBe('PASSKEY_REFUSED');
  expect((await detail('max')).passkeys).toBe(1);
  const now = console.clock.now();
  console.clock.advance(11 * 60_000);
  expect(outcomeOf(await max.post('/operators/keys/begin', {}))).toBe('session-not-fresh');
  console.clock.set(now);
  for (const name of ['', ' ', 'x'.repeat(41), 'a\nb'])
    expect(outcomeOf(await max.post('/operators/keys/question', { ...said, name }))).toBe('INPUT_INVALID');
});

test('O14 a key is enrolled once, under whatever name, and a ceremony makes one key', async () => {
  const nia = await console.operator('nia', 'viewer');
  const key = await add(nia, 'Mine');
  const twice = await make(nia, 'Mine again', key);
  expect(outcomeOf(await nia.post('/operators/keys', await nia.sign('/operators/keys/question', twice.said)))).toBe(
    'PASSKEY_REFUSED',
  );
  const { said } = await make(nia, 'Third');
  const first = await nia.sign('/operators/keys/question', said);
  const second = await nia.sign('/operators/keys/question', said);
  expect((await nia.post('/operators/keys', first)).statusCode).toBe(200);
  expect(outcomeOf(await nia.post('/operators/keys', second))).toBe('PASSKEY_REFUSED');
  const full = await make(nia, 'Fourth');
  expect(outcomeOf(await nia.post('/operators/keys', await nia.sign('/operators/keys/question', full.said)))).toBe(
    'three-keys',
  );
});

test('O14 an operator removes a key by another of theirs; it signs in no more, and its session is over', async () => {
  const ole = await console.operator('ole', 'reviewer');
  const [only] = (await detail('ole')).keys;
  expect(outcomeOf(await remove(ole, only?.id ?? ''))).toBe('last-key');
  const old = ole.key;
  const added = await add(ole, 'Second');
  const second = (await detail('ole')).keys.find(({ name }) => name === 'Second')?.id ?? '';
  expect(outcomeOf(await ada.post('/operators/keys/removal/question', { id: second }))).toBe('NOT_FOUND');
  ole.key = added;
  expect(outcomeOf(await remove(ole, second))).toBe('signed-by-itself');
  await ole.signIn();
  ole.key = old;
  expect(outcomeOf(await remove(ole, second))).toBe('done');
  expect(outcomeOf(await ole.get('/session'))).toBe('LOGIN_EXPIRED');
  ole.key = added;
  expect(outcomeOf(await ole.signIn())).toBe('PASSKEY_REFUSED');
  ole.key = old;
  expect((await ole.signIn()).statusCode).toBe(200);
  expect((await detail('ole')).keys.map(({ name, ended }) => [name, ended?.reason])).toEqual([
    [null, undefined],
    ['Second', 'removed'],
  ]);
});

test('O14 O01 two administrators disable one key of a third operator, who goes on with the other', async () => {
  const pia = await console.operator('pia', 'treasurer');
  const old = pia.key;
  pia.key = await add(pia, 'Left behind');
  await pia.signIn();
  const key = (await detail('pia')).keys.find(({ name }) => name === 'Left behind')?.id ?? '';
  const said = { kind: 'disable-key', name: 'pia', key, note: 'Lost on a train' };
  const { id } = (await ada.post('/operators', await ada.sign('/operators/question', said))).json<{ id: string }>();
  const decide = async (browser: OperatorBrowser) =>
    browser.post(
      '/operators/decision',
      await browser.sign('/operators/decision/question', { id, decision: 'carry-out' }),
    );
  expect(outcomeOf(await decide(ada))).toBe('proposed-by-you');
  expect((await pia.get('/session')).statusCode).toBe(200);
  expect(outcomeOf(await decide(ben))).toBe('done');
  expect(outcomeOf(await pia.get('/session'))).toBe('LOGIN_EXPIRED');
  expect(outcomeOf(await pia.signIn())).toBe('PASSKEY_REFUSED');
  pia.key = old;
  expect((await pia.signIn()).statusCode).toBe(200);
  const { actions } = (await ada.get('/operators/by-name/pia/history')).json<{
    actions: { kind: string; operator: string; key: string | null }[];
  }>();
  expect(actions).toContainEqual(
    expect.objectContaining({ kind: 'operator-key-disabled', operator: 'ben', key: 'Left behind' }),
  );
});
