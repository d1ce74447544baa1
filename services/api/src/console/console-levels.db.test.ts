import { randomUUID } from 'node:crypto';
import type { WaitingView } from '@tern/contracts/routes/console-home';
import type { PersonSecurityView } from '@tern/contracts/routes/console-person-tabs';
import type { ConsoleTermsView } from '@tern/contracts/routes/console-terms';
import { ratioFromDecimal } from '@tern/money/ratio';
import { operatorPrices, refreshPrices } from '@tern/server/chain/prices/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openConsoleWorld, type TestOwner } from './testing/console-world.ts';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: two administrators alone set the limits of levels and somebody's level, and whatever is narrower for somebody counts a day
// later, whoever writes the rows. Method: the console's own routes, and the console's own database rights.
let database: TestDatabase;
let console: TestConsole;
let mara: TestOwner;
let leaving: TestOwner;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
let tom: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database, { ACTIVATION_MINIMUM: '5000', WITHDRAWAL_MIN_TRX: '400' });
  const world = openConsoleWorld(database);
  mara = await world.person();
  leaving = await world.person();
  ada = await console.operator('ada', 'administrator');
  ben = await console.operator('ben', 'administrator');
  tom = await console.operator('tom', 'treasurer');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

const dayMs = 86_400_000;
const hoursFromNow = (at: string): number => Math.round((new Date(at).getTime() - Date.now()) / 3_600_000);
const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

async function propose(by: OperatorBrowser, content: object): Promise<string> {
  const said = { content, note: 'Two have looked at it' };
  const asked = await by.post('/changes/question', said);
  if (asked.statusCode !== 200) return outcomeOf(asked);
  const answer = await by.post('/changes', await by.sign('/changes/question', said));
  return answer.statusCode === 200 ? answer.json<{ id: string }>().id : outcomeOf(answer);
}
async function carryOut(by: OperatorBrowser, id: string): Promise<string> {
  const asked = await by.post('/changes/decision/question', { id, decision: 'carry-out' });
  if (asked.statusCode !== 200) return outcomeOf(asked);
  return outcomeOf(
    await by.post('/changes/decision', await by.sign('/changes/decision/question', { id, decision: 'carry-out' })),
  );
}
async function both(content: object): Promise<string> {
  const proposed = await propose(ada, content);
  return /^[\da-f-]{36}$/.test(proposed) ? carryOut(ben, proposed) : proposed;
}
const limits = (after: number, ...values: readonly (string | null)[]) => ({
  kind: 'level-limits',
  after,
  limits: values,
});
const level = (to: number, rest: object = {}) => ({
  kind: 'person-level',
  person: mara.publicId,
  level: to,
  reference: 'Video check 4711',
  until: null,
  ...rest,
});
const termsOf = async (): Promise<ConsoleTermsView['levels']> =>
  (await tom.get('/terms')).json<ConsoleTermsView>().levels;
const levelOf = async (): Promise<PersonSecurityView['level']> =>
  (await ada.get(`/people/${mara.personId}/security`)).json<PersonSecurityView>().level;

/** How many proposals about levels wait, and how many of them this operator may decide. */
async function waitsFor(by: OperatorBrowser): Promise<string> {
  const found = (await by.get('/home/waiting')).json<WaitingView>().kinds.find(({ kind }) => kind === 'levels');
  return `${found?.mine} of ${found?.items}`;
}

/** As if the notice were over. */
async function letADayPass(): Promise<void> {
  await database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`UPDATE level_limits SET effective_at = effective_at - interval '25 hours'`.execute(tx);
    await sql`UPDATE person_levels SET from_at = from_at - interval '25 hours'`.execute(tx);
  });
}

