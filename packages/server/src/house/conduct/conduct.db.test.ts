import { randomUUID } from 'node:crypto';
import { manualClock } from '@tern/base/clock';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayoutWorld, type PayoutWorld } from '../../money/payouts/testing/payout-world.ts';
import { randomAddress, type TestPerson } from '../../money/transfers/testing/sending-world.ts';
import { freezePerson } from '../../people/accounts/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { openConductReader } from './public.ts';

// Goal: what the check page says about the rules is what happened, and each figure can be wrong. Method: real payments, then each
// breach is planted in the database behind the code's back, and taken back.

let world: PayoutWorld;
let ana: TestPerson;
let operatorId: Awaited<ReturnType<typeof addOperator>>;
const clock = manualClock(new Date());

beforeAll(async () => {
  world = await createPayoutWorld();
  operatorId = await addOperator(world.db, { name: 'olga' });
  ana = await world.person({ usdt: 50_000_000_000n });
});
afterAll(() => world.close());

/** As the api asks, past what it remembers. */
const read = () => openConductReader({ db: world.asApi, clock, closedCountries: ['GB', 'US'], answerDays: 15 })();

/** What the page says while `plant` stands in the table; its triggers would refuse it. */
async function whilePlanted(table: string, plant: string, undo: string) {
  const rewrite = (change: string) =>
    sql
      .raw(
        `ALTER TABLE ${table} DISABLE TRIGGER USER; UPDATE ${table} SET ${change}; ALTER TABLE ${table} ENABLE TRIGGER USER`,
      )
      .execute(world.db.kysely);
  await rewrite(plant);
  const view = await read();
  await rewrite(undo);
  return view;
}

async function file(days: { readonly filed: number; readonly due: number; readonly answered?: number }): Promise<void> {
  const at = (past: number) => sql`clock_timestamp() - make_interval(hours => ${past * 24})`;
  const answer =
    days.answered === undefined ? sql`NULL, NULL, NULL` : sql`'It was our fault.', ${at(days.answered)}, ${operatorId}`;
  await sql`
    INSERT INTO complaints (id, person_id, key, subject, body, filed_at, due_at, answer, answered_at, answered_by)
    VALUES (${randomUUID()}, ${ana.personId}, ${randomUUID()}, 'A fee', 'It was too high.', ${at(days.filed)}, ${at(days.due)},
      ${answer})`.execute(world.db.kysely);
}

const quiet = { compared: 0, broken: 0 };

test('H06 where nothing happened yet every number is 0', async () => {
  expect(await read()).toMatchObject({
    days: 30,
    seldomDays: 90,
    exits: quiet,
    fees: quiet,
    holds: { open: 0, pastEnd: 0 },
    countries: { ...quiet, closed: ['GB', 'US'] },
    complaints: { answerDays: 15, judged: 0, late: 0, waiting: 0, longestDays: null },
    incidents: 0,
  });
});

test('H03 H06 transfers are compared with what was shown, and few are told as few', async () => {
  for (let sent = 0; sent < 3; sent += 1) await world.send(ana, { to: randomAddress(), amount: '5' });
  await world.drain();
  expect(await read()).toMatchObject({ exits: { compared: null, broken: 0 }, fees: { compared: null, broken: 0 } });
  for (let sent = 0; sent < 7; sent += 1) await world.send(ana, { to: randomAddress(), amount: '5' });
  // Those that are not paid yet have asked for their money, and have no fee in the books.
  expect(await read()).toMatchObject({ exits: { compared: 10, broken: 0 }, fees: { compared: null, broken: 0 } });
  await world.drain();
  expect(await read()).toMatchObject({ exits: { compared: 10, broken: 0 }, fees: { compared: 10, broken: 0 } });
});

test('H06 a fee in the books that is not the shown one is counted', async () => {
  const last = ` WHERE id = (SELECT max(id) FROM ledger.transfers WHERE code = 'withdrawal-fee')`;
  const view = await whilePlanted('ledger.transfers', `amount = amount + 1${last}`, `amount = amount - 1${last}`);
  expect(view.fees).toEqual({ compared: 10, broken: 1 });
  expect(view.exits.broken).toBe(0);
});

const lastHold = ' WHERE id = (SELECT max(pending_id) FROM withdrawals)';
const feeMax = (units: string) => `content = content || '{"feeMaxUsdt": "${units}"}'`;

test.each([
  ['more is taken', 'ledger.transfers', `amount = amount + 1${lastHold}`, `amount = amount - 1${lastHold}`, 1],
  ['another coin is taken', 'ledger.transfers', `asset = 'trx'${lastHold}`, `asset = 'usdt'${lastHold}`, 1],
  ['the fee is above the published maximum', 'terms', feeMax('1'), feeMax('6000000'), 10],
])('H03 where %s for an exit, it is counted', async (_, table, plant, undo, broken) => {
  const view = await whilePlanted(table, plant, undo);
  expect(view.exits).toEqual({ compared: 10, broken });
});

