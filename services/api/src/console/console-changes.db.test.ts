import { randomUUID } from 'node:crypto';
import { bookHouseMoney } from '@tern/ledger/test-house-money';
import { findDemand } from '@tern/server/house/liabilities/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { listBreaches } from '@tern/testkit/list-breaches';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  openOperatorBrowser,
  openTestConsole,
  outcomeOf,
  type OperatorBrowser,
  type TestConsole,
} from './testing/test-console.ts';

// Goal: nothing of the house's money or rules changes by one operator alone.
let database: TestDatabase;
let console: TestConsole;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  [ada, ben] = [await console.operator('ada', 'treasurer'), await console.operator('ben', 'treasurer')];
  await bookHouseMoney(database.asWorker, 'reward', 1_000n * 10n ** 18n);
});
afterAll(async () => {
  expect(await listBreaches(database.db, { invented: [] })).toEqual([]);
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

const token = 10n ** 18n;
const toPool = (amount: string) => ({ kind: 'fund', purpose: 'pool', assetId: 'reward', amount });

async function propose(by: OperatorBrowser, content: object): Promise<string> {
  const asked = await by.post('/changes/question', { content, note: 'For the next month' });
  if (asked.statusCode !== 200) return outcomeOf(asked);
  const signed = await by.sign('/changes/question', { content, note: 'For the next month' });
  return (await by.post('/changes', signed)).json<{ id: string }>().id;
}
async function decide(by: OperatorBrowser, id: string, decision: 'carry-out' | 'withdraw'): Promise<string> {
  return outcomeOf(await by.post('/changes/decision', await by.sign('/changes/decision/question', { id, decision })));
}
type Shown = {
  funds: { purpose: string; assetId: string; amount: string }[];
  pairs: { one: string; other: string; open: boolean }[];
  pool: { everyHours: number; shareBasisPoints: number; planned: { from: string; shareBasisPoints: number }[] };
  assets: { assetId: string; closing: { from: string; closed: boolean } | null }[];
  changes: { id: string; state: string; proposedBy: string; decidedBy: string | null }[];
};
const shown = async (): Promise<Shown> => (await ada.get('/changes')).json<Shown>();
const inPool = async (): Promise<string | undefined> =>
  (await shown()).funds.find(({ purpose }) => purpose === 'pool')?.amount;

test('O01 O02 one operator trying alone in five ways changes nothing; with a second it is done once, both named', async () => {
  const id = await propose(ada, toPool('250'));
  // The same session, again, and one opened anew.
  expect(await decide(ada, id, 'carry-out')).toBe('proposed-by-you');
  expect(await decide(ada, id, 'carry-out')).toBe('proposed-by-you');
  await ada.signIn();
  expect(await decide(ada, id, 'carry-out')).toBe('proposed-by-you');
  // The other's open screen with one's own key; and the other's signature over something else.
  const own = await ada.sign('/changes/decision/question', { id, decision: 'carry-out' });
  expect(outcomeOf(await ben.post('/changes/decision', own))).toBe('PASSKEY_REFUSED');
  const other = await ben.sign('/changes/decision/question', { id, decision: 'withdraw' });
  const turned = { ...other, said: { id, decision: 'carry-out' } };
  expect(outcomeOf(await ben.post('/changes/decision', turned))).toBe('PASSKEY_REFUSED');
  // A second account with the same key.
  const link = await console.invite('ada2', 'treasurer');
  const ada2 = Object.assign(openOperatorBrowser(console.app), { key: ada.key });
  expect(outcomeOf(await ada2.enrol(link))).toBe('PASSKEY_REFUSED');
  const second = openOperatorBrowser(console.app);
  second.cookie = ada.cookie;
  expect(await decide(second, id, 'carry-out')).not.toBe('done');
  await ada.signIn();
  expect(await inPool()).toBe('0');

  expect(await decide(ben, id, 'carry-out')).toBe('done');
  expect(await decide(ben, id, 'carry-out')).toBe('not-proposed');
  expect(await inPool()).toBe((250n * token).toString());
  expect((await shown()).changes[0]).toMatchObject({ id, state: 'done', proposedBy: 'ada', decidedBy: 'ben' });
  const { actions } = (await ada.get(`/log?subject=${id}`)).json<{ actions: { kind: string; operator: string }[] }>();
  expect(actions).toMatchObject([
    { kind: 'change-carried-out', operator: 'ben' },
    { kind: 'decision-refused', operator: 'ada' },
    { kind: 'decision-refused', operator: 'ada' },
    { kind: 'decision-refused', operator: 'ada' },
    { kind: 'change-proposed', operator: 'ada' },
  ]);
});

test('two at once carry a proposal out once', async () => {
  const before = BigInt((await inPool()) ?? 0);
  const id = await propose(ada, toPool('10'));
  const carl = await console.operator('carl', 'treasurer');
  const outcomes = await Promise.all([decide(ben, id, 'carry-out'), decide(carl, id, 'carry-out')]);
  expect(outcomes.toSorted()).toEqual(['done', 'not-proposed']);
  expect(await inPool()).toBe((before + 10n * token).toString());
});

test('H02 more than the house owns is not set aside, and what cannot be is refused before anybody signs', async () => {
  const id = await propose(ada, toPool('100000'));
  expect(await decide(ben, id, 'carry-out')).toBe('not-funded');
  expect(await decide(ben, id, 'withdraw')).toBe('done');
  expect(await propose(ada, toPool('1e3'))).toBe('amount-invalid');
  expect(await propose(ada, { kind: 'fund', purpose: 'pool', assetId: 'usdt', amount: '1' })).toBe('purpose-invalid');
  expect(await propose(ada, { kind: 'pair', one: 'trx', other: 'trx', open: false })).toBe('no-such-pair');
});

test('H14 a pair is closed and opened in both directions at once, by two operators', async () => {
  const [pair] = (await shown()).pairs;
  if (pair === undefined) throw new Error('an installation has pairs');
  const close = await propose(ada, { kind: 'pair', one: pair.other, other: pair.one, open: false });
  expect(await decide(ben, close, 'carry-out')).toBe('done');
  expect((await shown()).pairs[0]).toMatchObject({ open: false });
  const again = await propose(ada, { kind: 'pair', one: pair.one, other: pair.other, open: false });
  expect(await decide(ben, again, 'carry-out')).toBe('already-so');
  const open = await propose(ben, { kind: 'pair', one: pair.one, other: pair.other, open: true });
  expect(await decide(ada, open, 'carry-out')).toBe('done');
  expect((await shown()).pairs[0]).toMatchObject({ open: true });
});

test('O10 a coin is closed by two operators with a day’s notice, taken back by two, and both are in the log', async () => {
  const trx = async () => (await shown()).assets.find(({ assetId }) => assetId === 'trx')?.closing;
  const close = await propose(ada, { kind: 'asset', assetId: 'trx', open: false });
  expect(await decide(ada, close, 'carry-out')).toBe('proposed-by-you');
  expect(await trx()).toBeNull();
  expect(await decide(ben, close, 'carry-out')).toBe('done');
  const closing = await trx();
  expect(closing).toMatchObject({ closed: false });
  expect(Date.parse(closing?.from ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const { actions } = (await ada.get(`/log?subject=${close}`)).json<{ actions: { kind: string; details: string }[] }>();
  expect(actions.find(({ kind }) => kind === 'change-carried-out')?.details).toContain(closing?.from);
  const again = await propose(ben, { kind: 'asset', assetId: 'trx', open: false });
  expect(await decide(ada, again, 'carry-out')).toBe('already-so');
  const back = await propose(ben, { kind: 'asset', assetId: 'trx', open: true });
  expect(await decide(ben, back, 'carry-out')).toBe('proposed-by-you');
  expect(await decide(ada, back, 'carry-out')).toBe('done');
  expect(await trx()).toBeNull();
  expect(await propose(ada, { kind: 'asset', assetId: 'doge', open: false })).toBe('INPUT_INVALID');
});

test('O10 the pool’s schedule is changed by two operators, and says from when on before it counts', async () => {
  const less = { kind: 'pool-schedule', everyHours: 24, shareBasisPoints: 900 };
  const id = await propose(ada, less);
  expect(await decide(ada, id, 'carry-out')).toBe('proposed-by-you');
  expect((await shown()).pool).toMatchObject({ everyHours: 24, shareBasisPoints: 1000, planned: [] });
  expect(await decide(ben, id, 'carry-out')).toBe('done');
  const { pool } = await shown();
  expect(pool).toMatchObject({ shareBasisPoints: 1000, planned: [{ everyHours: 24, shareBasisPoints: 900 }] });
  expect(Date.parse(pool.planned[0]?.from ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(await decide(ada, await propose(ben, less), 'carry-out')).toBe('already-so');
  const back = await propose(ben, { ...less, shareBasisPoints: 1000 });
  expect(await decide(ada, back, 'carry-out')).toBe('done');
  expect((await shown()).pool.planned).toEqual([]);
  for (const wrong of [{ everyHours: 5 }, { shareBasisPoints: 0 }, { shareBasisPoints: 10_001 }])
    expect(await propose(ada, { ...less, ...wrong })).toBe('INPUT_INVALID');
});

test('O03 whoever only looks or reviews proposes nothing and carries nothing out', async () => {
  const content = { kind: 'asset', assetId: 'usdt', open: false };
  const id = await propose(ada, content);
  for (const role of ['viewer', 'reviewer'] as const) {
    const other = await console.operator(`only-${role}`, role);
    expect(await propose(other, content)).toBe('ROLE_MISSING');
    expect(outcomeOf(await other.post('/changes/decision/question', { id, decision: 'carry-out' }))).toBe(
      'ROLE_MISSING',
    );
  }
  const admin = await console.operator('olga', 'administrator');
  expect(await decide(admin, id, 'withdraw')).toBe('done');
});

test('O02 an administrator neither proposes nor decides what books a difference between books and chain', async () => {
  await sql`
    INSERT INTO reserve_gaps (asset_id, subject, missing, block_number) VALUES ('reward', 'hot', 5, 9)`.execute(
    database.db.kysely,
  );
  const admin = await console.operator('adam', 'administrator');
  const loss = { kind: 'loss', why: 'accepted', assetId: 'reward', subject: 'hot', amount: '5' };
  const id = randomUUID();
  const surplus = { kind: 'surplus', surplusId: id, address: 'T', assetId: 'reward', amount: '5', to: null };
  const back = { kind: 'cold-return', depositId: id, assetId: 'reward', amount: '5' };
  const note = 'For the next month';
  // With a signature over something they may propose, too.
  const { proof } = await admin.sign('/changes/question', { content: toPool('1'), note });
  for (const content of [loss, surplus, back]) {
    expect(await propose(admin, content)).toBe('ROLE_MISSING');
    expect(outcomeOf(await admin.post('/changes', { said: { content, note }, proof }))).toBe('ROLE_MISSING');
  }
  const proposed = await propose(ada, loss);
  for (const decision of ['carry-out', 'withdraw']) {
    const said = { id: proposed, decision };
    expect(outcomeOf(await admin.post('/changes/decision/question', said))).toBe('ROLE_MISSING');
    expect(outcomeOf(await admin.post('/changes/decision', { said, proof }))).toBe('ROLE_MISSING');
  }
  expect((await shown()).changes.find((each) => each.id === proposed)).toMatchObject({ state: 'proposed' });
  expect(await decide(ben, proposed, 'carry-out')).toBe('done');
});

test('O01 one more count of all that is owed takes two operators, and no other is accepted while it is to come', async () => {
  const id = await propose(ada, { kind: 'snapshot' });
  expect(await decide(ada, id, 'carry-out')).toBe('proposed-by-you');
  expect((await findDemand(database.asWorker.kysely))?.changeId).toBeUndefined();
  expect(await decide(ben, id, 'carry-out')).toBe('done');
  expect((await findDemand(database.asWorker.kysely))?.changeId).toBe(id);
  expect(await decide(ben, await propose(ada, { kind: 'snapshot' }), 'carry-out')).toBe('already-so');
});