test('O01 limits of levels are set by two administrators, and whatever is narrower for somebody counts a day later', async () => {
  expect(await levelOf()).toBeNull();
  expect(await both(level(1))).toBe('no-levels');
  expect(await propose(tom, limits(0, '1000'))).toBe('ROLE_MISSING');
  for (const wrong of [['99'], ['1000', '999'], [null, '1000'], ['1000.5'], ['-1'], ['1', '2', '3', '4', '5', '6']])
    expect(await propose(ada, limits(0, ...wrong)), wrong.join(' ')).toBe('INPUT_INVALID');
  const id = await propose(ada, limits(0, '1000', '10000', null));
  expect([await waitsFor(ben), await waitsFor(ada), await waitsFor(tom)]).toEqual(['1 of 1', '0 of 1', '0 of 1']);
  expect(await carryOut(ada, id)).toBe('proposed-by-you');
  expect(await carryOut(tom, id)).toBe('ROLE_MISSING');
  expect(await carryOut(ben, id)).toBe('done');
  const announced = await termsOf();
  expect(announced).toMatchObject({ last: 1, levels: [], later: [{ levels: ['1000000000', '10000000000', null] }] });
  expect(hoursFromNow(announced.later[0]?.at ?? '')).toBe(24);
  await letADayPass();
  expect(await termsOf()).toEqual({ last: 1, levels: ['1000000000', '10000000000', null], later: [] });

  expect(await both(limits(0, '2000'))).toBe('changed-meanwhile');
  expect(await both(limits(1, '1000', '10000', null))).toBe('already-so');
  // Wider for everybody: at once.
  expect(await both(limits(1, '1500', '10000', null))).toBe('done');
  expect(await termsOf()).toMatchObject({ last: 2, levels: ['1500000000', '10000000000', null], later: [] });
  // Wider for one level and narrower for another: in a day.
  expect(await both(limits(2, '2000', '9000', null))).toBe('done');
  expect(hoursFromNow((await termsOf()).later[0]?.at ?? '')).toBe(24);
  await letADayPass();
});

test('O01 a level is given by two administrators with the reference of the check, at once; a lower one counts in a day', async () => {
  expect(await propose(tom, level(1))).toBe('ROLE_MISSING');
  expect(await both(level(1, { person: '10000000' }))).toBe('no-such-person');
  expect(await both(level(1, { until: dayIn(0) }))).toBe('level-ends-soon');
  expect(await propose(ada, level(5))).toBe('INPUT_INVALID');
  expect(await both(level(2, { until: dayIn(30) }))).toBe('done');
  const given = await levelOf();
  expect(given).toMatchObject({ level: 2, daily: null, until: `${dayIn(31)}T00:00:00.000Z` });
  expect(given?.next).toEqual({ at: `${dayIn(31)}T00:00:00.000Z`, daily: '2000000000' });
  expect(given?.history).toMatchObject([
    { level: 2, reference: 'Video check 4711', proposedBy: 'ada', decidedBy: 'ben' },
  ]);
  expect(await both(level(1, { reference: 'Its papers have expired' }))).toBe('done');
  const lowered = await levelOf();
  expect(lowered).toMatchObject({ level: 2, daily: null, next: { daily: '9000000000' } });
  expect(hoursFromNow(lowered?.next?.at ?? '')).toBe(24);
  await letADayPass();
  expect(await levelOf()).toMatchObject({ level: 1, daily: '9000000000', until: null, next: null });
  expect(await both(level(1))).toBe('already-so');
});

test('H03 no level may send less than the smallest amounts of the terms, whichever of them was there first', async () => {
  const source = operatorPrices({ priceTrxUsdt: ratioFromDecimal('0.3'), priceRewardUsdt: ratioFromDecimal('0.1') });
  await refreshPrices({ db: database.asWorker, source });
  const terms = (typed: object) => ({ kind: 'terms', after: 1, values: typed, from: null });
  // 400 TRX are 120 USDT.
  expect(await both(limits(3, '119'))).toBe('minimum-above-level');
  const waiting = await propose(ada, limits(3, '120'));
  expect(waiting).toMatch(/^[\da-f-]{36}$/);
  expect(await both(terms({ withdrawalMinUsdt: '2001' }))).toBe('minimum-above-level');
  expect(await both(terms({ withdrawalMinUsdt: '121' }))).toBe('done');
  // They came between the two signatures.
  expect(await carryOut(ben, waiting)).toBe('minimum-above-level');
  const { rows } = await sql<{ version: number }>`SELECT max(version) AS version FROM level_limits`.execute(
    database.db.kysely,
  );
  expect(rows).toEqual([{ version: 3 }]);
});

test('H03 the database itself takes no limit below 100 USDT, and no level below the one before it', async () => {
  const put = (values: string) =>
    sql`INSERT INTO level_limits (version, limits, change_id) VALUES (4, ${values}::numeric[], gen_random_uuid())`.execute(
      database.asConsole.kysely,
    );
  await expect(put('{99999999}')).rejects.toThrow('level_limits_least_check');
  await expect(put('{NULL,99999999}')).rejects.toThrow(/level_limits_(least|rise)_check/);
  await expect(put('{200000000,100000000}')).rejects.toThrow('level_limits_rise_check');
  await expect(put('{200000000,NULL,300000000}')).rejects.toThrow('level_limits_rise_check');
  await expect(put('{100000000,200000000,NULL,NULL}')).rejects.toThrow('level_limits_change_id_fkey');
});

