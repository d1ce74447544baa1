import { randomUUID } from 'node:crypto';
import type { OperatorId, RecordId, WithdrawalId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelTransfer } from '../transfers/cancel-transfer.ts';
import { decideReview } from '../transfers/decide-review.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-bench.ts';
import { moveWithdrawal } from '../transfers/withdrawal-store.ts';
import { transitions, withdrawalStates, type WithdrawalState } from '../transfers/withdrawal.ts';
import { decideOddReceipt } from './decide-odd-receipt.ts';
import { resumePayout } from './resume-payout.ts';
import { returnPayout } from './return-payout.ts';
import { createPayoutBench, type PayoutBench } from './testing/payout-bench.ts';
import { broadcastPayouts, followPayouts, signPayouts } from './work-payouts.ts';

// Goal: no step is skipped or repeated, whoever asks for what in whichever state. Method: all pairs of state and action,
// and all pairs of states, each from a send of its own.
let bench: PayoutBench;
let ana: TestPerson;
let operatorId: OperatorId;
beforeAll(async () => {
  bench = await createPayoutBench();
  ana = await bench.person({ usdt: 50_000_000_000n });
  operatorId = await addOperator(bench.db, { name: 'ada' });
});
afterAll(() => bench.close());

type Subject = { readonly id: WithdrawalId; readonly recordId: RecordId; readonly draft: { id: string; hash: string } };

const actions: Readonly<Record<string, (subject: Subject) => Promise<unknown>>> = {
  'confirm again': ({ draft }) => bench.confirm(ana, draft, randomUUID()),
  cancel: ({ recordId }) => cancelTransfer(bench.deps, { session: ana, recordId, idempotencyKey: randomUUID() }),
  approve: ({ id }) => decideReview(bench.asConsole, { decision: 'approve', withdrawalId: id, operatorId }),
  reject: ({ id }) =>
    decideReview(bench.asConsole, {
      decision: 'reject',
      reason: 'other',
      note: 'unusual',
      withdrawalId: id,
      operatorId,
    }),
  return: ({ id }) => returnPayout(bench.asConsole, { withdrawalId: id, operatorId, reason: 'cannot be paid' }),
  resume: ({ id }) => resumePayout(bench.asConsole, { withdrawalId: id, operatorId }),
  'settle-odd': ({ id }) =>
    decideOddReceipt(bench.asConsole, { withdrawalId: id, operatorId, decision: 'settle', reason: 'seen' }),
  'return-odd': ({ id }) =>
    decideOddReceipt(bench.asConsole, { withdrawalId: id, operatorId, decision: 'return', reason: 'seen' }),
  sign: () => signPayouts(bench.payouts, { limit: 10 }),
  broadcast: () => broadcastPayouts(bench.payouts, { limit: 10 }),
  follow: () => followPayouts(bench.payouts, { limit: 10 }),
};

/** Every pair that may do anything, and what it does. */
const edges: Readonly<Record<string, WithdrawalState>> = {
  'under-review cancel': 'cancelled',
  'under-review approve': 'approved',
  'under-review reject': 'rejected',
  'approved return': 'failed',
  'approved sign': 'signed',
};

/** A send to the chain put into a state by the database's owner. States after `approved` have no attempt behind them. */
async function subjectIn(state: WithdrawalState): Promise<Subject> {
  const { id, recordId, draft } = await bench.send(ana, { to: randomAddress(), amount: '2' });
  await sql`UPDATE withdrawals SET state = ${state}, due_at = clock_timestamp() WHERE id = ${id}`.execute(
    bench.db.kysely,
  );
  return { id, recordId: recordId as RecordId, draft };
}

async function settle(id: WithdrawalId): Promise<void> {
  // Out of the way of the pairs that follow: what is looked for are steps of one send at a time.
  await sql`UPDATE withdrawals SET due_at = 'infinity', lease = NULL, leased_until = NULL WHERE id = ${id}`.execute(
    bench.db.kysely,
  );
  await sql`UPDATE withdrawal_attempts SET broadcast_due_at = 'infinity' WHERE withdrawal_id = ${id}`.execute(
    bench.db.kysely,
  );
}

describe.each(withdrawalStates)('M07 a send that is %s', (state) => {
  const names = Object.keys(actions);
  const steps = names.filter((name) => edges[`${state} ${name}`] !== undefined);

  test.each(steps)('and %s: the listed step happens', async (name) => {
    const subject = await subjectIn(state);
    await actions[name]?.(subject);
    expect(await bench.stateOf(subject.id)).toBe(edges[`${state} ${name}`]);
    await settle(subject.id);
  });

  test('and anything else: nothing happens', async () => {
    const subject = await subjectIn(state);
    const before = await bench.balance(ana);
    for (const name of names.filter((each) => !steps.includes(each))) {
      await Promise.allSettled([actions[name]?.(subject)]);
      expect([name, await bench.stateOf(subject.id)]).toEqual([name, state]);
      expect([name, await bench.balance(ana)]).toEqual([name, before]);
      expect([name, await bench.attemptsOf(subject.id)]).toEqual([name, []]);
    }
    await settle(subject.id);
  });
});

test('M07 of all pairs of states only the listed steps can be made, and none from a state that is left', async () => {
  const { id } = await bench.send(ana, { to: randomAddress(), amount: '2' });
  const put = (state: WithdrawalState) =>
    sql`UPDATE withdrawals SET state = ${state} WHERE id = ${id}`.execute(bench.db.kysely);
  for (const from of withdrawalStates) {
    for (const to of withdrawalStates) {
      await put(from);
      const moving = transact(bench.asWorker, (tx) => moveWithdrawal(tx, { id, from, to }));
      if (!transitions[from].includes(to)) {
        await expect(moving).rejects.toThrow(`no step from ${from} to ${to}`);
        expect(await bench.stateOf(id)).toBe(from);
        continue;
      }
      expect(await moving).toBe(true);
      // It is not in `from` any more.
      const again = transact(bench.asWorker, (tx) => moveWithdrawal(tx, { id, from, to }));
      expect(await again).toBe(from === to);
    }
  }
});
