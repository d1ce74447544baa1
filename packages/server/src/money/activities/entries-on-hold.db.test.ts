import type { ActivityId } from '@tern/base/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHolds } from '../../people/accounts/testing/open-holds.ts';
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
  const { putOnHold, endHold } = openHolds(world.asConsole, { operatorId: world.operators[0] });
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
  const { putOnHold } = openHolds(world.asConsole, { operatorId: world.operators[0] });
  for (let round = 0; round < 10; round += 1) {
    const ana = await world.joiner();
    await world.enter(ana, id);
    const [outcome] = await Promise.all([world.approve(ana, id), putOnHold(ana, 'security', 1)]);
    expect(['approved', 'account-on-hold']).toContain(outcome);
    expect(await stateOf(ana, id)).toBe(outcome === 'approved' ? 'approved' : 'under-review');
  }
});
