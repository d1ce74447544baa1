import type { WaitingView } from '@tern/contracts/routes/console-home';
import type { ActionView } from '@tern/contracts/routes/console-log';
import type { DecidedRuleView, ScreeningRuleView } from '@tern/contracts/screening-rule';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: two administrators alone decide when the screening service is asked and what a missing answer holds, whoever writes the
// rows, and everybody in the console reads who decided it. Method: the console's own routes, and its own database rights.
let database: TestDatabase;
let console: TestConsole;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
let tom: OperatorBrowser;
let eve: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  ada = await console.operator('ada', 'administrator');
  ben = await console.operator('ben', 'administrator');
  tom = await console.operator('tom', 'treasurer');
  eve = await console.operator('eve', 'viewer');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

type Rule = { readonly sends: boolean; readonly deposits: boolean; readonly closedFrom: string };
const first: Rule = { sends: true, deposits: true, closedFrom: '0' };
const second: Rule = { sends: true, deposits: false, closedFrom: '1000.5' };
const change = (after: number, from: Rule, to: Rule) => ({ kind: 'screening-rule', after, from, to });

async function propose(by: OperatorBrowser, content: object): Promise<string> {
  const said = { content, note: 'The service is slow at night' };
  const asked = await by.post('/changes/question', said);
  if (asked.statusCode !== 200) return outcomeOf(asked);
  return (await by.post('/changes', await by.sign('/changes/question', said))).json<{ id: string }>().id;
}
async function decide(by: OperatorBrowser, id: string, decision = 'carry-out'): Promise<string> {
  const asked = await by.post('/changes/decision/question', { id, decision });
  if (asked.statusCode !== 200) return outcomeOf(asked);
  return outcomeOf(await by.post('/changes/decision', await by.sign('/changes/decision/question', { id, decision })));
}
const both = async (content: object): Promise<string> => {
  const proposed = await propose(ada, content);
  return /^[\da-f-]{36}$/.test(proposed) ? decide(ben, proposed) : proposed;
};
type Shown = { inForce: ScreeningRuleView; decided: DecidedRuleView[]; next: number | null };
const shown = async (query = ''): Promise<Shown> => (await eve.get(`/screening/rule${query}`)).json<Shown>();

/** How many proposals wait, and how many of them this operator may decide. */
const waitsFor = async (by: OperatorBrowser): Promise<string> => {
  const { kinds } = (await by.get('/home/waiting')).json<WaitingView>();
  const found = kinds.find(({ kind }) => kind === 'screening');
  return `${found?.mine} of ${found?.items}`;
};

test('O01 a rule is in force once a second administrator has signed it too; one alone and other roles change nothing', async () => {
  const none = { inForce: { version: 0, sends: true, deposits: true, closedFrom: '0' }, decided: [], next: null };
  expect(await shown()).toEqual(none);
  expect(await propose(tom, change(0, first, second))).toBe('ROLE_MISSING');
  const id = await propose(ada, change(0, first, second));
  expect([await waitsFor(ben), await waitsFor(ada), await waitsFor(tom)]).toEqual(['1 of 1', '0 of 1', '0 of 1']);
  expect(await decide(ada, id)).toBe('proposed-by-you');
  expect(await decide(tom, id)).toBe('ROLE_MISSING');
  expect(await shown()).toEqual(none);
  expect(await decide(ben, id)).toBe('done');
  const inForce = { version: 1, sends: true, deposits: false, closedFrom: '1000500000' };
  expect(await shown()).toEqual({
    inForce,
    decided: [
      {
        ...inForce,
        decidedAt: expect.any(String),
        proposedBy: 'ada',
        decidedBy: 'ben',
        note: 'The service is slow at night',
      },
    ],
    next: null,
  });
});

test('O02 whoever signs reads what was and what will be, and so does whoever reads the log', async () => {
  const content = change(1, second, first);
  const question = await ada.post('/changes/question', { content, note: 'Back to all of it' });
  const { statement } = question.json<{ statement: string }>();
  expect(JSON.parse(statement)).toMatchObject({ content: { content }, facts: { about: [{ as: 'rule' }] } });
  const { actions } = (await eve.get('/log')).json<{ actions: ActionView[] }>();
  const [carriedOut] = actions.filter(({ kind }) => kind === 'change-carried-out');
  expect(JSON.parse(carriedOut?.details ?? '')).toMatchObject({ content: change(0, first, second) });
});

