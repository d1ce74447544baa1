import type { ActivityId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezePerson, unfreezePerson } from '../../people/accounts/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import type { TestPerson } from '../transfers/testing/sending-world.ts';
import { createActivityWorld, type ActivityWorld } from './testing/activity-world.ts';

// Goal: while an account is on hold the house gives nothing to it, and nothing that was earned is lost by it.

let world: ActivityWorld;
beforeAll(async () => {
  world = await createActivityWorld();
});
afterAll(() => world.close());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { readonly code?: string; readonly data?: { readonly reason?: string } }) =>
      `${error.code} ${error.data?.reason}`,
  );
const stateOf = async ({ personId }: TestPerson, id: ActivityId): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM participations WHERE person_id = ${personId} AND activity_id = ${id}`.execute(world.db.kysely);
  return rows[0]?.state;
};

test('H08 nobody on hold is approved, claims or is paid; rejecting goes on, and so does everything after the hold', async () => {
  const id = await world.publish();
  const [operatorId] = world.operators;
  const putOnHold = ({ personId }: TestPerson) =>
    transact(world.asConsole, async (tx) => {
      await freezePerson(tx, { personId, reason: 'suspected-fraud', days: 7, operatorId, now: new Date() });
      await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: personId });
    });
  const endHold = ({ personId }: TestPerson) =>
    transact(world.asConsole, async (tx) => {
      await unfreezePerson(tx, { personId, now: new Date() });
      await recordOperatorAction(tx, { operatorId, kind: 'person-unfrozen', subject: personId });
    });
  const [ana, ben, cem] = [await world.joiner(), await world.joiner(), await world.joiner()];
  for (const person of [ana, ben, cem]) await world.enter(person, id);

  await putOnHold(ana);
  expect(await world.approve(ana, id)).toBe('account-on-hold');
  expect(await stateOf(ana, id)).toBe('under-review');
  expect(await world.reject(ana, id)).toBe('rejected');

  expect(await world.approve(ben, id)).toBe('approved');
  await putOnHold(ben);
  expect(await refusal(world.claim(ben, id))).toBe('ACCOUNT_FROZEN security');
  await endHold(ben);
  expect(await world.claim(ben, id)).toMatchObject({ status: 'paying' });
  // Claimed before the hold, not yet paid.
  await putOnHold(ben);
  expect(await world.pay()).toBe(0);
  await endHold(ben);
  expect(await world.pay()).toBe(1);

  await putOnHold(cem);
  await endHold(cem);
  expect(await world.approve(cem, id)).toBe('approved');
});

test('H08 of a hold and an approval at one moment one is first, and neither waits for the other for ever', async () => {
  const id = await world.publish();
  const [operatorId] = world.operators;
  for (let round = 0; round < 10; round += 1) {
    const ana = await world.joiner();
    await world.enter(ana, id);
    const [outcome] = await Promise.all([
      world.approve(ana, id),
      transact(world.asConsole, async (tx) => {
        const { personId } = ana;
        await freezePerson(tx, { personId, reason: 'security', days: 1, operatorId, now: new Date() });
        await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: personId });
      }),
    ]);
    expect(['approved', 'account-on-hold']).toContain(outcome);
    expect(await stateOf(ana, id)).toBe(outcome === 'approved' ? 'approved' : 'under-review');
  }
});
