import { randomUUID } from 'node:crypto';
import type { OperatorId, RecordId, WithdrawalId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelTransfer } from '../transfers/cancel-transfer.ts';
import { decideReview } from '../transfers/decide-review.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-world.ts';
import { moveWithdrawal } from '../transfers/withdrawal-store.ts';
import { transitions, withdrawalStates, type WithdrawalState } from '../transfers/withdrawal.ts';
import { decideUnexpectedReceipt } from './decide-unexpected-receipt.ts';
import { resumePayout } from './resume-payout.ts';
import { returnPayout } from './return-payout.ts';
import { createPayoutWorld, type PayoutWorld } from './testing/payout-world.ts';
import { broadcastPayouts, followPayouts, signPayouts } from './work-payouts.ts';

// Goal: no step is skipped or repeated, whoever asks for what in whichever state. Method: all pairs of state and action,
// and all pairs of states, each from a send of its own.
let world: PayoutWorld;
let ana: TestPerson;
let operatorId: OperatorId;
beforeAll(async () => {
  world = await createPayoutWorld();
  ana = await world.person({ usdt: 50_000_000_000n });
  operatorId = await addOperator(world.db, { name: 'ada' });
});
afterAll(() => world.close());

type Subject = { readonly id: WithdrawalId; readonly recordId: RecordId; readonly draft: { id: string; hash: string } };

const actions: Readonly<Record<string, (subject: Subject) => Promise<unknown>>> = {
  'confirm again': ({ draft }) => world.confirm(ana, draft, randomUUID()),
  cancel: ({ recordId }) => cancelTransfer(world.deps, { session: ana, recordId, idempotencyKey: randomUUID() }),
  approve: ({ id }) => decideReview(world.asConsole, { decision: 'approve', withdrawalId: id, operatorId }),
  reject: ({ id }) =>
    decideReview(world.asConsole, {
      decision: 'reject',
      reason: 'other',
      note: 'unusual',
      withdrawalId: id,
      operatorId,
    }),
  return: ({ id }) => returnPayout(world.asConsole, { withdrawalId: id, operatorId, reason: 'cannot be paid' }),
  resume: ({ id }) => resumePayout(world.asConsole, { withdrawalId: id, operatorId }),
  'settle-unexpected-receipt': ({ id }) =>
    decideUnexpectedReceipt(world.asConsole, { withdrawalId: id, operatorId, decision: 'settle', reason: 'seen' }),
  'return-unexpected-receipt': ({ id }) =>
    decideUnexpectedReceipt(world.asConsole, { withdrawalId: id, operatorId, decision: 'return', reason: 'seen' }),
  sign: () => signPayouts(world.payouts, { limit: 10 }),
  broadcast: () => broadcastPayouts(world.payouts, { limit: 10 }),
  follow: () => followPayouts(world.payouts, { limit: 10 }),
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
  const { id, recordId, draft } = await world.send(ana, { to: randomAddress(), amount: '2' });
  await sql`UPDATE withdrawals SET state = ${state}, due_at = clock_timestamp() WHERE id = ${id}`.execute(
    world.db.kysely,
  );
  return { id, recordId: recordId as RecordId, draft };
}

async function settle(id: WithdrawalId): Promise<void> {
  // Out of the way of the pairs that follow: what is looked for are steps of one send at a time.
  await sql`UPDATE withdrawals SET due_at = 'infinity', lease = NULL, leased_until = NULL WHERE id = ${id}`.execute(
    world.db.kysely,
  );
  await sql`UPDATE withdrawal_attempts SET broadcast_due_at = 'infinity' WHERE withdrawal_id = ${id}`.execute(
    world.db.kysely,
  );
}

describe.each(withdrawalStates)('M07 a send that is %s', (state) => {
  const names = Object.keys(actions);
  const steps = names.filter((name) => edges[`${state} ${name}`] !== undefined);

  test.each(steps)('and %s: the listed step happens', async (name) => {
    const subject = await subjectIn(state);
    await actions[name]?.(subject);
    expect(await world.stateOf(subject.id)).toBe(edges[`${state} ${name}`]);
    await settle(subject.id);
  });

  test('and anything else: nothing happens', async () => {
    const subject = await subjectIn(state);
    const before = await world.balance(ana);
    for (const name of names.filter((each) => !steps.includes(each))) {
      await Promise.allSettled([actions[name]?.(subject)]);
      expect([name, await world.stateOf(subject.id)]).toEqual([name, state]);
      expect([name, await world.balance(ana)]).toEqual([name, before]);
      expect([name, await world.attemptsOf(subject.id)]).toEqual([name, []]);
    }
    await settle(subject.id);
  });
});

test('M07 of all pairs of states only the listed steps can be made, and none from a state that is left', async () => {
  const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
  const put = (state: WithdrawalState) =>
    sql`UPDATE withdrawals SET state = ${state} WHERE id = ${id}`.execute(world.db.kysely);
  for (const from of withdrawalStates) {
    for (const to of withdrawalStates) {
      await put(from);
      const moving = transact(world.asWorker, (tx) => moveWithdrawal(tx, { id, from, to }));
      if (!transitions[from].includes(to)) {
        await expect(moving).rejects.toThrow(`no step from ${from} to ${to}`);
        expect(await world.stateOf(id)).toBe(from);
        continue;
      }
      expect(await moving).toBe(true);
      // It is not in `from` any more.
      const again = transact(world.asWorker, (tx) => moveWithdrawal(tx, { id, from, to }));
      expect(await again).toBe(from === to);
    }
  }
});
