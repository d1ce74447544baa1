import { systemClock } from '@tern/base/clock';
import type { OperatorId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezePerson, isPersonActive, unfreezePerson } from '../../people/accounts/public.ts';
import { countRefusals, insertOwnAccount, recordOperatorAction } from '../../people/operators/public.ts';
import { deleteStop, insertStop } from '../../platform/flow-stops/flow-store.ts';
import { decideReview } from './decide-review.ts';
import { findStops } from './find-stops.ts';
import { createSendingWorld, type SendingWorld, type TestPerson } from './testing/sending-world.ts';

// Goal: a hold by operators has a reason of the list, an end and a word to the person, and nothing of theirs is lost by it.
let world: SendingWorld;
let operatorId: OperatorId;
beforeAll(async () => {
  world = await createSendingWorld();
  operatorId = await addOperator(world.db, { name: 'olga' });
});
afterAll(() => world.drop());

const freeze = ({ personId }: TestPerson, days = 7) =>
  transact(world.asConsole, async (tx) => {
    const freezing = { personId, reason: 'suspected-fraud', days, operatorId, now: systemClock.now() } as const;
    const isNew = await freezePerson(tx, freezing);
    await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: personId });
    return isNew;
  });
const unfreeze = ({ personId }: TestPerson) =>
  transact(world.asConsole, async (tx) => {
    const lifted = await unfreezePerson(tx, { personId, now: systemClock.now() });
    if (lifted) await recordOperatorAction(tx, { operatorId, kind: 'person-unfrozen', subject: personId });
    return lifted;
  });
const send = async (from: TestPerson, to: TestPerson, amount = '2') =>
  world.confirm(from, await world.draft(from, { to: to.address, amount })).then(
    (record) => record.id,
    (error: unknown) => (error as { code?: string }).code,
  );

async function told({ personId }: TestPerson): Promise<readonly string[]> {
  const { rows } = await sql<{ event: string }>`
    SELECT event FROM messages WHERE person_id = ${personId} AND kind = 'security' ORDER BY created_at, id`.execute(
    world.db.kysely,
  );
  return rows.map(({ event }) => event);
}

test('H08 a frozen account sends nothing, receives, is told why, and goes on after the hold or its end', async () => {
  const [ana, ben] = [await world.person({ usdt: 100_000_000n }), await world.person({ usdt: 100_000_000n })];
  expect(await freeze(ana)).toBe(true);
  expect(await freeze(ana)).toBe(false);
  expect(await send(ana, ben)).toBe('ACCOUNT_FROZEN');
  expect(await isPersonActive(world.asWorker.kysely, ana.personId)).toBe(false);
  expect(await send(ben, ana)).not.toBe('ACCOUNT_FROZEN');
  expect(await unfreeze(ana)).toBe(true);
  expect(await unfreeze(ana)).toBe(false);
  expect(await send(ana, ben)).not.toBe('ACCOUNT_FROZEN');
  // A suspicion is not told: it would warn whoever is looked into.
  expect(await told(ana)).toEqual(['frozen-security', 'unfrozen']);

  expect(await freeze(ana, 1)).toBe(true);
  await sql`
    UPDATE account_freezes SET started_at = started_at - interval '2 days', until = until - interval '2 days'
     WHERE person_id = ${ana.personId}`.execute(world.db.kysely);
  expect(await send(ana, ben)).not.toBe('ACCOUNT_FROZEN');
  expect(await isPersonActive(world.asWorker.kysely, ana.personId)).toBe(true);
});

async function reviewed(from: TestPerson, to: TestPerson): Promise<never> {
  await send(from, to, '6000');
  const { rows } = await sql<{ id: never }>`
    SELECT id FROM withdrawals WHERE person_id = ${from.personId} AND state = 'under-review'`.execute(world.db.kysely);
  return rows[0]?.id as never;
}

test('H08 nobody approves a send of a frozen account; it can be rejected, or approved after the freeze', async () => {
  const [ana, ben] = [await world.person({ usdt: 50_000_000_000n }), await world.person()];
  const withdrawalId = await reviewed(ana, ben);
  await freeze(ana);
  const approve = () => decideReview(world.asConsole, { withdrawalId, operatorId, decision: 'approve' });
  expect(await approve()).toBe('account-on-hold');
  expect(await findStops(world.asWorker.kysely, ana.personId)).toMatchObject([
    { kind: 'account-frozen', reason: 'suspected-fraud', forbidsApproval: true },
  ]);
  expect(await world.balance(ben)).toBe('0/0');
  await unfreeze(ana);
  expect(await findStops(world.asWorker.kysely, ana.personId)).toEqual([]);
  expect(await approve()).toBe('approved');

  const second = await reviewed(ana, ben);
  await freeze(ana);
  expect(
    await decideReview(world.asConsole, {
      withdrawalId: second,
      operatorId,
      decision: 'reject',
      reason: 'limit',
      note: 'Beyond what was agreed',
    }),
  ).toBe('rejected');
});

