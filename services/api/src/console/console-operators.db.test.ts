import { inviteFounders } from '@tern/server/console/access/public';
import { breakGlass, makeCustodianCode } from '@tern/server/console/break-glass/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  openOperatorBrowser,
  openTestConsole,
  outcomeOf,
  type OperatorBrowser,
  type TestConsole,
} from './testing/test-console.ts';

// Goal: nobody alone lets an operator in, changes one or shuts one out; and where all keys are lost, two custodians let one in,
// slowly, in front of everybody, and without money. Method: the console over HTTP with software passkeys, on its own role.

let database: TestDatabase;
let console: TestConsole;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => {
  expect(console.faults).toEqual([]);
});

type Answer = Awaited<ReturnType<OperatorBrowser['get']>>;
type Said = Record<string, unknown>;
const nameOf = async (browser: OperatorBrowser): Promise<string> =>
  (await browser.get('/session')).json<{ name?: string }>().name ?? 'nobody';
const propose = async (browser: OperatorBrowser, said: Said): Promise<Answer> =>
  browser.post('/operators', await browser.sign('/operators/question', { note: 'For a test', ...said }));
const decide = async (browser: OperatorBrowser, id: string, decision = 'carry-out'): Promise<Answer> =>
  browser.post('/operators/decision', await browser.sign('/operators/decision/question', { id, decision }));
const proposed = async (browser: OperatorBrowser, said: Said): Promise<{ id: string; code: string | null }> =>
  (await propose(browser, said)).json();
type Shown = {
  operators: { name: string; role: string; disabledAt: string | null; passkeys: number; invitedUntil: string | null }[];
  changes: { id: string; state: string; proposedBy: string; decidedBy: string | null }[];
  custodians: { name: string }[];
};
const shown = async (): Promise<Shown> => (await ada.get('/operators')).json();
const logOf = async (subject: string): Promise<{ kind: string; operator: string; details: string }[]> =>
  (await ada.get(`/log?subject=${subject}`)).json<{ actions: never[] }>().actions;

describe('O01 the first two of an installation', () => {
  test('are invited by the command line, each once, until both are in; then nobody is', async () => {
    const [first, second, ...more] = await inviteFounders(console.access);
    expect([first?.name, second?.name, more.length]).toEqual(['first', 'second', 0]);
    ada = openOperatorBrowser(console.app);
    expect((await ada.enrol(first?.link ?? '')).statusCode).toBe(200);
    expect(await nameOf(ada)).toBe('first');
    expect(outcomeOf(await openOperatorBrowser(console.app).enrol(first?.link ?? ''))).toBe('ENROLMENT_OVER');
    // The second link expired: the next one overtakes it, and the first founder is not invited again.
    const again = await inviteFounders(console.access);
    expect(again.map(({ name }) => name)).toEqual(['second']);
    ben = openOperatorBrowser(console.app);
    expect(outcomeOf(await ben.enrol(second?.link ?? ''))).toBe('ENROLMENT_OVER');
    // Nor is one person both: the key of the first is not enrolled for the second.
    const same = Object.assign(openOperatorBrowser(console.app), { key: ada.key });
    expect(outcomeOf(await same.enrol(again[0]?.link ?? ''))).toBe('PASSKEY_REFUSED');
    expect((await ben.enrol((await inviteFounders(console.access))[0]?.link ?? '')).statusCode).toBe(200);
    expect(await inviteFounders(console.access)).toEqual([]);
  });
});

