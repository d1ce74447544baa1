import { transact } from '@tern/db/transact';
import { zero } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHolds } from '../../people/accounts/testing/open-holds.ts';
import { closeWallets } from '../../people/wallets/public.ts';
import { addressOf } from '../deposits/testing/scripted-chain.ts';
import { findActivationPrompt } from './activation-prompt.ts';
import { decideBonus, type TopUp } from './public.ts';
import { openPromotionWorld, ownSource, type PromotionWorld } from './testing/promotion-world.ts';

// Goal: while an account is on hold it is given no bonus, nobody else waits for it, and it loses none. Method: every way by
// which a bonus is paid, before, during and after a hold.

let { world, arrangeTopUps, activate, payQueued, statesOf } = {} as PromotionWorld;
let { putOnHold, endHold } = {} as ReturnType<typeof openHolds>;
let operatorId: Awaited<ReturnType<typeof addOperator>>;
beforeAll(async () => {
  ({ world, arrangeTopUps, activate, payQueued, statesOf } = await openPromotionWorld());
  await world.fundBonuses(10_000n * 10n ** 18n);
  operatorId = await addOperator(world.database.db, { name: 'rosa' });
  ({ putOnHold, endHold } = openHolds(world.database.asConsole, { operatorId }));
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

const toldTo = async ({ personId }: TopUp) =>
  (await findActivationPrompt(world.database.asApi.kysely, world.deps.activation, personId)).bonus;
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
  // Not that a budget is used up, which it waits for no more than for a review.
  expect(await toldTo(held)).toBeNull();
  expect(await toldTo(other)).toEqual({ state: 'queued' });
  expect(await payQueued()).toBe(1);
  expect(await statesOf([held])).toEqual({ queued: 1 });
  expect(await statesOf([other])).toEqual({ paid: 1 });
  await endHold(held);
  expect(await toldTo(held)).toEqual({ state: 'queued' });
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

test('M43 a bonus that waits is not paid to an account that has closed, and nobody waits for it', async () => {
  const [gone, other] = (await arrangeTopUps(2, ownSource)) as [TopUp, TopUp];
  for (const each of [gone, other]) await activate(each, { dailyBudget: zero });
  await transact(world.database.asWorker, (tx) => closeWallets(tx, gone.personId));
  await payQueued();
  expect(await statesOf([gone])).toEqual({ queued: 1 });
  expect(await statesOf([other])).toEqual({ paid: 1 });
  // The top-up itself is still there, which a real closing would not have passed over.
  await sql`UPDATE wallets SET closed_at = NULL WHERE person_id = ${gone.personId}`.execute(world.database.db.kysely);
});