test('O01 a row that says something else than its change is refused with the whole decision', async () => {
  const owner = database.db.kysely;
  await sql`
    CREATE FUNCTION tamper() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_TABLE_NAME = 'person_levels' THEN NEW.level := 4; ELSE NEW.limits := '{900000000}'; END IF;
      RETURN NEW;
    END $$`.execute(owner);
  for (const [table, content] of [
    ['person_levels', level(2)],
    ['level_limits', limits(3, '5000')],
  ] as const) {
    const trigger = sql`CREATE TRIGGER a_tamper BEFORE INSERT ON ${sql.table(table)}`;
    await sql`${trigger} FOR EACH ROW EXECUTE FUNCTION tamper()`.execute(owner);
    expect(await both(content)).toBe('INTERNAL');
    expect(console.faults.splice(0)).toHaveLength(1);
    await sql`DROP TRIGGER a_tamper ON ${sql.table(table)}`.execute(owner);
  }
  expect(await termsOf()).toMatchObject({ last: 3 });
  expect(await levelOf()).toMatchObject({ level: 1, next: null });
});

test('X12 an account that is closed while its level is carried out gets none', async () => {
  const id = await propose(ada, level(1, { person: leaving.publicId }));
  const { outcome } = await database.db.kysely.transaction().execute(async (tx) => {
    await sql`UPDATE people SET state = 'closed' WHERE id = ${leaving.personId}`.execute(tx);
    const waiting = { outcome: carryOut(ben, id) };
    await untilLocksAwaited(database.db, 1);
    return waiting;
  });
  expect(await outcome).toBe('no-such-person');
});

test('O03 nobody decides about the level of an account that is near to them, and the try is kept', async () => {
  const id = await propose(ada, level(2));
  const own = await ben.post('/people/own', { id: mara.personId, note: 'My sister' });
  expect(outcomeOf(own)).toBe('done');
  expect(await carryOut(ben, id)).toBe('own-account');
  expect(await propose(ben, level(2))).toBe('own-account');
  const { rows } = await sql<{ tries: number }>`
    SELECT count(*)::int AS tries FROM operator_actions
     WHERE kind = 'decision-refused' AND details ->> 'reason' = 'own-account'`.execute(database.db.kysely);
  expect(rows).toEqual([{ tries: 2 }]);
  expect(await levelOf()).toMatchObject({ level: 1 });
});

test('O01 the database itself refuses limits and levels that two operators did not decide in the same transaction', async () => {
  const { asConsole } = database;
  const change = (
    await sql<{ id: string }>`SELECT change_id AS id FROM level_limits WHERE version = 3`.execute(database.db.kysely)
  ).rows[0]?.id;
  await sql`ALTER TABLE level_limits DROP CONSTRAINT level_limits_change_id_key`.execute(database.db.kysely);
  await sql`ALTER TABLE person_levels DROP CONSTRAINT person_levels_change_id_key`.execute(database.db.kysely);
  await expect(
    sql`INSERT INTO level_limits (version, limits, change_id) VALUES (4, '{500000000}', ${change})`.execute(
      asConsole.kysely,
    ),
  ).rejects.toThrow('not what two operators decided');
  await expect(
    sql`INSERT INTO level_limits (version, limits, change_id) VALUES (9, '{}', ${change})`.execute(asConsole.kysely),
  ).rejects.toThrow('does not follow');
  const { personId } = mara;
  await expect(
    sql`INSERT INTO person_levels (person_id, level, reference, ends_at, change_id)
        VALUES (${personId}, 4, 'Nobody', NULL, ${change})`.execute(asConsole.kysely),
  ).rejects.toThrow('not what two operators decided');
  await expect(
    sql`INSERT INTO person_levels (person_id, level, reference, from_at, change_id)
        VALUES (${personId}, 0, 'At once', now(), ${randomUUID()})`.execute(asConsole.kysely),
  ).rejects.toThrow('permission denied');
});

test('O01 of several narrower limits that are to come none hides another', async () => {
  const { last, later: before } = await termsOf();
  expect(before).toEqual([]);
  const next = async (after: number, lowest: string) => {
    expect(await both(limits(after, lowest, '9000', null))).toBe('done');
    const { later } = await termsOf();
    expect(new Set(later.map(({ at }) => hoursFromNow(at)))).toEqual(new Set([24]));
    return later.map(({ levels: [least] }) => least);
  };
  expect(await next(last, '1700')).toEqual(['1700000000']);
  expect(await next(last + 1, '1600')).toEqual(['1700000000', '1600000000']);
  // A wider one takes effect together with the last that is to come, and so in its place.
  expect(await next(last + 2, '1650')).toEqual(['1700000000', '1650000000']);
});