describe('O01 two operators about a third', () => {
  test('one proposes, another carries out; neither alone can do either, nor enrol in the invited person’s place', async () => {
    const said = { kind: 'invite', name: 'cleo', role: 'administrator' };
    const { id, code } = await proposed(ada, said);
    expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    expect(outcomeOf(await propose(ben, said))).toBe('already-proposed');
    expect(outcomeOf(await decide(ada, id))).toBe('proposed-by-you');
    expect((await shown()).operators.map(({ name }) => name)).not.toContain('cleo');
    const { link } = (await decide(ben, id)).json<{ link: string }>();
    expect(link).toMatch(/^http:\/\/localhost:4310\/console\/enrol\?with=code#/);
    expect(outcomeOf(await decide(ben, id))).toBe('not-proposed');
    expect((await shown()).operators).toContainEqual(
      expect.objectContaining({ name: 'cleo', passkeys: 0, invitedUntil: expect.any(String) as string }),
    );
    // Who approved holds the link, who proposed the code: neither is enough.
    const thief = openOperatorBrowser(console.app);
    expect(outcomeOf(await thief.enrol(link))).toBe('ENROLMENT_CODE_WRONG');
    expect(outcomeOf(await thief.enrol(link, 'AAAA-BBBB-CCCC-DDDD'))).toBe('ENROLMENT_CODE_WRONG');
    const cleo = openOperatorBrowser(console.app);
    // However it is typed.
    expect((await cleo.enrol(link, ` ${code?.toLowerCase().replaceAll('-', ' ') ?? ''}`)).statusCode).toBe(200);
    expect(await nameOf(cleo)).toBe('cleo');
    expect(outcomeOf(await openOperatorBrowser(console.app).enrol(link, code ?? ''))).toBe('ENROLMENT_OVER');
    const [change] = (await shown()).changes;
    expect(change).toMatchObject({ id, state: 'done', proposedBy: 'first', decidedBy: 'second' });
    const { rows } = await sql<{ subject: string }>`SELECT id AS subject FROM operators WHERE name = 'cleo'`.execute(
      database.db.kysely,
    );
    expect(await logOf(rows[0]?.subject ?? '')).toMatchObject([
      {
        kind: 'operator-invited',
        operator: 'second',
      },
    ]);
    const [invited] = await logOf(rows[0]?.subject ?? '');
    expect(JSON.parse(invited?.details ?? '')).toMatchObject({
      signed: { action: 'operators.decideChange' },
      name: 'cleo',
      role: 'administrator',
      proposedBy: 'first',
      note: 'For a test',
      change: id,
    });
    expect((await logOf(id)).map(({ kind, operator }) => `${operator} ${kind}`)).toEqual([
      'first decision-refused',
      'first operator-change-proposed',
    ]);
  });

  test('a role that was taken away is of no use from the next request on; who was shut out is out at once', async () => {
    const eric = await console.operator('eric', 'reviewer');
    expect(outcomeOf(await eric.post('/reviews/question', {}))).toBe('INPUT_INVALID');
    await decide(ben, (await proposed(ada, { kind: 'role', name: 'eric', role: 'viewer' })).id);
    expect(outcomeOf(await eric.post('/reviews/question', {}))).toBe('ROLE_MISSING');
    expect(outcomeOf(await propose(ada, { kind: 'role', name: 'eric', role: 'viewer' }))).toBe('already-so');
    await decide(ben, (await proposed(ada, { kind: 'disable', name: 'eric' })).id);
    expect(outcomeOf(await eric.get('/session'))).toBe('LOGIN_EXPIRED');
    expect(outcomeOf(await eric.signIn())).toBe('PASSKEY_REFUSED');
    const { rows } = await sql<{ reason: string }>`
      SELECT s.end_reason AS reason FROM console_sessions s JOIN operators o ON o.id = s.operator_id
       WHERE o.name = 'eric'`.execute(database.db.kysely);
    expect(rows).toEqual([{ reason: 'disabled' }]);
    // Enabled again they come back with the key they had; the session from before stays ended.
    await decide(ada, (await proposed(ben, { kind: 'enable', name: 'eric' })).id);
    expect(outcomeOf(await eric.get('/session'))).toBe('LOGIN_EXPIRED');
    expect((await eric.signIn()).statusCode).toBe(200);
  });

  test('nobody decides about themselves, and two administrators are always left', async () => {
    const three = await proposed(ada, { kind: 'disable', name: 'cleo' });
    expect(outcomeOf(await decide(ben, three.id))).toBe('done');
    expect(outcomeOf(await propose(ada, { kind: 'disable', name: 'first' }))).toBe('about-yourself');
    expect(outcomeOf(await propose(ada, { kind: 'role', name: 'first', role: 'viewer' }))).toBe('about-yourself');
    // Of the last two either may propose it, and nobody is there to carry it out.
    const { id } = await proposed(ada, { kind: 'disable', name: 'second' });
    expect(outcomeOf(await decide(ben, id))).toBe('about-yourself');
    expect(outcomeOf(await decide(ada, id))).toBe('proposed-by-you');
    expect(outcomeOf(await decide(ben, id, 'withdraw'))).toBe('about-yourself');
    expect(outcomeOf(await decide(ada, id, 'withdraw'))).toBe('done');
    expect(outcomeOf(await decide(ada, (await proposed(ben, { kind: 'enable', name: 'cleo' })).id))).toBe('done');
  });

  test('a proposal dies with its proposer’s rights, and after a week', async () => {
    const dora = await console.operator('dora', 'administrator');
    const first = await proposed(dora, { kind: 'role', name: 'eric', role: 'treasurer' });
    await decide(ben, (await proposed(ada, { kind: 'role', name: 'dora', role: 'viewer' })).id);
    expect(outcomeOf(await decide(ben, first.id))).toBe('proposer-gone');
    expect(outcomeOf(await decide(ben, first.id, 'withdraw'))).toBe('done');
    const old = await proposed(ada, { kind: 'role', name: 'eric', role: 'treasurer' });
    await sql`UPDATE operator_changes SET proposed_at = proposed_at - interval '8 days' WHERE id = ${old.id}`.execute(
      database.db.kysely,
    );
    expect(outcomeOf(await decide(ben, old.id))).toBe('proposal-too-old');
    expect(outcomeOf(await decide(ben, old.id, 'withdraw'))).toBe('done');
    expect((await shown()).operators.find(({ name }) => name === 'eric')?.role).toBe('viewer');
  });

  test('what was signed is what is done: another content, another’s signature or an old one changes nothing', async () => {
    const signed = await ada.sign('/operators/question', { kind: 'disable', name: 'eric', note: 'For a test' });
    const turned = { ...signed, said: { kind: 'disable', name: 'cleo', note: 'For a test' } };
    expect(outcomeOf(await ada.post('/operators', turned))).toBe('PASSKEY_REFUSED');
    const borrowed = await ben.sign('/operators/question', { kind: 'disable', name: 'eric', note: 'For a test' });
    expect(outcomeOf(await ada.post('/operators', borrowed))).toBe('PASSKEY_REFUSED');
    // In the database too: a signature is about one proposal of one operator, and stands in the log once.
    const said = { kind: 'disable', name: 'eric', note: 'For a test' };
    const { id } = await proposed(ada, said);
    await decide(ada, id, 'withdraw');
    const { rows } = await sql<{ first: string; second: string; signed: string }>`
      SELECT f.id AS first, s.id AS second, (a.details -> 'signed')::text AS signed
        FROM operators f, operators s, operator_actions a
       WHERE f.name = 'first' AND s.name = 'second' AND a.subject = ${id} AND a.kind = 'operator-change-proposed'`.execute(
      database.db.kysely,
    );
    const [row] = rows;
    const call = (by: string | undefined, content: Said) =>
      sql`SELECT propose_operator_change(gen_random_uuid(), ${by}, ${JSON.stringify(content)}::jsonb, NULL,
                                         jsonb_build_object('signed', ${row?.signed}::jsonb))`.execute(
        database.asConsole.kysely,
      );
    await expect(call(row?.first, said)).rejects.toThrow('operator_actions_signature_key');
    const unsigned = 'no administrator has signed this proposal';
    await expect(call(row?.first, { ...said, name: 'dora' })).rejects.toThrow(unsigned);
    await expect(call(row?.second, said)).rejects.toThrow(unsigned);
  });

  test('only administrators propose and carry out; everybody sees', async () => {
    const vera = await console.operator('vera', 'treasurer');
    expect(outcomeOf(await vera.post('/operators/question', {}))).toBe('ROLE_MISSING');
    expect(outcomeOf(await vera.post('/operators/decision', {}))).toBe('ROLE_MISSING');
    expect((await vera.get('/operators')).statusCode).toBe(200);
  });

  test('two at once carry a change out once', async () => {
    const { id } = await proposed(ada, { kind: 'role', name: 'eric', role: 'reviewer' });
    const cleo = await console.operator('carla', 'administrator');
    const outcomes = await Promise.all(
      [decide(ben, id), decide(cleo, id)].map(async (answer) => outcomeOf(await answer)),
    );
    expect(outcomes.sort()).toEqual(['done', 'not-proposed']);
  });
});

describe('O01 break-glass', () => {
  let codes: [string, string];
  const hoursPass = (hours: number) =>
    database.db.kysely.transaction().execute(async (tx) => {
      const back = sql.raw(`interval '${hours} hours'`);
      await sql`UPDATE break_glass_requests SET started_at = started_at - ${back}, opened_at = opened_at - ${back}`.execute(
        tx,
      );
      await sql`UPDATE operators SET decides_money_from = decides_money_from - ${back}`.execute(tx);
    });
  type News = { requests: { id: string; name: string; state: string; opensAt: string }[] };
  const news = async (): Promise<News['requests']> => (await ada.get('/operators/break-glass')).json<News>().requests;
  const run = (name = 'rescue', given = codes) => breakGlass(console.access, { codes: given, name });

  test('each custodian’s code is made once, alone; there is never a third, nor a code in the database', async () => {
    expect(await run('rescue', ['', ''])).toEqual({ outcome: 'no-custodians' });
    const nora = await makeCustodianCode(database.asConsole, { name: 'Nora' });
    const otis = await makeCustodianCode(database.asConsole, { name: 'Otis' });
    expect([nora?.slot, otis?.slot]).toEqual([1, 2]);
    expect(nora?.code).toMatch(/^([A-Z2-9]{4}-){7}[A-Z2-9]{4}$/);
    expect(await makeCustodianCode(database.asConsole, { name: 'Eve' })).toBeUndefined();
    codes = [nora?.code ?? '', otis?.code ?? ''];
    const { rows } = await sql<{ row: string }>`SELECT c::text AS row FROM operator_custodians c`.execute(
      database.db.kysely,
    );
    for (const { row } of rows) for (const code of codes) expect(row).not.toContain(code);
    expect((await shown()).custodians.map(({ name }) => name)).toEqual(['Nora', 'Otis']);
  });

  test('one code is not enough, nor one code twice, nor both the wrong way round', async () => {
    const [nora, otis] = codes;
    for (const given of [
      [nora, nora],
      [otis, otis],
      [nora, ''],
      [otis, nora],
    ] as [string, string][])
      expect(await run('rescue', given)).toEqual({ outcome: 'wrong-codes' });
    expect(await run('first')).toEqual({ outcome: 'name-taken' });
    expect(await run('Not a name')).toEqual({ outcome: 'name-invalid' });
    expect(await news()).toEqual([]);
  });

  test('for a day it lets nobody in, every operator is told, and any one of them ends it', async () => {
    expect(await run()).toMatchObject({ outcome: 'started' });
    expect(await run()).toMatchObject({ outcome: 'too-early' });
    await hoursPass(23.9);
    expect(await run()).toMatchObject({ outcome: 'too-early' });
    const [request] = await news();
    expect(request).toMatchObject({ name: 'rescue', state: 'waiting' });
    const viewer = await console.operator('walt', 'viewer');
    expect((await viewer.get('/operators/break-glass')).json<News>().requests).toHaveLength(1);
    const said = { id: request?.id, note: 'None of us asked for it' };
    const cancel = await viewer.sign('/operators/break-glass/question', said);
    expect((await viewer.post('/operators/break-glass/cancel', cancel)).statusCode).toBe(200);
    const again = await viewer.sign('/operators/break-glass/question', said);
    expect(outcomeOf(await viewer.post('/operators/break-glass/cancel', again))).toBe('not-under-way');
    await hoursPass(24);
    expect(await run('rescue')).toEqual({ outcome: 'name-taken' });
    expect(await news()).toEqual([]);
    expect((await logOf(request?.id ?? '')).map(({ kind, operator }) => `${operator} ${kind}`)).toEqual([
      'walt break-glass-cancelled',
      'rescue break-glass-started',
    ]);
    // Whoever it was for stays out, and two administrators do not bring back somebody who never was.
    expect(outcomeOf(await propose(ada, { kind: 'enable', name: 'rescue' }))).toBe('no-such-operator');
  });

  test('after it, it enrols one operator, who decides about no money for three days more', async () => {
    expect(await run('rescue2')).toMatchObject({ outcome: 'started' });
    await hoursPass(24);
    const overtaken = await run();
    const opened = await run();
    expect(opened).toMatchObject({ outcome: 'opened' });
    const linkOf = (found: typeof opened): string => ('link' in found ? found.link : '');
    const rescue = openOperatorBrowser(console.app);
    expect(outcomeOf(await rescue.enrol(linkOf(overtaken)))).toBe('ENROLMENT_OVER');
    expect((await rescue.enrol(linkOf(opened))).statusCode).toBe(200);
    expect(await nameOf(rescue)).toBe('rescue2');
    // It can be used no second time: the next needs a day of its own.
    expect(await run('rescue3')).toMatchObject({ outcome: 'started' });
    const cancel = await ben.sign('/operators/break-glass/question', { id: (await news())[0]?.id, note: 'A test' });
    await ben.post('/operators/break-glass/cancel', cancel);

    expect(await news()).toMatchObject([{ name: 'rescue2', state: 'enrolled' }]);
    const fund = { content: { kind: 'asset', assetId: 'trx', open: false }, note: 'For a test' };
    const tries = async (): Promise<string> =>
      outcomeOf(await rescue.post('/changes', await rescue.sign('/changes/question', fund)));
    expect(await tries()).toBe('no-money-yet');
    await sql`UPDATE operators SET role = 'reviewer' WHERE name = 'rescue2'`.execute(database.db.kysely);
    expect(
      outcomeOf(
        await rescue.post('/entries/decision', {
          id: '00000000-0000-4000-8000-000000000000',
          decision: 'approve',
        }),
      ),
    ).toBe('no-money-yet');
    await sql`UPDATE operators SET role = 'administrator' WHERE name = 'rescue2'`.execute(database.db.kysely);
    // What stops and protects they may at once, and others may be let in.
    const stop = await rescue.sign('/flows/question', { flow: 'swaps', to: 'stopped', note: 'Looking' });
    expect((await rescue.post('/flows/switch', stop)).statusCode).toBe(200);
    const start = await rescue.sign('/flows/question', { flow: 'swaps', to: 'running', note: 'Looked' });
    expect(outcomeOf(await rescue.post('/flows/switch', start))).toBe('no-money-yet');
    expect((await propose(rescue, { kind: 'invite', name: 'nils', role: 'administrator' })).statusCode).toBe(200);
    // Past the process: the database takes no row about money from them either.
    const write = (kind: string) =>
      sql`INSERT INTO operator_actions (operator_id, kind, subject) SELECT id, ${kind}, 'x' FROM operators WHERE name = 'rescue2'`.execute(
        database.asConsole.kysely,
      );
    for (const kind of [
      'withdrawal-approved',
      'change-carried-out',
      'entry-approved',
      'cold-order-approved',
      'asset-resumed',
    ])
      await expect(write(kind)).rejects.toThrow('this operator decides about no money yet');

    await hoursPass(71.9);
    expect(await tries()).toBe('no-money-yet');
    expect(await news()).toHaveLength(1);
    await hoursPass(0.2);
    expect(await tries()).toBe('done');
    expect(await news()).toEqual([]);
  });

  test('the log keeps all of it', async () => {
    const { actions } = (await ada.get('/log?kind=break-glass-started')).json<{ actions: unknown[] }>();
    expect(actions).toHaveLength(3);
    expect((await ada.get('/log?kind=break-glass-opened')).json<{ actions: unknown[] }>().actions).toHaveLength(2);
  });
});
