import { operatorBonusRefusal, toldBonusRefusals, type ToldBonusRefusal } from '@tern/contracts/routes/promotions';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMessages } from '../../people/messages/public.ts';
import { renderPush } from '../../people/push/push.ts';
import { openTestSession } from '../../people/sessions/testing/open-test-session.ts';
import { addressOf } from '../deposits/testing/scripted-chain.ts';
import { closeActivationPrompt, findActivationPrompt } from './activation-prompt.ts';
import { decideBonus, type TopUp } from './public.ts';
import { openPromotionWorld, ownSource, type PromotionWorld } from './testing/promotion-world.ts';

// Goal: whoever gets no bonus is told why, once, and nobody is warned by it. Method: every reason, from the person's side.

const bonus = units(20n * 10n ** 18n);

let { world, arrangeTopUps, activate, payQueued, declare } = {} as PromotionWorld;
beforeAll(async () => {
  ({ world, arrangeTopUps, activate, payQueued, declare } = await openPromotionWorld());
  await world.fundBonuses(10_000n * 10n ** 18n);
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

const noPrice = { targetPrice: null, price: null, priceUnit: null, at: new Date(0) };

/** What somebody is told of their bonus: on the screen, in their messages and on their lock screen. */
async function toldTo({ personId }: TopUp) {
  const { kysely } = world.database.asApi;
  const { bonus: status, due } = await findActivationPrompt(kysely, world.deps.activation, personId);
  const { messages } = await listMessages(kysely, { personId, kind: 'rewards', cursor: undefined });
  const said = messages.map((message) => ({ ...message, id: null, createdAt: null }));
  const pushed = messages.map(({ id, kind, event }) =>
    renderPush(
      { messageId: id, kind, event, ...noPrice, asset: 'reward', amount: '1', hideAmounts: false, language: 'en' },
      {
        reward: { id: 'reward', symbol: 'TWT', name: 'Testwallet', decimals: 18 },
      } as Parameters<typeof renderPush>[1],
    ),
  );
  return { status, due, said, pushed: pushed.map(({ title, body }) => ({ title, body })) };
}

const refusedMessage = (reason: ToldBonusRefusal) => {
  return {
    id: null,
    createdAt: null,
    about: 'bonus',
    kind: 'rewards',
    event: 'bonus-refused',
    reason,
    assetId: 'reward',
    amount: bonus.toString(),
    read: false,
  };
};

test('H08 each reason operators may have is told once, and those that warn cannot be told from the neutral one', async () => {
  const source = addressOf('one more source');
  const topUps = await arrangeTopUps(3 + operatorBonusRefusal.options.length, () => source);
  for (const each of topUps) await activate(each);
  const operatorId = await addOperator(world.database.db, { name: 'rosa' });
  const told = new Map<string, unknown>();
  for (const [index, reason] of operatorBonusRefusal.options.entries()) {
    const held = topUps[3 + index] as TopUp;
    expect(await toldTo(held)).toEqual({ status: { state: 'review' }, due: false, said: [], pushed: [] });
    const refuse = () =>
      decideBonus(world.database.asConsole, { personId: held.personId, decision: 'refuse', reason, operatorId });
    const outcomes = await Promise.all([refuse(), refuse(), refuse()]);
    expect(outcomes.toSorted()).toEqual(['decided', 'not-found', 'not-found']);
    await payQueued();
    const found = await toldTo(held);
    expect(found).toMatchObject({ status: { state: 'refused', reason: toldBonusRefusals[reason] }, due: true });
    expect(found.said).toEqual([refusedMessage(toldBonusRefusals[reason])]);
    told.set(reason, found);
  }
  for (const warning of ['same-person', 'suspected-fraud', 'legal-order']) {
    expect(told.get(warning)).toEqual(told.get('other'));
  }
  expect(told.get('country-unclear')).not.toEqual(told.get('other'));
});

test('H08 what nobody had to refuse is told once too: a closed country, and a promotion that has ended', async () => {
  const [closed, ended] = (await arrangeTopUps(2, ownSource, null)) as [TopUp, TopUp];
  await activate(closed);
  expect((await toldTo(closed)).said).toEqual([]);
  await declare([closed], 'GB');
  await Promise.all([payQueued(), payQueued(), payQueued()]);
  expect(await toldTo(closed)).toMatchObject({
    status: { state: 'refused', reason: 'country-closed' },
    due: true,
    said: [refusedMessage('country-closed')],
    // Not every reason is told, so the push promises none.
    pushed: [
      {
        title: 'No activation bonus',
        body: 'Something about your account has changed. Open the wallet to see what.',
      },
    ],
  });
  const beyond = units((await world.houseBalance('promotion:activation', 'reward')) + 1n);
  await activate(ended, { bonus: beyond });
  expect(await toldTo(ended)).toMatchObject({
    status: { state: 'refused', reason: 'promotion-ended' },
    said: [{ event: 'bonus-refused', reason: 'promotion-ended' }],
  });
  // Closed once it stays closed; the message stays.
  const session = await openTestSession(world.database.db, closed.personId);
  await closeActivationPrompt(world.database.asApi, world.deps.activation, session);
  expect(await toldTo(closed)).toMatchObject({ due: false, said: [{ event: 'bonus-refused' }] });
});

test('a bonus that was paid is told once, and nobody is told of one that is older than a week', async () => {
  const [paid, old] = (await arrangeTopUps(2, ownSource)) as [TopUp, TopUp];
  await activate(paid);
  await activate(old);
  expect(await toldTo(paid)).toMatchObject({ status: { state: 'arrived', amount: bonus.toString() }, due: true });
  const session = await openTestSession(world.database.db, paid.personId);
  await closeActivationPrompt(world.database.asApi, world.deps.activation, session);
  expect(await toldTo(paid)).toMatchObject({ status: null, due: false });
  await world.database.db.pool.query(
    "UPDATE bonus_grants SET paid_at = paid_at - interval '8 days' WHERE person_id = $1",
    [old.personId],
  );
  expect(await toldTo(old)).toMatchObject({ status: null, due: false });
});

test('H08 no bonus is refused without a reason to tell', async () => {
  const [held] = (await arrangeTopUps(1, ownSource, null)) as [TopUp];
  await activate(held);
  for (const state of ['refused', 'ended']) {
    await expect(
      world.database.asWorker.pool.query('UPDATE bonus_grants SET state = $2 WHERE person_id = $1', [
        held.personId,
        state,
      ]),
    ).rejects.toThrow('bonus_grants_refused_check');
  }
});
