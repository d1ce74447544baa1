import { randomUUID } from 'node:crypto';
import type { OverviewView, WaitingView } from '@tern/contracts/routes/console-home';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openConsoleWorld, type ConsoleWorld } from './testing/console-world.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';
import { writeRecord } from './testing/transaction-rows.ts';
import { countLists } from './testing/waiting-lists.ts';

// Goal: the first page counts exactly what the lists show, says for each role what it may decide, and never counts for an operator what
// that operator has decided already or may not decide. Method: a world in which something of every kind waits, asked by each role.

let database: TestDatabase;
let console: TestConsole;
let world: ConsoleWorld;
let viewer: OperatorBrowser;
let ada: OperatorBrowser;
let tom: OperatorBrowser;
let rita: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  world = openConsoleWorld(database);
  viewer = await console.operator('vera', 'viewer');
  ada = await console.operator('ada', 'administrator');
  tom = await console.operator('tom', 'treasurer');
  rita = await console.operator('rita', 'reviewer');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

const waitingOf = async (browser: OperatorBrowser) => {
  const { kinds } = (await browser.get('/home/waiting')).json<WaitingView>();
  return Object.fromEntries(kinds.map(({ kind, ...rest }) => [kind, rest]));
};
const overview = async () => (await viewer.get('/home/overview')).json<OverviewView>();

test('where nothing waits every kind says so, in every role', async () => {
  for (const browser of [viewer, ada, tom, rita]) {
    const waiting = await waitingOf(browser);
    for (const [kind, { items, mine, oldest, due }] of Object.entries(waiting)) {
      if (kind === 'first-steps') continue;
      expect({ items, mine, oldest, due }, kind).toEqual({ items: 0, mine: 0, oldest: null, due: null });
    }
  }
});

test('a new installation shows its open first steps to those who take them', async () => {
  const { steps } = (await tom.get('/first-steps')).json<{ steps: { state: string }[] }>();
  const open = steps.filter(({ state }) => state === 'open').length;
  expect(open).toBeGreaterThan(0);
  expect((await waitingOf(tom))['first-steps']).toMatchObject({ items: open, mine: open });
  expect((await waitingOf(rita))['first-steps']).toMatchObject({ items: open, mine: 0 });
});

test('what waits is counted as its lists show it, for whoever may decide it', async () => {
  const owner = await world.person();
  const transfer = await world.transfer(owner);
  await world.heldBonus(owner);
  const reset = await world.reset(owner);
  const suspense = await world.suspense();
  await world.grave();
  await world.freezeToken();
  const cold = await world.coldOrder({ state: 'proposed' });
  const activityId = randomUUID();
  await sql`
    INSERT INTO activities (id, state, texts, platform, affiliated, reward, places, opens_at, closes_at, review_hours, picture_days)
    VALUES (${activityId}, 'draft', '{"en":{"title":"Link"}}', 'Harbour', false, 1, 5, now() + interval '1 day', now() + interval '2 days', 24, 90)`.execute(
    database.db.kysely,
  );
  const text = { en: { title: 'News', body: 'All.' } };
  const sendAt = new Date(Date.parse('2027-01-01')).toISOString();
  await rita.post('/announcements', { texts: text, publicIds: null, sendAt });
  const change = (content: object) => ({ content, note: 'For a test' });
  const propose = async (content: object) => ada.post('/changes', await ada.sign('/changes/question', change(content)));
  expect((await propose({ kind: 'pair', one: 'usdt', other: 'trx', open: false })).statusCode).toBe(200);
  expect((await propose({ kind: 'terms', after: 1, values: { withdrawalMinUsdt: '2' }, from: null })).statusCode).toBe(
    200,
  );

  const [byRita, byTom, byAda, byVera] = await Promise.all([rita, tom, ada, viewer].map(waitingOf));
  const mine = (kind: string) => [byRita, byTom, byAda, byVera].map((of) => of?.[kind]?.mine);
  // Reviewer, treasurer, administrator, viewer.
  expect(mine('withdrawals')).toEqual([1, 1, 0, 0]);
  expect(mine('bonuses')).toEqual([1, 1, 0, 0]);
  expect(mine('resets')).toEqual([1, 0, 1, 0]);
  expect(mine('suspense')).toEqual([0, 1, 0, 0]);
  expect(mine('quarantine')).toEqual([0, 2, 0, 0]);
  expect(mine('cold-orders')).toEqual([0, 1, 0, 0]);
  // Nobody decides about what they wrote or proposed themselves.
  expect(mine('announcements')).toEqual([0, 0, 1, 0]);
  expect(mine('funds')).toEqual([0, 1, 0, 0]);
  expect(mine('terms')).toEqual([0, 1, 0, 0]);
  expect(mine('activities')).toEqual([0, 1, 1, 0]);

  const { kinds } = (await ada.get('/home/waiting')).json<WaitingView>();
  expect(Object.fromEntries(kinds.map(({ kind, items }) => [kind, items]))).toEqual(await countLists(ada));

  const withdrawal = byRita?.['withdrawals'];
  expect(withdrawal).toMatchObject({ first: transfer, dueIs: 'promise', roles: ['reviewer', 'treasurer'] });
  expect(Date.parse(withdrawal?.due ?? '') - Date.parse(withdrawal?.oldest ?? '')).toBe(24 * 3_600_000);
  expect(byRita?.['resets']?.due).toBe(reset.ready);

  await world.review(transfer, await world.operatorId('rita'), 'Looked at');
  await world.vote(`deposit:${suspense.id}`, await world.operatorId('tom'), { decision: 'house', reason: 'Looked at' });
  await world.approveOrder(cold, await world.operatorId('tom'));
  expect((await waitingOf(rita))['withdrawals']).toMatchObject({ items: 1, mine: 0 });
  expect((await waitingOf(tom))['withdrawals']).toMatchObject({ items: 1, mine: 1 });
  expect((await waitingOf(tom))['suspense']).toMatchObject({ items: 1, mine: 0 });
  expect((await waitingOf(tom))['cold-orders']).toMatchObject({ items: 1, mine: 0 });

  // An account that is the operator's own, or of somebody close.
  expect((await tom.post('/people/own', { id: owner.personId, note: 'My own account' })).statusCode).toBe(200);
  expect((await waitingOf(tom))['withdrawals']).toMatchObject({ items: 1, mine: 0 });
  expect((await waitingOf(tom))['bonuses']).toMatchObject({ items: 1, mine: 0 });
});