test('what is no change of the rule in force is refused with its reason', async () => {
  expect(await propose(ada, change(0, first, second))).toBe('changed-meanwhile');
  // It follows the right version, and says of it what it did not say.
  expect(await propose(ada, change(1, first, { ...second, closedFrom: '5' }))).toBe('changed-meanwhile');
  expect(await propose(ada, change(1, second, second))).toBe('already-so');
  for (const closedFrom of ['', '-1', '1,000', '0.0000001', 'all'])
    expect(await propose(ada, change(1, second, { ...second, closedFrom })), closedFrom).toBe('amount-invalid');
  expect(await propose(ada, { ...change(1, second, first), until: 'noon' })).toBe('INPUT_INVALID');
});

test('of two proposals that follow the same rule one is carried out, also at the same moment', async () => {
  const [one, other] = [
    await propose(ada, change(1, second, { ...second, closedFrom: '1' })),
    await propose(ben, change(1, second, { ...second, closedFrom: '2' })),
  ];
  const outcomes = await Promise.all([decide(ben, one), decide(ada, other)]);
  expect(outcomes.toSorted()).toEqual(['changed-meanwhile', 'done']);
  expect((await shown()).inForce.version).toBe(2);
});

test('earlier rules are read on from page to page, the newest first', async () => {
  const [{ inForce }, start] = [await shown(), 2];
  let now: Rule = { ...second, closedFrom: String(BigInt(inForce.closedFrom) / 1_000_000n) };
  const stale = await propose(ada, change(start, now, { ...now, closedFrom: '9' }));
  for (let version = start; version < 21; version += 1) {
    const next = { ...now, sends: !now.sends };
    expect(await both(change(version, now, next))).toBe('done');
    now = next;
  }
  await both(change(21, now, { ...now, sends: !now.sends }));
  // What it follows is in force again, and is another decision.
  expect(await decide(ben, stale)).toBe('changed-meanwhile');
  const page = await shown();
  expect(page.decided.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, at) => 22 - at));
  expect(await shown(`?before=${page.next}`)).toMatchObject({ decided: [{ version: 2 }, { version: 1 }], next: null });
});

test('O01 the database itself takes no rule that two operators did not decide in the same transaction, and keeps each', async () => {
  const { kysely } = database.asConsole;
  const { rows } = await sql<{ id: string }>`SELECT change_id AS id FROM screening_rules WHERE version = 22`.execute(
    database.db.kysely,
  );
  const put = (version: number, id: string | undefined, columns = sql`true, true, 0`) => sql`
    INSERT INTO screening_rules (version, asks_sends, asks_deposits, closed_from, change_id)
    VALUES (${version}, ${columns}, ${id})`;
  await sql`ALTER TABLE screening_rules DROP CONSTRAINT screening_rules_change_id_key`.execute(database.db.kysely);
  await expect(put(23, rows[0]?.id).execute(kysely)).rejects.toThrow('not what two operators decided');
  await expect(put(25, rows[0]?.id).execute(kysely)).rejects.toThrow('does not follow');
  await expect(put(23, rows[0]?.id, sql`true, true, -1`).execute(kysely)).rejects.toThrow('closed_from_check');
  for (const other of [database.asApi, database.asWorker])
    await expect(put(23, rows[0]?.id).execute(other.kysely)).rejects.toThrow('permission denied');
  await expect(sql`DELETE FROM screening_rules`.execute(database.db.kysely)).rejects.toThrow();
  await expect(sql`UPDATE screening_rules SET closed_from = 0`.execute(database.db.kysely)).rejects.toThrow();
});

test('O01 a rule that says something else than its change is refused with the whole decision', async () => {
  const owner = database.db.kysely;
  const { inForce } = await shown();
  const now = { ...second, sends: inForce.sends, closedFrom: String(BigInt(inForce.closedFrom) / 1_000_000n) };
  for (const [column, value] of [
    ['asks_sends', 'NOT NEW.asks_sends'],
    ['asks_deposits', 'NOT NEW.asks_deposits'],
    ['closed_from', 'NEW.closed_from + 1'],
  ]) {
    const body = `BEGIN NEW.${column} := ${value}; RETURN NEW; END`;
    await sql.raw(`CREATE FUNCTION tamper() RETURNS trigger LANGUAGE plpgsql AS '${body}'`).execute(owner);
    await sql`
      CREATE TRIGGER a_tamper BEFORE INSERT ON screening_rules FOR EACH ROW EXECUTE FUNCTION tamper()`.execute(owner);
    expect(await both(change(22, now, { ...now, closedFrom: '77' })), column).toBe('INTERNAL');
    expect(console.faults.splice(0)).toHaveLength(1);
    await sql`DROP FUNCTION tamper() CASCADE`.execute(owner);
  }
  expect((await shown()).inForce).toEqual(inForce);
});