test('H08 of a freeze and the last approval at one moment one is first: all of the send arrives, or nothing does', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [ana, ben] = [await world.person({ usdt: 50_000_000_000n }), await world.person()];
    const withdrawalId = await reviewed(ana, ben);
    const [outcome] = await Promise.all([
      decideReview(world.asConsole, { withdrawalId, operatorId, decision: 'approve' }),
      freeze(ana),
    ]);
    expect(['approved', 'account-on-hold']).toContain(outcome);
    expect(await world.balance(ben)).toBe(outcome === 'approved' ? '6000000000/0' : '0/0');
  }
});

test('H08 every kind of hold is in the one list: freeze, new factor, stopped sends', async () => {
  const ana = await world.person();
  await sql`
    INSERT INTO sending_holds (id, person_id, reason, started_at, until)
    VALUES (gen_random_uuid(), ${ana.personId}, 'recovered', now(), now() + interval '1 day')`.execute(world.db.kysely);
  await transact(world.asConsole, async (tx) => {
    await insertStop(tx, { flow: 'withdrawals', reason: 'a look', stoppedBy: operatorId });
    await recordOperatorAction(tx, { operatorId, kind: 'flow-stopped', subject: 'withdrawals' });
  });
  await freeze(ana);
  const stops = await findStops(world.asWorker.kysely, ana.personId);
  await transact(world.asConsole, async (tx) => {
    await deleteStop(tx, 'withdrawals');
    await recordOperatorAction(tx, { operatorId, kind: 'flow-started', subject: 'withdrawals' });
  });
  expect(stops.map(({ kind, forbidsApproval }) => [kind, forbidsApproval])).toEqual([
    ['account-frozen', true],
    ['security-hold', false],
    ['flow-stopped', false],
  ]);
});

test('O06 no hold is lifted without a row of its own in the log, whoever lifts it', async () => {
  const [ana, ben] = [await world.person(), await world.person()];
  await freeze(ana);
  await freeze(ben);
  const lift = (logged: readonly string[]) =>
    transact(world.asConsole, async (tx) => {
      for (const subject of logged) await recordOperatorAction(tx, { operatorId, kind: 'person-unfrozen', subject });
      await unfreezePerson(tx, { personId: ana.personId, now: systemClock.now() });
    });
  await expect(lift([])).rejects.toThrow('without a row');
  await expect(lift([ben.personId])).rejects.toThrow('without a row');
  expect(await isPersonActive(world.asWorker.kysely, ana.personId)).toBe(false);
  // One of an earlier lifting does not speak for the next.
  await lift([ana.personId]);
  expect(await isPersonActive(world.asWorker.kysely, ana.personId)).toBe(true);
  await freeze(ana);
  await expect(lift([])).rejects.toThrow('without a row');
  await expect(
    sql`UPDATE account_freezes SET lifted_at = now() WHERE person_id = ${ana.personId} AND lifted_at IS NULL`.execute(
      world.asConsole.kysely,
    ),
  ).rejects.toThrow('without a row');
  expect(await isPersonActive(world.asWorker.kysely, ana.personId)).toBe(false);
});

test('H08 no hold lasts longer than a month without somebody saying so again', async () => {
  const ana = await world.person();
  await expect(freeze(ana, 32)).rejects.toThrow('account_freezes_period_check');
});

test('O02 nobody decides about a send from or to an account they have declared, and the try is counted', async () => {
  const [ana, ben] = [await world.person({ usdt: 50_000_000_000n }), await world.person()];
  await send(ana, ben, '6000');
  const { rows } = await sql<{ id: never }>`
    SELECT id FROM withdrawals WHERE person_id = ${ana.personId} AND state = 'under-review'`.execute(world.db.kysely);
  const withdrawalId = rows[0]?.id as never;
  const decide = () => decideReview(world.asConsole, { withdrawalId, operatorId, decision: 'approve' });
  await transact(world.asConsole, async (tx) => {
    await insertOwnAccount(tx, operatorId, ben.personId);
    await recordOperatorAction(tx, { operatorId, kind: 'account-declared', subject: ben.personId });
  });
  expect(await decide()).toBe('own-account');
  expect(await countRefusals(world.asWorker.kysely)).toContainEqual({ reason: 'own-account', tries: 1 });
  const other = await addOperator(world.db, { name: 'otto' });
  expect(await decideReview(world.asConsole, { withdrawalId, operatorId: other, decision: 'approve' })).toBe(
    'approved',
  );
});