test('a complaint waits for every operator but those who are close to whoever filed it', async () => {
  const { personId } = await world.person();
  await sql`
    INSERT INTO complaints (id, person_id, key, subject, body, due_at)
    VALUES (${randomUUID()}, ${personId}, ${randomUUID()}, 'A rejected transfer', 'Nobody told me why.', now() + interval '15 days')`.execute(
    database.db.kysely,
  );
  for (const browser of [rita, ada])
    expect((await waitingOf(browser))['complaints']).toMatchObject({ items: 1, mine: 1 });
  expect((await rita.post('/people/own', { id: personId, note: 'My sister' })).statusCode).toBe(200);
  expect((await waitingOf(rita))['complaints']).toMatchObject({ items: 1, mine: 0 });
  expect((await waitingOf(ada))['complaints']).toMatchObject({ items: 1, mine: 1 });
});

test('nobody is told to decide about a transfer to an account that is close to them, or about its level', async () => {
  const [sender, receiver] = [await world.person(), await world.person()];
  const id = await world.transfer(sender);
  const before = Number((await waitingOf(tom))['withdrawals']?.mine);
  expect((await tom.post('/people/own', { id: receiver.personId, note: 'My brother' })).statusCode).toBe(200);
  expect((await waitingOf(tom))['withdrawals']).toMatchObject({ mine: before });
  await sql`UPDATE withdrawals SET to_address = ${receiver.address} WHERE id = ${id}`.execute(database.db.kysely);
  expect((await waitingOf(tom))['withdrawals']).toMatchObject({ mine: before - 1 });
  await sql`UPDATE withdrawals SET state = 'rejected' WHERE id = ${id}`.execute(database.db.kysely);

  const { publicId } = await database.db.kysely
    .selectFrom('people')
    .select('public_id as publicId')
    .where('id', '=', receiver.personId)
    .executeTakeFirstOrThrow();
  const tomsId = await world.operatorId('tom');
  await database.db.kysely.transaction().execute(async (tx) => {
    // Only an administrator can propose a level, and there is one here.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO house_changes (id, content, note, proposed_by)
      VALUES (${randomUUID()}, ${JSON.stringify({ kind: 'person-level', person: publicId, level: 1 })}, 'For a test',
        ${tomsId})`.execute(tx);
  });
  expect((await waitingOf(ada))['levels']).toMatchObject({ items: 1, mine: 1 });
  expect((await ada.post('/people/own', { id: receiver.personId, note: 'A friend' })).statusCode).toBe(200);
  expect((await waitingOf(ada))['levels']).toMatchObject({ items: 1, mine: 0 });
});

test('a review that is late is counted once, among the withdrawals to review', async () => {
  await sql`UPDATE withdrawals SET changed_at = now() - interval '25 hours' WHERE state = 'under-review'`.execute(
    database.db.kysely,
  );
  const waiting = await waitingOf(rita);
  expect(waiting['withdrawals']).toMatchObject({ items: 1 });
  expect(waiting['stuck-payouts']).toMatchObject({ items: 0, oldest: null });
});

test('nobody is told to decide about a stopped transfer of an account that is close to them', async () => {
  const owner = await world.person();
  const id = await world.transfer(owner);
  await sql`
    UPDATE withdrawals SET state = 'signed', attention = 'receipt', approvals_needed = 0, review_cause = NULL
     WHERE id = ${id}`.execute(database.db.kysely);
  for (const browser of [rita, tom])
    expect((await waitingOf(browser))['stuck-payouts']).toMatchObject({ items: 1, mine: 1 });
  expect((await rita.post('/people/own', { id: owner.personId, note: 'My cousin' })).statusCode).toBe(200);
  expect((await waitingOf(rita))['stuck-payouts']).toMatchObject({ items: 1, mine: 0 });
  expect((await waitingOf(tom))['stuck-payouts']).toMatchObject({ items: 1, mine: 1 });
  await sql`UPDATE withdrawals SET state = 'failed', attention = NULL WHERE id = ${id}`.execute(database.db.kysely);
});

test('the last fourteen days are counted in UTC, today and yesterday until this time', async () => {
  const before = (await overview()).activity.find(({ kind }) => kind === 'sign-ups');
  expect(before?.days).toHaveLength(14);
  const days = await sql<{ day: string }>`
    SELECT to_char(date_trunc('day', now(), 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`.execute(
    database.db.kysely,
  );
  expect(before?.days.at(-1)?.day).toBe(days.rows[0]?.day);
  const signUp = async (at: ReturnType<typeof sql>, number: number) =>
    sql`INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
        VALUES (${randomUUID()}, ${String(51_000_000 + number)}, ${`BBBBBBB${'ABCDEFGH'[number] ?? ''}`}, now(), ${at})`.execute(
      database.db.kysely,
    );
  await signUp(sql`now()`, 0);
  await signUp(sql`now() - interval '1 day' - interval '1 microsecond'`, 1);
  await signUp(sql`date_trunc('day', now(), 'UTC') - interval '1 microsecond'`, 2);
  await signUp(sql`date_trunc('day', now(), 'UTC') - interval '14 days'`, 3);
  const after = (await overview()).activity.find(({ kind }) => kind === 'sign-ups');
  const total = (of: typeof after) => of?.days.reduce((sum, { items }) => sum + items, 0) ?? 0;
  expect(total(after) - total(before)).toBe(3);
  expect((after?.days.at(-1)?.items ?? 0) - (before?.days.at(-1)?.items ?? 0)).toBe(1);
  const swaps = (await overview()).activity.find(({ kind }) => kind === 'swaps');
  expect(swaps?.days.map(({ items }) => items)).toEqual(Array.from({ length: 14 }, () => 0));
});

test('sends of today are counted with their amounts, and an alarm has its name', async () => {
  const { activity, alarms, flows, assets } = await overview();
  const sends = activity.find(({ kind }) => kind === 'sends');
  expect(sends?.days.at(-1)?.items).toBe(1);
  expect(sends?.today).toEqual([{ assetId: 'usdt', amount: '6000000000' }]);
  expect(alarms.map(({ alarm }) => alarm)).toContain('ArrivalsOverdue');
  expect(flows.every(({ stoppedAt }) => stoppedAt === null)).toBe(true);
  const usdt = assets.find(({ assetId }) => assetId === 'usdt');
  // The deposit address holds what the person and the suspense are owed, to the unit.
  expect(usdt).toMatchObject({ reserveBasisPoints: 10_000, missing: '0', comparedAt: null });
  const said = { flow: 'swaps', to: 'stopped', note: 'For a test' };
  expect((await ada.post('/flows/switch', await ada.sign('/flows/question', said))).statusCode).toBe(200);
  const stopped = await overview();
  expect(stopped.flows.filter(({ stoppedAt }) => stoppedAt !== null).map(({ flow }) => flow)).toEqual(['swaps']);
  expect(stopped.alarms).toContainEqual({ alarm: 'FlowStopped', about: ['swaps'] });
});

test('a deposit that waited in suspense counts once it is credited', async () => {
  const deposits = async () => (await overview()).activity.find(({ kind }) => kind === 'deposits')?.days.at(-1)?.items;
  const { id } = await world.suspense();
  const before = Number(await deposits());
  const owner = await world.person();
  const recordId = await writeRecord(database, owner, { type: 'incoming' });
  await sql`INSERT INTO suspense_resolutions (deposit_id, wallet_id, record_id, journal_id)
            VALUES (${id}, ${owner.walletId}, ${recordId}, 1)`.execute(database.db.kysely);
  expect(await deposits()).toBe(before + 1);
});

test('sends to the chain and transfers inside are counted apart, as the list of transactions has them', async () => {
  const [from, to] = [await world.person(), await world.person()];
  await world.transfer(from);
  const transfers = async () =>
    (await overview()).activity.find(({ kind }) => kind === 'transfers')?.days.at(-1)?.items;
  const before = Number(await transfers());
  await sql`UPDATE withdrawals SET settlement = 'internal', receiver_wallet_id = ${to.walletId} WHERE person_id = ${from.personId}`.execute(
    database.db.kysely,
  );
  expect(await transfers()).toBe(before + 1);
});
