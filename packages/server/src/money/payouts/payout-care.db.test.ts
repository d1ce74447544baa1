import type { WithdrawalId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertOwnAccount, recordOperatorAction } from '../../people/operators/public.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-bench.ts';
import { returnPayout } from './return-payout.ts';
import { createPayoutBench, type PayoutBench } from './testing/payout-bench.ts';
import { signPayouts } from './work-payouts.ts';

let bench: PayoutBench;
let ana: TestPerson;
beforeAll(async () => {
  bench = await createPayoutBench();
  ana = await bench.person({ usdt: 50_000_000_000n, trx: 50_000_000_000n });
});
afterEach(async () => {
  await bench.chain.admin.clearFaults();
  await bench.drain();
});
afterAll(() => bench.close());

async function isClaimed(id: WithdrawalId): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean | null }>`
    SELECT leased_until > clock_timestamp() AS claimed FROM withdrawals WHERE id = ${id}`.execute(bench.db.kysely);
  return rows[0]?.claimed === true;
}

test('M20 a payment on which the machinery itself fails holds up no other', async () => {
  const bad = await bench.send(ana, { to: randomAddress(), amount: '2' });
  const good = await bench.send(ana, { to: randomAddress(), amount: '2' });
  const { signer } = bench.payouts;
  const broken: typeof signer = {
    ...signer,
    signOrder: (order) =>
      order.orderId === bad.id ? Promise.reject(new TypeError('a defect of ours')) : signer.signOrder(order),
  };
  await bench.makeDue();
  const signing = signPayouts({ ...bench.payouts, signer: broken }, { limit: 20 });
  await expect(signing).rejects.toThrow('a defect of ours');
  expect(await bench.stateOf(good.id)).toBe('signed');
  expect(await isClaimed(bad.id)).toBe(false);
  await bench.drain();
  expect(await bench.stateOf(bad.id)).toBe('completed');
  expect(await bench.stateOf(good.id)).toBe('completed');
});

test('M20 O02 a payment whose token refuses it waits, goes on by itself, and can be returned whole by an operator', async () => {
  const operatorId = await addOperator(bench.db, { name: 'ada' });
  const before = await bench.balance(ana);
  const waits = await bench.send(ana, { to: randomAddress(), amount: '2' });
  const returned = await bench.send(ana, { to: randomAddress(), amount: '3' });
  const back = (reason: string, id = returned.id) =>
    returnPayout(bench.asConsole, { withdrawalId: id, operatorId, reason });
  await bench.asTokenOwner('pause()', []);
  await bench.tick();
  expect(await bench.stateOf(returned.id)).toBe('approved');
  expect(await bench.attemptsOf(returned.id)).toEqual([]);

  expect(await back(' a ')).toBe('reason-needed');
  const near = await addOperator(bench.db, { name: 'nele' });
  await transact(bench.asConsole, async (tx) => {
    await insertOwnAccount(tx, near, ana.personId);
    await recordOperatorAction(tx, { operatorId: near, kind: 'account-declared', subject: ana.personId });
  });
  const own = { withdrawalId: waits.id, operatorId: near, reason: 'token paused' };
  expect(await returnPayout(bench.asConsole, own)).toBe('own-account');
  expect((await Promise.all([back('token paused'), back('token paused')])).toSorted()).toEqual([
    'not-waiting',
    'returned',
  ]);
  expect(await bench.stateOf(returned.id)).toBe('failed');
  const { rows } = await sql`
    SELECT r.status, r.reason, a.kind FROM records r, operator_actions a
     WHERE r.id = ${returned.recordId} AND a.subject = ${returned.id}`.execute(bench.db.kysely);
  expect(rows).toEqual([{ status: 'failed', reason: 'not-payable', kind: 'withdrawal-returned' }]);

  await bench.asTokenOwner('unpause()', []);
  await bench.tick();
  expect(await bench.stateOf(waits.id)).toBe('broadcast');
  expect(await back('too late', waits.id)).toBe('not-waiting');
  await bench.drain();
  expect(await bench.stateOf(waits.id)).toBe('completed');
  const [posted = 0n] = before.split('/').map(BigInt);
  expect(await bench.balance(ana)).toBe(`${posted - BigInt(waits.draft.total)}/0`);
  await bench.checkCustody();
});

test('M20 a payment that a worker is planning at this moment is returned and never signed', async () => {
  const operatorId = await addOperator(bench.db, { name: 'bob' });
  const { id } = await bench.send(ana, { to: randomAddress(), amount: '2' });
  const { node } = bench;
  let returning: Promise<string> | undefined;
  const meddled: typeof node = {
    ...node,
    ask: async (path, body) => {
      returning ??= returnPayout(bench.asConsole, { withdrawalId: id, operatorId, reason: 'while it is planned' });
      await returning;
      return node.ask(path, body);
    },
  };
  await bench.makeDue();
  await signPayouts({ ...bench.payouts, chain: { ...bench.payouts.chain, nodes: [meddled] } }, { limit: 20 });
  expect(await returning).toBe('returned');
  expect(await bench.attemptsOf(id)).toEqual([]);
  expect(await bench.stateOf(id)).toBe('failed');
});

test('M20 an order that may be signed already is not returned', async () => {
  const operatorId = await addOperator(bench.db, { name: 'cid' });
  const { id } = await bench.send(ana, { to: randomAddress(), amount: '2' });
  const { signer } = bench.payouts;
  const lost: typeof signer = {
    ...signer,
    signOrder: async (order) => {
      await signer.signOrder(order);
      throw new TypeError('the answer is lost');
    },
  };
  await bench.makeDue();
  await expect(signPayouts({ ...bench.payouts, signer: lost }, { limit: 20 })).rejects.toThrow('the answer is lost');
  expect((await bench.attemptsOf(id)).map(({ state }) => state)).toEqual(['ordered']);
  expect(await returnPayout(bench.asConsole, { withdrawalId: id, operatorId, reason: 'stuck' })).toBe('may-still-pay');
  await bench.drain();
  expect(await bench.stateOf(id)).toBe('completed');
});
