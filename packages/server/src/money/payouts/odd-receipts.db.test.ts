import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import { addOperator } from '@tern/testkit/operators';
import type { TronNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { describeOddReceipts } from '../../chain/orders/testing/odd-receipts.spec.ts';
import { insertOwnAccount, recordOperatorAction } from '../../people/operators/public.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-bench.ts';
import { decideOddReceipt } from './decide-odd-receipt.ts';
import { findWithdrawalCase } from './find-withdrawal-case.ts';
import { listStuckPayouts } from './list-stuck-payouts.ts';
import type { OddDecision } from './odd-receipt.ts';
import { resumeAsset, resumePayout } from './resume-payout.ts';
import { createPayoutBench, type PayoutBench } from './testing/payout-bench.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';

describeOddReceipts('payments', openPayoutOrders);

// Goal: a receipt that shows neither the payment nor a failure books nothing by itself; two operators who agree end it,
// and afterwards the books agree with the chain to the unit. Method: a token that takes a fee of its own (as Tron's USDT
// can be switched to), and nodes that leave events out or change them.
let bench: PayoutBench;
let ana: TestPerson;
let operators: readonly [OperatorId, OperatorId, OperatorId];
beforeAll(async () => {
  bench = await createPayoutBench();
  ana = await bench.person({ usdt: 50_000_000_000n, trx: 50_000_000_000n });
  const add = (name: string) => addOperator(bench.db, { name });
  operators = [await add('ada'), await add('bob'), await add('cid')];
});
afterEach(async () => {
  await setTokenFee(0);
  await resumeAsset(bench.asConsole, { assetId: 'usdt', operatorId: operators[0] });
  await bench.drain();
});
afterAll(() => bench.close());

/** Basis points, and the most of it in whole coins. */
const setTokenFee = (value: number) =>
  bench.asTokenOwner('setParams(uint256,uint256)', [
    { type: 'uint256', value },
    { type: 'uint256', value },
  ]);

const decide = (withdrawalId: WithdrawalId, operatorId: OperatorId, decision: OddDecision, reason = 'seen on chain') =>
  decideOddReceipt(bench.asConsole, { withdrawalId, operatorId, decision, reason });

async function suspense(): Promise<bigint> {
  const account = await transact(bench.asWorker, (tx) => houseAccount(tx, 'suspense', 'usdt'));
  return (await getAccountBalance(bench.db.kysely, account)).posted;
}

/** A node that tells another receipt than the chain has. */
function rewriting(change: (logs: { topics: string[]; data: string }[]) => unknown): TronNode {
  return {
    name: bench.node.name,
    ask: async (path, body) => {
      const reply = await bench.node.ask(path, body);
      if (!path.includes('gettransactioninfobyblocknum')) return reply;
      const infos = reply as { log?: { topics: string[]; data: string }[] }[];
      return infos.map((info) => (info.log === undefined ? info : { ...info, log: change(info.log) }));
    },
  };
}

type Odd = { readonly id: WithdrawalId; readonly recordId: string; readonly to: ReturnType<typeof randomAddress> };

/** A payment of 200 USDT of which the token keeps a part for its owner. */
async function oddPayment(): Promise<Odd> {
  await setTokenFee(10);
  const to = randomAddress();
  const { id, recordId } = await bench.send(ana, { to, amount: '200' });
  await bench.tick();
  await bench.chain.admin.mine(22);
  await bench.tick();
  return { id, recordId, to };
}

test('M27 an odd receipt is kept with its evidence, stuck with one safe action, and books nothing', async () => {
  const { id } = await oddPayment();
  const found = await findWithdrawalCase(bench.asWorker, id);
  expect(found?.odd?.receipt).toMatchObject({ number: 1, detail: '2 Transfer events', outflow: 200_000_000n });
  expect(found?.odd?.receipt.events.map(({ from, amount }) => [from, amount])).toEqual([
    [bench.hotAddress, '199800000'],
    [bench.hotAddress, '200000'],
  ]);
  const { payouts } = await listStuckPayouts(bench.asWorker);
  expect(payouts).toEqual([expect.objectContaining({ id, action: 'decide-odd', odd: true })]);
  expect(await bench.stateOf(id)).not.toBe('completed');
  await decide(id, operators[0], 'settle');
  await decide(id, operators[1], 'settle');
});

test('M27 O02 settled by two different operators it is paid, and the books agree with the chain', async () => {
  const before = (await bench.balance(ana)).split('/').map(BigInt);
  const { id, recordId, to } = await oddPayment();
  const near = await addOperator(bench.db, { name: 'nele' });
  await transact(bench.asConsole, async (tx) => {
    await insertOwnAccount(tx, near, ana.personId);
    await recordOperatorAction(tx, { operatorId: near, kind: 'account-declared', subject: ana.personId });
  });
  expect(await decide(id, near, 'settle')).toBe('own-account');
  expect(await decide(id, operators[0], 'settle', ' x ')).toBe('reason-needed');
  expect(await decide(id, operators[0], 'settle')).toBe('second-operator-needed');
  expect(await decide(id, operators[0], 'settle')).toBe('already-decided-by-you');
  expect(await decide(id, operators[1], 'return')).toBe('second-operator-needed');
  expect(await bench.stateOf(id)).not.toBe('completed');
  expect(await decide(id, operators[2], 'settle')).toBe('settled');
  expect(await decide(id, operators[1], 'settle')).toBe('nothing-odd');
  expect(await bench.stateOf(id)).toBe('completed');
  expect(await bench.onChain(to, 'usdt')).toBe(199_800_000n);
  expect((await bench.attemptsOf(id)).map(({ state }) => state)).toEqual(['succeeded']);
  const { rows } = await sql<{ status: string; fee: string }>`
    SELECT status, fee FROM records WHERE id = ${recordId}`.execute(bench.db.kysely);
  expect(rows[0]?.status).toBe('success');
  expect(await bench.balance(ana)).toBe(`${(before[0] ?? 0n) - 200_000_000n - BigInt(rows[0]?.fee ?? 0)}/0`);
  await bench.checkCustody();
});

test('M27 returned by two different operators everything is the person’s again, and the loss stands in suspense', async () => {
  const [balance, lost] = [await bench.balance(ana), await suspense()];
  const { id, recordId } = await oddPayment();
  await decide(id, operators[0], 'return');
  expect(await decide(id, operators[1], 'return', 'the receiver never got it')).toBe('returned');
  expect(await bench.stateOf(id)).toBe('failed');
  expect(await bench.balance(ana)).toBe(balance);
  expect(await suspense()).toBe(lost - 200_000_000n);
  const { rows } = await sql`SELECT status, reason FROM records WHERE id = ${recordId}`.execute(bench.db.kysely);
  expect(rows).toEqual([{ status: 'failed', reason: 'failed-on-chain' }]);
  const actions = await sql`
    SELECT kind, details ->> 'reason' AS reason FROM operator_actions WHERE subject = ${id} ORDER BY id`.execute(
    bench.db.kysely,
  );
  expect(actions.rows).toEqual([
    { kind: 'odd-receipt-returned', reason: 'seen on chain' },
    { kind: 'odd-receipt-returned', reason: 'the receiver never got it' },
  ]);
  await bench.checkCustody();
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
      const { id } = await bench.send(ana, { to, amount: '2' });
      await bench.tick();
      await bench.chain.admin.mine(22);
      const lying = rewriting(change);
      await bench.tick({ chain: { ...bench.payouts.chain, nodes: [lying] } });
      expect((await findWithdrawalCase(bench.asWorker, id))?.odd?.receipt.detail).toBe(detail);
      await decide(id, operators[0], 'return');
      expect(await resumePayout(bench.asConsole, { withdrawalId: id, operatorId: operators[1] })).toBe(true);
      expect(await decide(id, operators[1], 'return')).toBe('nothing-odd');
      await bench.drain();
      expect(await bench.stateOf(id)).toBe('completed');
      expect(await bench.onChain(to, 'usdt')).toBe(2_000_000n);
      await bench.checkCustody();
    },
  );
});

test('M27 the database itself lets nobody end an odd payment without two operators of one mind', async () => {
  const { id } = await oddPayment();
  await decide(id, operators[0], 'settle');
  await decide(id, operators[1], 'return');
  for (const state of ['completed', 'failed', 'approved']) {
    const forced = sql`UPDATE withdrawals SET state = ${state} WHERE id = ${id}`.execute(bench.db.kysely);
    await expect(forced).rejects.toThrow('two operators have not decided');
  }
  // An operator may change their mind.
  expect(await decide(id, operators[1], 'settle')).toBe('settled');
  await bench.checkCustody();
});
