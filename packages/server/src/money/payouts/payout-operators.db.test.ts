import type { WithdrawalId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertOwnAccount, recordOperatorAction } from '../../people/operators/public.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-world.ts';
import { returnPayout } from './return-payout.ts';
import { createPayoutWorld, type PayoutWorld } from './testing/payout-world.ts';
import { signPayouts } from './work-payouts.ts';

let world: PayoutWorld;
let ana: TestPerson;
beforeAll(async () => {
  world = await createPayoutWorld();
  ana = await world.person({ usdt: 50_000_000_000n, trx: 50_000_000_000n });
});
afterEach(async () => {
  await world.chain.admin.clearFaults();
  await world.drain();
});
afterAll(() => world.close());

async function isClaimed(id: WithdrawalId): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean | null }>`
    SELECT leased_until > clock_timestamp() AS claimed FROM withdrawals WHERE id = ${id}`.execute(world.db.kysely);
  return rows[0]?.claimed === true;
}

test('M20 a payment on which the machinery itself fails holds up no other', async () => {
  const bad = await world.send(ana, { to: randomAddress(), amount: '2' });
  const good = await world.send(ana, { to: randomAddress(), amount: '2' });
  const { signer } = world.payouts;
  const broken: typeof signer = {
    ...signer,
    signOrder: (order) =>
      order.orderId === bad.id ? Promise.reject(new TypeError('a defect of ours')) : signer.signOrder(order),
  };
  await world.makeDue();
  const signing = signPayouts({ ...world.payouts, signer: broken }, { limit: 20 });
  await expect(signing).rejects.toThrow('a defect of ours');
  expect(await world.stateOf(good.id)).toBe('signed');
  expect(await isClaimed(bad.id)).toBe(false);
  await world.drain();
  expect(await world.stateOf(bad.id)).toBe('completed');
  expect(await world.stateOf(good.id)).toBe('completed');
});

test('M20 O02 a payment whose token refuses it waits, goes on by itself, and can be returned whole by an operator', async () => {
  const operatorId = await addOperator(world.db, { name: 'ada' });
  const before = await world.balance(ana);
  const waits = await world.send(ana, { to: randomAddress(), amount: '2' });
  const returned = await world.send(ana, { to: randomAddress(), amount: '3' });
  const back = (reason: string, id = returned.id) =>
    returnPayout(world.asConsole, { withdrawalId: id, operatorId, reason });
  await world.asTokenOwner('pause()', []);
  await world.tick();
  expect(await world.stateOf(returned.id)).toBe('approved');
  expect(await world.attemptsOf(returned.id)).toEqual([]);

  expect(await back(' a ')).toBe('reason-needed');
  const near = await addOperator(world.db, { name: 'nele' });
  await transact(world.asConsole, async (tx) => {
    await insertOwnAccount(tx, near, ana.personId);
    await recordOperatorAction(tx, { operatorId: near, kind: 'account-declared', subject: ana.personId });
  });
  const own = { withdrawalId: waits.id, operatorId: near, reason: 'token paused' };
  expect(await returnPayout(world.asConsole, own)).toBe('own-account');
  expect((await Promise.all([back('token paused'), back('token paused')])).toSorted()).toEqual([
    'not-waiting',
    'returned',
  ]);
  expect(await world.stateOf(returned.id)).toBe('failed');
  const { rows } = await sql`
    SELECT r.status, r.reason, a.kind FROM records r, operator_actions a
     WHERE r.id = ${returned.recordId} AND a.subject = ${returned.id}`.execute(world.db.kysely);
  expect(rows).toEqual([{ status: 'failed', reason: 'not-payable', kind: 'withdrawal-returned' }]);

  await world.asTokenOwner('unpause()', []);
  await world.tick();
  expect(await world.stateOf(waits.id)).toBe('broadcast');
  expect(await back('too late', waits.id)).toBe('not-waiting');
  await world.drain();
  expect(await world.stateOf(waits.id)).toBe('completed');
  const [posted = 0n] = before.split('/').map(BigInt);
  expect(await world.balance(ana)).toBe(`${posted - BigInt(waits.draft.total)}/0`);
  await world.checkCustody();
});

test('M20 a payment that a worker is planning at this moment is returned and never signed', async () => {
  const operatorId = await addOperator(world.db, { name: 'bob' });
  const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
  const { node } = world;
  let returning: Promise<string> | undefined;
  const meddled: typeof node = {
    ...node,
    ask: async (path, body) => {
      returning ??= returnPayout(world.asConsole, { withdrawalId: id, operatorId, reason: 'while it is planned' });
      await returning;
      return node.ask(path, body);
    },
  };
  await world.makeDue();
  await signPayouts({ ...world.payouts, chain: { ...world.payouts.chain, nodes: [meddled] } }, { limit: 20 });
  expect(await returning).toBe('returned');
  expect(await world.attemptsOf(id)).toEqual([]);
  expect(await world.stateOf(id)).toBe('failed');
});

test('M20 an order that may be signed already is not returned', async () => {
  const operatorId = await addOperator(world.db, { name: 'cid' });
  const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
  const { signer } = world.payouts;
  const lost: typeof signer = {
    ...signer,
    signOrder: async (order) => {
      await signer.signOrder(order);
      throw new TypeError('the answer is lost');
    },
  };
  await world.makeDue();
  await expect(signPayouts({ ...world.payouts, signer: lost }, { limit: 20 })).rejects.toThrow('the answer is lost');
  expect((await world.attemptsOf(id)).map(({ state }) => state)).toEqual(['ordered']);
  expect(await returnPayout(world.asConsole, { withdrawalId: id, operatorId, reason: 'stuck' })).toBe('may-still-pay');
  await world.drain();
  expect(await world.stateOf(id)).toBe('completed');
});
