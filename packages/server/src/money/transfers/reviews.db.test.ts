import { randomUUID } from 'node:crypto';
import { newId, type OperatorId, type RecordId, type WithdrawalId } from '@tern/base/ids';
import { rejectionReason, toldReasons } from '@tern/contracts/routes/console-reviews';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMessages } from '../../people/messages/list-messages.ts';
import { listRecords } from '../../people/records/list-records.ts';
import { findWithdrawalCase } from '../payouts/find-withdrawal-case.ts';
import { cancelTransfer } from './cancel-transfer.ts';
import { decideReview } from './decide-review.ts';
import { listReviews } from './list-reviews.ts';
import { createSendingWorld, type SendingWorld, type TestPerson } from './testing/sending-world.ts';

let world: SendingWorld;
let operators: readonly [OperatorId, OperatorId, OperatorId];
beforeAll(async () => {
  world = await createSendingWorld();
  const add = (name: string) => addOperator(world.db, { name });
  operators = [await add('ada'), await add('bob'), await add('cid')];
});
afterAll(() => world.drop());

type UnderReview = {
  readonly id: WithdrawalId;
  readonly recordId: RecordId;
  readonly from: TestPerson;
  readonly to: TestPerson;
};

async function underReview(amount: string): Promise<UnderReview> {
  const [from, to] = [await world.person({ usdt: 30_000_000_000n }), await world.person()];
  const record = await world.confirm(from, await world.draft(from, { to: to.address, amount }));
  const { rows } = await sql<{ id: WithdrawalId }>`SELECT id FROM withdrawals WHERE record_id = ${record.id}`.execute(
    world.db.kysely,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no withdrawal');
  return { id, recordId: record.id as RecordId, from, to };
}

const approve = (withdrawalId: WithdrawalId, operatorId: OperatorId) =>
  decideReview(world.asConsole, { decision: 'approve', withdrawalId, operatorId });
const reject = (withdrawalId: WithdrawalId, operatorId: OperatorId, note = 'looks like a scam') =>
  decideReview(world.asConsole, { decision: 'reject', withdrawalId, operatorId, reason: 'suspected-fraud', note });
const cancel = ({ from, recordId }: UnderReview) =>
  cancelTransfer(world.deps, { session: from, recordId, idempotencyKey: randomUUID() });

describe('a send under review', () => {
  test('from 5,000 is released by one operator', async () => {
    const send = await underReview('5000');
    expect(await approve(send.id, operators[0])).toBe('approved');
    expect([await world.balance(send.from), await world.balance(send.to)]).toEqual(['25000000000/0', '5000000000/0']);
  });

  test('I21 from 10,000 needs two different operators', async () => {
    const send = await underReview('10000');
    expect(await approve(send.id, operators[0])).toBe('second-operator-needed');
    expect(await approve(send.id, operators[0])).toBe('already-decided-by-you');
    expect(await world.balance(send.to)).toBe('0/0');
    expect(await approve(send.id, operators[1])).toBe('approved');
    expect(await world.balance(send.to)).toBe('10000000000/0');
  });

  test('I21 cannot be released by the database either while an approval is missing', async () => {
    const send = await underReview('10000');
    await approve(send.id, operators[0]);
    for (const state of ['approved', 'signed', 'completed']) {
      const forced = sql`UPDATE withdrawals SET state = ${state} WHERE id = ${send.id}`.execute(world.db.kysely);
      await expect(forced).rejects.toThrow('lacks approvals');
    }
    await expect(
      sql`UPDATE withdrawals SET approvals_needed = 0 WHERE id = ${send.id}`.execute(world.asWorker.kysely),
    ).rejects.toThrow('permission denied');
    const twice = sql`INSERT INTO withdrawal_reviews (withdrawal_id, operator_id, decision) VALUES (${send.id}, ${operators[0]}, 'approve')`;
    await expect(twice.execute(world.asConsole.kysely)).rejects.toThrow('withdrawal_reviews_pkey');
    const unknown = sql`INSERT INTO withdrawal_reviews (withdrawal_id, operator_id, decision) VALUES (${send.id}, ${newId<OperatorId>()}, 'approve')`;
    await expect(unknown.execute(world.asConsole.kysely)).rejects.toThrow('withdrawal_reviews_operator_id_fkey');
  });

  test('is rejected by one operator with a reason, and everything returns', async () => {
    const send = await underReview('12000');
    expect(await reject(send.id, operators[0], ' ')).toBe('reason-needed');
    expect(await approve(send.id, operators[0])).toBe('second-operator-needed');
    expect(await reject(send.id, operators[1])).toBe('rejected');
    expect(await approve(send.id, operators[2])).toBe('not-under-review');
    expect(await world.balance(send.from)).toBe('30000000000/0');
    const { rows } = await sql`SELECT status, reason FROM records WHERE id = ${send.recordId}`.execute(world.db.kysely);
    expect(rows).toEqual([{ status: 'review-rejected', reason: 'rejected-by-review' }]);
  });

  test('H08 rejected for any reason it tells its person why and gives everything back, and what may warn looks like any other', async () => {
    const told = new Map<string, { reason: unknown; seen: unknown }>();
    for (const reason of rejectionReason.options) {
      const { id, recordId, from } = await underReview('6000');
      const decision = { decision: 'reject', reason, note: 'seen by a test', withdrawalId: id } as const;
      expect(await decideReview(world.asConsole, { ...decision, operatorId: operators[0] })).toBe('rejected');
      expect(await world.balance(from)).toBe('30000000000/0');
      const reader = { db: world.asApi, confirmations: 19 };
      const { records } = await listRecords(reader, { personId: from.personId, filter: 'all', limit: 10 });
      const { messages } = await listMessages(world.asApi.kysely, {
        personId: from.personId,
        kind: undefined,
        cursor: undefined,
      });
      const record = records.find((each) => each.id === recordId);
      expect(record).toMatchObject({ status: 'review-rejected', reason: toldReasons[reason] });
      expect(messages[0]).toMatchObject({ event: 'review-rejected', recordId, reason: toldReasons[reason] });
      // All a person can read of it, but for what is of this send alone.
      const said = JSON.stringify([record, messages[0]]);
      expect(said).not.toContain('seen by a test');
      const own = /"(id|recordId|walletId|createdAt|updatedAt|at|payAddress|receiveAddress)":("[^"]*"|null)/g;
      told.set(reason, { reason: toldReasons[reason], seen: said.replace(own, '') });
    }
    const innocent = told.get('other');
    for (const warning of ['suspected-fraud', 'legal-order', 'receiver-risk'])
      expect(told.get(warning)).toEqual(innocent);
    expect(new Set([...told.values()].map(({ reason }) => reason)).size).toBe(3);
  });

  test('is listed with its approvals, and its case shows history and decisions', async () => {
    const send = await underReview('15000');
    await approve(send.id, operators[2]);
    expect(await listReviews(world.asWorker, { limit: 200 })).toContainEqual(
      expect.objectContaining({ id: send.id, approvals: 1, approvalsNeeded: 2, usdtValue: 15_000_000_000n }),
    );
    const found = await findWithdrawalCase(world.asWorker, send.id);
    expect(found).toMatchObject({
      reviews: [{ operatorId: operators[2], decision: 'approve' }],
      steps: [{ from: 'requested', to: 'under-review' }],
      history: { completed: 0, completedToAddress: 0 },
    });
  });

  test('every decision is in the operators’ log, which nobody can change', async () => {
    const send = await underReview('5000');
    await reject(send.id, operators[0], 'known mule');
    const { rows } = await sql`SELECT kind, details FROM operator_actions WHERE subject = ${send.id}`.execute(
      world.db.kysely,
    );
    expect(rows).toEqual([{ kind: 'withdrawal-rejected', details: { reason: 'suspected-fraud: known mule' } }]);
    for (const statement of [
      'UPDATE operator_actions SET kind = kind',
      'DELETE FROM operator_actions',
      'DELETE FROM withdrawal_reviews',
      'UPDATE withdrawal_states SET to_state = to_state',
    ]) {
      await expect(sql.raw(statement).execute(world.asWorker.kysely)).rejects.toThrow('permission denied');
    }
  });
});

test('M39 of cancel, approve and reject at the same moment exactly one wins, in each of 60 rounds', async () => {
  const winners = new Set<string>();
  for (let round = 0; round < 60; round += 1) {
    const send = await underReview('5000');
    const starts = [
      () =>
        cancel(send).then(
          () => 'cancelled',
          () => 'late',
        ),
      () => approve(send.id, operators[0]).then((outcome) => (outcome === 'approved' ? 'approved' : 'late')),
      () => reject(send.id, operators[1]).then((outcome) => (outcome === 'rejected' ? 'rejected' : 'late')),
    ];
    // Each of the three starts first in a third of the rounds.
    const order = [...starts.slice(round % 3), ...starts.slice(0, round % 3)];
    const results = await Promise.all(order.map((start) => start()));
    const won = results.filter((result) => result !== 'late');
    expect(won).toHaveLength(1);
    winners.add(String(won[0]));
    const paid = won[0] === 'approved';
    expect(await world.balance(send.from)).toBe(paid ? '25000000000/0' : '30000000000/0');
    expect(await world.balance(send.to)).toBe(paid ? '5000000000/0' : '0/0');
  }
  expect(winners.size).toBeGreaterThan(1);
  await world.checkBooks();
});

test('M08 nobody cancels another person’s send', async () => {
  const send = await underReview('5000');
  const eve = await world.person();
  await expect(cancel({ ...send, from: eve })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await world.balance(send.from)).toBe('30000000000/5000000000');
});
