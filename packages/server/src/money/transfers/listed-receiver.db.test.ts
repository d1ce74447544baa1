import { randomUUID } from 'node:crypto';
import type { OperatorId, RecordId, WithdrawalId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { getRecord } from '../../people/records/get-record.ts';
import { findCase, holdHours, listEndedCases, listOpenCases } from '../../people/screening/public.ts';
import { putOnList } from '../../people/screening/testing/put-on-list.ts';
import { createPayoutWorld, type PayoutWorld } from '../payouts/testing/payout-world.ts';
import { cancelTransfer } from './cancel-transfer.ts';
import { decideReview } from './decide-review.ts';
import { returnOverdueCases } from './return-overdue-cases.ts';
import { randomAddress, type TestPerson } from './testing/sending-world.ts';

// Goal: nothing leaves for an address on a list before a person has looked at it, and no money is held for it longer than its
// deadline. Method: sends to the chain as people confirm them, decided by the console's role and ended by the worker's.
let world: PayoutWorld;
let operators: readonly [OperatorId, OperatorId, OperatorId];
beforeAll(async () => {
  world = await createPayoutWorld();
  const [ada, bob, cem] = [
    await addOperator(world.db, { name: 'ada' }),
    await addOperator(world.db, { name: 'bob' }),
    await addOperator(world.db, { name: 'cem' }),
  ];
  operators = [ada, bob, cem];
});
afterAll(() => world.close());

type Sent = {
  readonly id: WithdrawalId;
  readonly recordId: RecordId;
  readonly from: TestPerson;
  readonly status: string;
};

async function send(to: string, amount = '100'): Promise<Sent> {
  const from = await world.person({ usdt: 30_000_000_000n });
  const record = await world.confirm(from, await world.draft(from, { to, amount }));
  const { rows } = await sql<{ id: WithdrawalId }>`SELECT id FROM withdrawals WHERE record_id = ${record.id}`.execute(
    world.db.kysely,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('no withdrawal');
  return { id: found.id, recordId: record.id as RecordId, from, status: record.status };
}
const readRecord = ({ from, recordId }: Sent) =>
  getRecord({ db: world.asApi, confirmations: 19 }, { personId: from.personId, recordId });
const reviewOf = async ({ id }: Sent): Promise<string> => {
  const { rows } = await sql<{ found: string }>`
    SELECT concat_ws(' ', state, review_cause, approvals_needed) AS found FROM withdrawals WHERE id = ${id}`.execute(
    world.db.kysely,
  );
  return rows[0]?.found ?? '';
};
const approve = ({ id }: Sent, operatorId = operators[0], sawCase = true) =>
  decideReview(world.asConsole, { decision: 'approve', withdrawalId: id, operatorId, reason: 'looked at it', sawCase });
const passDeadline = ({ id }: Sent) =>
  sql`UPDATE screening_cases SET opened_at = opened_at - interval '4 days', until = until - interval '4 days'
       WHERE withdrawal_id = ${id}`.execute(world.db.kysely);
const endOverdue = (remembersAll = async () => true) =>
  returnOverdueCases({ db: world.asWorker, remembersAll }, { limit: 20 });

test('a send to an address on no list goes on by itself, and a small one to a listed address is held with what was found', async () => {
  const [free, listed] = [await send(randomAddress()), randomAddress()];
  expect([free.status, await findCase(world.db.kysely, free.id)]).toEqual(['withdrawing', undefined]);
  await putOnList(world, { address: listed, list: 'Sanctions' });
  await putOnList(world, { address: listed, list: 'Frauds', reason: 'suspected-fraud' });
  const held = await send(listed);
  expect(await reviewOf(held)).toBe('under-review screening 1');
  expect(await findCase(world.asConsole.kysely, held.id)).toMatchObject({
    address: listed,
    // A legal order counts before a suspicion.
    reason: 'legal-order',
    evidence: [
      { list: 'Frauds', source: 'https://lists.example.org', asOf: '2026-11-01', reason: 'suspected-fraud' },
      { list: 'Sanctions', source: 'https://lists.example.org', asOf: '2026-11-01', reason: 'legal-order' },
    ],
  });
  expect(await world.balance(held.from)).toMatch(/^30000000000\/1\d{8}$/);
  expect((await listOpenCases(world.asConsole.kysely, { limit: 50 })).map(({ id }) => id)).toContain(held.id);
});

test('H08 its person reads until when it is held and no class of reason; an approval lets it go on', async () => {
  const listed = randomAddress();
  await putOnList(world, { address: listed, reason: 'suspected-fraud' });
  const held = await send(listed);
  const record = await readRecord(held);
  const ahead = Date.parse(record.decidedBy ?? '') - Date.now();
  expect(ahead).toBeGreaterThan((holdHours - 1) * 3_600_000);
  expect(ahead).toBeLessThanOrEqual(holdHours * 3_600_000);
  expect(record).toMatchObject({ status: 'pending-review', reason: null, cancellable: true });
  expect(JSON.stringify(record)).not.toMatch(/fraud|legal|list/i);
  expect(await approve(held)).toBe('approved');
  expect(await reviewOf(held)).toBe('approved screening 1');
  expect((await readRecord(held)).decidedBy).toBeNull();
});

test('a large send to a listed address still needs two operators', async () => {
  const listed = randomAddress();
  await putOnList(world, { address: listed });
  const held = await send(listed, '12000');
  expect(await reviewOf(held)).toBe('under-review screening 2');
  expect(await approve(held)).toBe('second-operator-needed');
  expect(await approve(held, operators[1])).toBe('approved');
});

test('H08 what nobody has decided by the deadline goes back in full, once, and not before', async () => {
  const listed = randomAddress();
  await putOnList(world, { address: listed });
  const [due, early, cancelled] = [await send(listed), await send(listed), await send(listed)];
  await cancelTransfer(world.deps, {
    session: cancelled.from,
    recordId: cancelled.recordId,
    idempotencyKey: randomUUID(),
  });
  await passDeadline(due);
  await passDeadline(cancelled);
  // A signer that was restored does not know yet what it has paid.
  expect(await endOverdue(async () => false)).toBe(0);
  expect((await Promise.all([endOverdue(), endOverdue()])).toSorted()).toEqual([0, 1]);
  expect(await world.balance(due.from)).toBe('30000000000/0');
  expect(await readRecord(due)).toMatchObject({ status: 'review-rejected', reason: 'expired' });
  expect(await reviewOf(early)).toBe('under-review screening 1');
  expect(await endOverdue()).toBe(0);
  const { rows } = await sql`SELECT FROM operator_actions WHERE subject = ${due.id}`.execute(world.db.kysely);
  expect(rows).toEqual([]);
  expect((await listEndedCases(world.asConsole.kysely, { limit: 10 })).map(({ id, state }) => [id, state])).toEqual(
    expect.arrayContaining([
      [due.id, 'rejected'],
      [cancelled.id, 'cancelled'],
    ]),
  );
});

test('an approval meets a list that has its receiver since: what was found is looked at first', async () => {
  const receiver = randomAddress();
  const large = await send(receiver, '6000');
  expect((await readRecord(large)).decidedBy).toBeNull();
  await putOnList(world, { address: receiver });
  expect(await approve(large)).toBe('receiver-listed');
  expect(await reviewOf(large)).toBe('under-review amount 1');
  expect((await readRecord(large)).decidedBy).not.toBeNull();
  expect(await approve(large)).toBe('approved');
});

test('of two approvals at the same moment neither goes past what was found: both have seen nothing of it', async () => {
  const receiver = randomAddress();
  for (const amount of ['6000', '15000']) {
    const large = await send(receiver, amount);
    await putOnList(world, { address: receiver, list: `List ${amount}` });
    const both = await Promise.all([approve(large, operators[0], false), approve(large, operators[1], false)]);
    expect(both).toEqual(['receiver-listed', 'receiver-listed']);
    expect(await approve(large, operators[2], false)).toBe('receiver-listed');
    expect(await approve(large, operators[2])).toBe(amount === '6000' ? 'approved' : 'second-operator-needed');
    await sql`ALTER TABLE refused_addresses DISABLE TRIGGER ALL`.execute(world.db.kysely);
    await sql`DELETE FROM refused_addresses WHERE address = ${receiver}`.execute(world.db.kysely);
    await sql`ALTER TABLE refused_addresses ENABLE TRIGGER ALL`.execute(world.db.kysely);
  }
});

test('H08 after its deadline a case is not approved any more, by the code nor past it; it can be rejected', async () => {
  const listed = randomAddress();
  await putOnList(world, { address: listed });
  const [held, second] = [await send(listed), await send(listed, '12000')];
  expect(await approve(second)).toBe('second-operator-needed');
  for (const each of [held, second]) await passDeadline(each);
  expect(await approve(held)).toBe('deadline-over');
  expect(await approve(second, operators[1])).toBe('deadline-over');
  await sql`ALTER TABLE withdrawal_reviews DISABLE TRIGGER withdrawal_reviews_are_logged`.execute(world.db.kysely);
  await sql`INSERT INTO withdrawal_reviews (withdrawal_id, operator_id, decision)
    VALUES (${held.id}, ${operators[0]}, 'approve')`.execute(world.db.kysely);
  await sql`ALTER TABLE withdrawal_reviews ENABLE TRIGGER withdrawal_reviews_are_logged`.execute(world.db.kysely);
  await transact(world.asConsole, (tx) =>
    recordOperatorAction(tx, { operatorId: operators[0], kind: 'withdrawal-approved', subject: held.id }),
  );
  const release = sql`UPDATE withdrawals SET state = 'approved' WHERE id = ${held.id}`;
  await expect(release.execute(world.db.kysely)).rejects.toThrow('lacks approvals');
  const rejection = { decision: 'reject', reason: 'other', note: 'too late' } as const;
  expect(await decideReview(world.asConsole, { ...rejection, withdrawalId: second.id, operatorId: operators[2] })).toBe(
    'rejected',
  );
  expect(await endOverdue()).toBe(1);
});

test('an approval from before the list does not count: two have to approve what was found', async () => {
  const receiver = randomAddress();
  const large = await send(receiver, '15000');
  expect(await reviewOf(large)).toBe('under-review amount 2');
  expect(await approve(large, operators[0])).toBe('second-operator-needed');
  await putOnList(world, { address: receiver });
  expect(await approve(large, operators[1])).toBe('receiver-listed');
  expect(await approve(large, operators[1])).toBe('second-operator-needed');
  // The database counts as the code does.
  const release = sql`UPDATE withdrawals SET state = 'approved' WHERE id = ${large.id}`;
  await expect(release.execute(world.db.kysely)).rejects.toThrow('lacks approvals');
  expect(await approve(large, operators[0])).toBe('already-decided-by-you');
  expect(await approve(large, operators[2])).toBe('approved');
});

test('an address that came off its list holds nothing', async () => {
  const former = randomAddress();
  await putOnList(world, { address: former });
  await sql`ALTER TABLE refused_addresses DISABLE TRIGGER ALL`.execute(world.db.kysely);
  await sql`UPDATE refused_addresses SET removed_by = added_by, removed_at = now() WHERE address = ${former}`.execute(
    world.db.kysely,
  );
  await sql`ALTER TABLE refused_addresses ENABLE TRIGGER ALL`.execute(world.db.kysely);
  expect((await send(former)).status).toBe('withdrawing');
});

test('X07 no process puts an address on a list, or takes one off, without two operators', async () => {
  const address = randomAddress();
  await putOnList(world, { address });
  const put = sql`
    INSERT INTO refused_addresses (list, address, source, as_of, reason, added_by)
    SELECT 'Forged', ${randomAddress()}, 'nobody', '2026-11-01', 'legal-order', id FROM house_changes LIMIT 1`;
  for (const db of [world.asApi, world.asWorker])
    await expect(put.execute(db.kysely)).rejects.toThrow('permission denied');
  await expect(
    sql`UPDATE refused_addresses SET removed_by = added_by, removed_at = now() WHERE address = ${address}`.execute(
      world.asConsole.kysely,
    ),
  ).rejects.toThrow(/is not what two operators decided|removed_by_fkey/);
  await expect(
    sql`UPDATE screening_cases SET until = until + interval '1 year'`.execute(world.asConsole.kysely),
  ).rejects.toThrow('permission denied');
});
