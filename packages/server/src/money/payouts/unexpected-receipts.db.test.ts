import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import { addOperator } from '@tern/testkit/operators';
import type { TronNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { describeUnexpectedReceipts } from '../../chain/orders/testing/unexpected-receipts.spec.ts';
import { insertOwnAccount, recordOperatorAction } from '../../people/operators/public.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-world.ts';
import { decideUnexpectedReceipt } from './decide-unexpected-receipt.ts';
import { findWithdrawalCase } from './find-withdrawal-case.ts';
import { listStuckPayouts } from './list-stuck-payouts.ts';
import { resumeAsset, resumePayout } from './resume-payout.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';
import { createPayoutWorld, type PayoutWorld } from './testing/payout-world.ts';
import type { ReceiptDecision } from './unexpected-receipt.ts';

describeUnexpectedReceipts('payments', openPayoutOrders);

// Goal: a receipt that shows neither the payment nor a failure books nothing by itself; two operators who agree end it,
// and afterwards the books agree with the chain to the unit. Method: a token that takes a fee of its own (as Tron's USDT
// can be switched to), and nodes that leave events out or change them.
let world: PayoutWorld;
let ana: TestPerson;
let operators: readonly [OperatorId, OperatorId, OperatorId];
beforeAll(async () => {
  world = await createPayoutWorld();
  ana = await world.person({ usdt: 50_000_000_000n, trx: 50_000_000_000n });
  const add = (name: string) => addOperator(world.db, { name });
  operators = [await add('ada'), await add('bob'), await add('cid')];
});
afterEach(async () => {
  await setTokenFee(0);
  await resumeAsset(world.asConsole, { assetId: 'usdt', operatorId: operators[0] });
  await world.drain();
});
afterAll(() => world.close());

/** Basis points, and the most of it in whole coins. */
const setTokenFee = (value: number) =>
  world.asTokenOwner('setParams(uint256,uint256)', [
    { type: 'uint256', value },
    { type: 'uint256', value },
  ]);

const decide = (
  withdrawalId: WithdrawalId,
  operatorId: OperatorId,
  decision: ReceiptDecision,
  reason = 'seen on chain',
) => decideUnexpectedReceipt(world.asConsole, { withdrawalId, operatorId, decision, reason });

async function suspense(): Promise<bigint> {
  const account = await transact(world.asWorker, (tx) => houseAccount(tx, 'suspense', 'usdt'));
  return (await getAccountBalance(world.db.kysely, account)).posted;
}

/** A node that tells another receipt than the chain has. */
function rewriting(change: (logs: { topics: string[]; data: string }[]) => unknown): TronNode {
  return {
    name: world.node.name,
    ask: async (path, body) => {
      const reply = await world.node.ask(path, body);
      if (!path.includes('gettransactioninfobyblocknum')) return reply;
      const infos = reply as { log?: { topics: string[]; data: string }[] }[];
      return infos.map((info) => (info.log === undefined ? info : { ...info, log: change(info.log) }));
    },
  };
}

type UnexpectedPayment = {
  readonly id: WithdrawalId;
  readonly recordId: string;
  readonly to: ReturnType<typeof randomAddress>;
};

/** A payment of 200 USDT of which the token keeps a part for its owner. */
async function unexpectedPayment(): Promise<UnexpectedPayment> {
  await setTokenFee(10);
  const to = randomAddress();
  const { id, recordId } = await world.send(ana, { to, amount: '200' });
  await world.tick();
  await world.chain.admin.mine(22);
  await world.tick();
  return { id, recordId, to };
}

test('M27 an unexpected receipt is kept with its evidence, stuck with one safe action, and books nothing', async () => {
  const { id, recordId } = await unexpectedPayment();
  const found = await findWithdrawalCase(world.asWorker, id);
  expect(found?.unexpectedReceipt?.receipt).toMatchObject({
    number: 1,
    detail: '2 Transfer events',
    outflow: 200_000_000n,
  });
  expect(found?.unexpectedReceipt?.receipt.events.map(({ from, amount }) => [from, amount])).toEqual([
    [world.hotAddress, '199800000'],
    [world.hotAddress, '200000'],
  ]);
  const { payouts, pauses } = await listStuckPayouts(world.asWorker);
  expect(payouts).toEqual([
    expect.objectContaining({ id, recordId, action: 'decide-unexpected-receipt', unexpectedReceipt: true }),
  ]);
  expect(pauses).toMatchObject([{ assetId: 'usdt', payoutId: id, recordId, detail: '2 Transfer events' }]);
  expect(await world.stateOf(id)).not.toBe('completed');
  await decide(id, operators[0], 'settle');
  await decide(id, operators[1], 'settle');
});

test('M27 O02 settled by two different operators it is paid, and the books agree with the chain', async () => {
  const before = (await world.balance(ana)).split('/').map(BigInt);
  const { id, recordId, to } = await unexpectedPayment();
  const near = await addOperator(world.db, { name: 'nele' });
  await transact(world.asConsole, async (tx) => {
    await insertOwnAccount(tx, near, ana.personId);
    await recordOperatorAction(tx, { operatorId: near, kind: 'account-declared', subject: ana.personId });
  });
  expect(await decide(id, near, 'settle')).toBe('own-account');
  expect(await decide(id, operators[0], 'settle', ' x ')).toBe('reason-needed');
  expect(await decide(id, operators[0], 'settle')).toBe('second-operator-needed');
  expect(await decide(id, operators[0], 'settle')).toBe('already-decided-by-you');
  expect(await decide(id, operators[1], 'return')).toBe('second-operator-needed');
  expect(await world.stateOf(id)).not.toBe('completed');
  expect(await decide(id, operators[2], 'settle')).toBe('settled');
  expect(await decide(id, operators[1], 'settle')).toBe('no-unexpected-receipt');
  expect(await world.stateOf(id)).toBe('completed');
  expect(await world.onChain(to, 'usdt')).toBe(199_800_000n);
  expect((await world.attemptsOf(id)).map(({ state }) => state)).toEqual(['succeeded']);
  const { rows } = await sql<{ status: string; fee: string }>`
    SELECT status, fee FROM records WHERE id = ${recordId}`.execute(world.db.kysely);
  expect(rows[0]?.status).toBe('success');
  expect(await world.balance(ana)).toBe(`${(before[0] ?? 0n) - 200_000_000n - BigInt(rows[0]?.fee ?? 0)}/0`);
  await world.checkCustody();
});

test('M27 returned by two different operators everything is the person’s again, and the loss stands in suspense', async () => {
  const [balance, lost] = [await world.balance(ana), await suspense()];
  const { id, recordId } = await unexpectedPayment();
  await decide(id, operators[0], 'return');
  expect(await decide(id, operators[1], 'return', 'the receiver never got it')).toBe('returned');
  expect(await world.stateOf(id)).toBe('failed');
  expect(await world.balance(ana)).toBe(balance);
  expect(await suspense()).toBe(lost - 200_000_000n);
  const { rows } = await sql`SELECT status, reason FROM records WHERE id = ${recordId}`.execute(world.db.kysely);
  expect(rows).toEqual([{ status: 'failed', reason: 'failed-on-chain' }]);
  const actions = await sql`
    SELECT kind, details ->> 'reason' AS reason FROM operator_actions WHERE subject = ${id} ORDER BY id`.execute(
    world.db.kysely,
  );
  expect(actions.rows).toEqual([
    { kind: 'unexpected-receipt-returned', reason: 'seen on chain' },
    { kind: 'unexpected-receipt-returned', reason: 'the receiver never got it' },
  ]);
  await world.checkCustody();
});

describe('M27 a node that', () => {
  test.each([
    ['leaves the event out', (logs: unknown[]) => logs.slice(1), 'no Transfer event'],
    [
      'tells another amount',
      (logs: { data: string }[]) => logs.map((log) => ({ ...log, data: '1'.padStart(64, '0') })),
      'event of 1',
    ],
  ])(
    '%s stops the payment; looked at again with an honest one it is settled, decisions before count nothing',
    async (_, change, detail) => {
      const to = randomAddress();
      const { id } = await world.send(ana, { to, amount: '2' });
      await world.tick();
      await world.chain.admin.mine(22);
      const lying = rewriting(change);
      await world.tick({ chain: { ...world.payouts.chain, nodes: [lying] } });
      expect((await findWithdrawalCase(world.asWorker, id))?.unexpectedReceipt?.receipt.detail).toBe(detail);
      await decide(id, operators[0], 'return');
      expect(await resumePayout(world.asConsole, { withdrawalId: id, operatorId: operators[1] })).toBe('done');
      expect(await decide(id, operators[1], 'return')).toBe('no-unexpected-receipt');
      await world.drain();
      expect(await world.stateOf(id)).toBe('completed');
      expect(await world.onChain(to, 'usdt')).toBe(2_000_000n);
      await world.checkCustody();
    },
  );
});

test('M27 the database itself lets nobody end a payment with an unexpected receipt without two operators of one mind', async () => {
  const { id } = await unexpectedPayment();
  await decide(id, operators[0], 'settle');
  await decide(id, operators[1], 'return');
  for (const state of ['completed', 'failed', 'approved']) {
    const forced = sql`UPDATE withdrawals SET state = ${state} WHERE id = ${id}`.execute(world.db.kysely);
    await expect(forced).rejects.toThrow('two operators have not decided');
  }
  // An operator may change their mind.
  expect(await decide(id, operators[1], 'settle')).toBe('settled');
  await world.checkCustody();
});
