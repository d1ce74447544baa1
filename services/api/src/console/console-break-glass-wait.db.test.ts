import { breakGlass, makeCustodianCode } from '@tern/server/console/break-glass/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openOperatorBrowser,
  openTestConsole,
  outcomeOf,
  type OperatorBrowser,
  type TestConsole,
} from './testing/test-console.ts';

// Goal: the three days without money that follow break-glass cannot be shortened by letting others in. Method: two custodians
// with nobody else there do all that operators can do about operators, over HTTP with software passkeys.

let database: TestDatabase;
let console: TestConsole;
let codes: [string, string];
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  const nora = await makeCustodianCode(database.asConsole, { name: 'Nora' });
  const otis = await makeCustodianCode(database.asConsole, { name: 'Otis' });
  codes = [nora?.code ?? '', otis?.code ?? ''];
});
afterAll(async () => {
  await console.close();
  await database.drop();
});

const hoursPass = async (hours: number): Promise<void> => {
  const back = sql.raw(`interval '${String(hours)} hours'`);
  await sql`UPDATE break_glass_requests SET started_at = started_at - ${back}, opened_at = opened_at - ${back}`.execute(
    database.db.kysely,
  );
  await sql`UPDATE operators SET decides_money_from = decides_money_from - ${back}`.execute(database.db.kysely);
};

async function letIn(name: string): Promise<OperatorBrowser> {
  expect(await breakGlass(console.access, { codes, name })).toMatchObject({ outcome: 'started' });
  await hoursPass(24);
  const opened = await breakGlass(console.access, { codes, name });
  const browser = openOperatorBrowser(console.app);
  expect((await browser.enrol('link' in opened ? opened.link : '')).statusCode).toBe(200);
  return browser;
}

type Change = {
  readonly kind: 'invite' | 'role' | 'disable' | 'enable';
  readonly name: string;
  readonly role?: string;
};
const propose = async (by: OperatorBrowser, change: Change) =>
  by.post('/operators', await by.sign('/operators/question', { ...change, note: 'a colleague' }));
const decide = async (by: OperatorBrowser, id: string, decision = 'carry-out') =>
  by.post('/operators/decision', await by.sign('/operators/decision/question', { id, decision }));

async function invite([a, b]: readonly [OperatorBrowser, OperatorBrowser], name: string): Promise<OperatorBrowser> {
  const proposed = await propose(a, { kind: 'invite', name, role: 'administrator' });
  const { id, code } = proposed.json<{ id: string; code: string }>();
  const { link } = (await decide(b, id)).json<{ link: string }>();
  const browser = openOperatorBrowser(console.app);
  expect((await browser.enrol(link, code)).statusCode).toBe(200);
  return browser;
}

const closing = { content: { kind: 'asset', assetId: 'trx', open: false }, note: 'For a test' };
const tryMoney = async (by: OperatorBrowser): Promise<string> =>
  outcomeOf(await by.post('/changes', await by.sign('/changes/question', closing)));

test('O02 whom operators of break-glass let in waits as long as they do, and they change no other operator', async () => {
  const [one, two] = [await letIn('rescue1'), await letIn('rescue2')];
  expect([await tryMoney(one), await tryMoney(two)]).toEqual(['no-money-yet', 'no-money-yet']);
  const friends = [await invite([one, two], 'friend1'), await invite([two, one], 'friend2')] as const;
  for (const friend of friends) expect(await tryMoney(friend)).toBe('no-money-yet');
  // Nor does who was let in by them let somebody else in for it.
  const third = await invite(friends, 'friend3');
  expect(await tryMoney(third)).toBe('no-money-yet');

  // An administrator who was there before, and two whom it would be about.
  const ada = await console.operator('ada', 'administrator');
  await console.operator('eric', 'viewer');
  await console.operator('gone', 'administrator');
  await sql`UPDATE operators SET disabled_at = now() WHERE name = 'gone'`.execute(database.db.kysely);
  const changes: readonly Change[] = [
    { kind: 'role', name: 'eric', role: 'administrator' },
    { kind: 'disable', name: 'eric' },
    { kind: 'enable', name: 'gone' },
  ];
  for (const change of changes) {
    expect(outcomeOf(await propose(one, change)), change.kind).toBe('only-invites-yet');
    const { id } = (await propose(ada, change)).json<{ id: string }>();
    expect(outcomeOf(await decide(one, id)), change.kind).toBe('only-invites-yet');
    expect((await decide(ada, id, 'withdraw')).statusCode).toBe(200);
  }
  // One of the two who let somebody in is enough to wait.
  const mixed = await invite([ada, one], 'friend4');
  expect([await tryMoney(mixed), await tryMoney(ada)]).toEqual(['no-money-yet', 'done']);

  // The first of them may decide earlier; whom both let in waits for the later one.
  await hoursPass(49);
  expect(await tryMoney(one)).toBe('done');
  for (const waiting of [two, ...friends, third]) expect(await tryMoney(waiting)).toBe('no-money-yet');
  await hoursPass(24);
  for (const free of [two, ...friends, third, mixed]) expect(await tryMoney(free)).toBe('done');
  expect((await propose(two, { kind: 'disable', name: 'eric' })).statusCode).toBe(200);
});
