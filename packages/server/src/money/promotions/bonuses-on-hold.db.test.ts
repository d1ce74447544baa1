import { transact } from '@tern/db/transact';
import { zero } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezePerson, unfreezePerson } from '../../people/accounts/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { addressOf } from '../deposits/testing/scripted-chain.ts';
import { decideBonus, type TopUp } from './public.ts';
import { openPromotionWorld, ownSource, type PromotionWorld } from './testing/promotion-world.ts';

// Goal: while an account is on hold it is given no bonus, nobody else waits for it, and it loses none. Method: every way by
// which a bonus is paid, before, during and after a hold.

let { world, arrangeTopUps, activate, payQueued, statesOf } = {} as PromotionWorld;
let operatorId: Awaited<ReturnType<typeof addOperator>>;
beforeAll(async () => {
  ({ world, arrangeTopUps, activate, payQueued, statesOf } = await openPromotionWorld());
  await world.fundBonuses(10_000n * 10n ** 18n);
  operatorId = await addOperator(world.database.db, { name: 'rosa' });
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

const putOnHold = ({ personId }: TopUp) =>
  transact(world.database.asConsole, async (tx) => {
    await freezePerson(tx, { personId, reason: 'suspected-fraud', days: 7, operatorId, now: new Date() });
    await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: personId });
  });
const endHold = ({ personId }: TopUp) =>
  transact(world.database.asConsole, async (tx) => {
    await unfreezePerson(tx, { personId, now: new Date() });
    await recordOperatorAction(tx, { operatorId, kind: 'person-unfrozen', subject: personId });
  });
const release = ({ personId }: TopUp) =>
  decideBonus(world.database.asConsole, { personId, decision: 'release', operatorId });

test('H08 a top-up to an account on hold makes it active; its bonus waits for the end of the hold, and nobody for it', async () => {
  const [held, other] = (await arrangeTopUps(2, ownSource)) as [TopUp, TopUp];
  await putOnHold(held);
  await activate(held);
  // Due at the same time, but over the budget of a day.
  await activate(other, { dailyBudget: zero });
  expect(await statesOf([held])).toEqual({ queued: 1 });
  expect(await statesOf([other])).toEqual({ queued: 1 });
  expect(await payQueued()).toBe(1);
  expect(await statesOf([held])).toEqual({ queued: 1 });
  expect(await statesOf([other])).toEqual({ paid: 1 });
  await endHold(held);
  expect(await payQueued()).toBe(1);
  expect(await statesOf([held])).toEqual({ paid: 1 });
});

test('H08 a bonus held for review is not released to an account on hold, and is once the hold has ended', async () => {
  const source = addressOf('a source of many');
  const topUps = await arrangeTopUps(4, () => source);
  for (const each of topUps) await activate(each);
  const held = topUps.at(-1) as TopUp;
  expect(await statesOf([held])).toEqual({ review: 1 });
  await putOnHold(held);
  expect(await release(held)).toBe('account-on-hold');
  expect(await statesOf([held])).toEqual({ review: 1 });
  await endHold(held);
  expect(await release(held)).toBe('decided');
  // Released before a hold, not yet paid.
  await putOnHold(held);
  expect(await payQueued()).toBe(0);
  await endHold(held);
  expect(await payQueued()).toBe(1);
  expect(await statesOf([held])).toEqual({ paid: 1 });
});