test('H08 a payment that is kept though its hold is over for an hour is counted', async () => {
  await world.send(ana, { to: randomAddress(), amount: '5' });
  await transact(world.asConsole, async (tx) => {
    await freezePerson(tx, { personId: ana.personId, reason: 'security', days: 1, operatorId, now: new Date() });
    await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: ana.personId });
  });
  await world.tick();
  expect((await read()).holds).toEqual({ open: null, pastEnd: 0 });
  const shift = (hours: number) =>
    sql`
      UPDATE account_freezes SET started_at = started_at - make_interval(hours => ${hours}),
        until = until - make_interval(hours => ${hours})`.execute(world.db.kysely);
  await shift(24);
  // The worker has not come to it yet.
  expect((await read()).holds).toEqual({ open: 0, pastEnd: 0 });
  await shift(2);
  expect((await read()).holds).toEqual({ open: 0, pastEnd: 1 });
  await world.drain();
  expect((await read()).holds).toEqual({ open: 0, pastEnd: 0 });
});

test('H08 money that stays reserved after the end of its reservation is counted', async () => {
  await world.send(ana, { to: randomAddress(), amount: '5' });
  const view = await whilePlanted('ledger.open_holds', `expires_at = now() - interval '2 hours'`, 'expires_at = NULL');
  expect(view.holds).toEqual({ open: 0, pastEnd: 1 });
  await world.drain();
});

test('H23 late answers are told to the unit, few in time are not', async () => {
  // An answer takes an operator's signature.
  await sql`ALTER TABLE complaints DISABLE TRIGGER USER`.execute(world.db.kysely);
  await file({ filed: 2, due: -13 });
  await file({ filed: 20, due: 5, answered: 6 });
  expect((await read()).complaints).toMatchObject({ judged: null, late: 0, waiting: 0, longestDays: null });
  await file({ filed: 30.5, due: 15.5, answered: 1 });
  expect((await read()).complaints).toMatchObject({ judged: null, late: 1, waiting: 0, longestDays: 30 });
  // However long ago: nobody has answered it.
  await file({ filed: 200.5, due: 185.5 });
  await file({ filed: 300, due: 285, answered: 286 });
  expect((await read()).complaints).toMatchObject({ judged: null, late: 2, waiting: 1, longestDays: 201 });
  for (let more = 0; more < 7; more += 1) await file({ filed: 10, due: -5, answered: 8 });
  expect((await read()).complaints).toMatchObject({ judged: 10, late: 2, waiting: 1 });
});

test('H20 a reward to somebody who had declared a closed country is counted', async () => {
  const distributionId = randomUUID();
  await sql`
    INSERT INTO distributions (id, starts_at, ends_at, state, waits_for, formula_version, share_basis_points, closed_countries,
      pool, distributed, remainder, total_weight, holders, swap_rewards, root, closed_at, next_share_basis_points,
      next_closed_countries)
    VALUES (${distributionId}, now() - interval '2 days', now() - interval '1 day', 'closed', '{}', 1, 1000, '{GB}', 10, 1, 9, 1, 12,
      0, ${Buffer.alloc(32)}, now(), 1000, '{GB,FR}')`.execute(world.db.kysely);
  await sql`
    INSERT INTO distribution_shares (distribution_id, number, account_id, person_id, wallet_id, pseudonym, weight, reward, swap_reward)
    VALUES (${distributionId}, 1, 1, ${ana.personId}, ${ana.walletId}, ${randomUUID()}, 1, 1, 0)`.execute(
    world.db.kysely,
  );
  const declare = (country: string, hours: number) =>
    sql`
      INSERT INTO declared_countries (person_id, country, declared_at)
      VALUES (${ana.personId}, ${country}, now() - make_interval(hours => ${hours}))`.execute(world.db.kysely);
  // Closed only from the next period on.
  await declare('FR', 40);
  expect((await read()).countries).toMatchObject({ compared: 12, broken: 0 });
  await declare('GB', 30);
  expect((await read()).countries).toMatchObject({ compared: 12, broken: 1 });
  // After the period, and before it was distributed: the later word counts.
  await declare('DE', 2);
  expect((await read()).countries).toMatchObject({ compared: 12, broken: 0 });
});

test('H23 incidents of the last 90 days are counted', async () => {
  await sql`
    INSERT INTO service_incidents (kind, subject, began_at, ended_at) VALUES
      ('chain-stalled', '', now() - interval '100 days', now() - interval '99 days'),
      ('chain-stalled', '', now() - interval '20 days', now() - interval '19 days'),
      ('payouts-late', '', now() - interval '1 hour', NULL)`.execute(world.db.kysely);
  expect((await read()).incidents).toBe(2);
});

test('the database is asked once in five minutes, and again at once after a failure', async () => {
  let fails = true;
  const kysely = world.asApi.kysely;
  const db = {
    ...world.asApi,
    get kysely() {
      if (fails) throw new Error('away');
      return kysely;
    },
  };
  const reader = openConductReader({ db, clock, closedCountries: [], answerDays: 15 });
  await expect(reader()).rejects.toThrow('away');
  fails = false;
  const first = await reader();
  clock.advance(299_000);
  expect(await reader()).toBe(first);
  clock.advance(1_000);
  expect(await reader()).not.toBe(first);
});
