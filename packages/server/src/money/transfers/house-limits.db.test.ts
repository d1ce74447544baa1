import { randomUUID } from 'node:crypto';
import type { DraftId, OperatorId, RecordId, WithdrawalId } from '@tern/base/ids';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayoutWorld, type PayoutWorld } from '../payouts/testing/payout-world.ts';
import { cancelTransfer } from './cancel-transfer.ts';
import { confirmDraft } from './confirm-draft.ts';
import { decideReview } from './decide-review.ts';
import { listReviews } from './list-reviews.ts';
import { randomAddress, type TestPerson } from './testing/sending-world.ts';
import { lockSumOfDailyOutflow } from './withdrawal-store.ts';

// Goal: what all people together send to the chain within a day stays within the house's limit, whatever the timing.
// Method: many people confirm at the same moment, at a limit that a known number of them fits in to the unit.
const usdt = 1_000_000n;
const people = 40;
const fitting = 25;

let world: PayoutWorld;
let operatorId: OperatorId;
beforeAll(async () => {
  world = await createPayoutWorld();
  operatorId = await addOperator(world.db, { name: 'ada' });
});
afterAll(() => world.close());

type Outcome = { readonly person: TestPerson; readonly recordId: RecordId; readonly status: string };

const houseDailyMaximumUsdt = units(BigInt(fitting) * 100n * usdt);

async function sendAtOnce(): Promise<readonly Outcome[]> {
  const drafted: { readonly person: TestPerson; readonly draft: DraftView }[] = [];
  // One after the other: each asks the chain several questions, and only the confirmations are the race.
  for (let index = 0; index < people; index += 1) {
    const person = await world.person({ usdt: 200n * usdt });
    drafted.push({ person, draft: await world.draft(person, { to: randomAddress(), amount: '100' }) });
  }
  const { sending, ...rest } = await world.deps.terms.getCurrent(world.asApi.kysely);
  const terms = { ...rest, sending: { ...sending, houseDailyMaximumUsdt } };
  const deps = { ...world.deps, terms: { ...world.deps.terms, getVersion: () => Promise.resolve(terms) } };
  return Promise.all(
    drafted.map(async ({ person, draft }) => {
      const record = await confirmDraft(deps, {
        session: person,
        draftId: draft.id as DraftId,
        hash: draft.hash,
        idempotencyKey: randomUUID(),
        tradePassword: '258036',
        authenticatorCode: '123456',
      });
      return { person, recordId: record.id as RecordId, status: record.status };
    }),
  );
}

async function withdrawalOf(recordId: RecordId): Promise<WithdrawalId> {
  const { rows } = await sql<{ id: WithdrawalId }>`SELECT id FROM withdrawals WHERE record_id = ${recordId}`.execute(
    world.db.kysely,
  );
  return (rows[0] as { readonly id: WithdrawalId }).id;
}

test('M30 of parallel sends to the chain exactly those within the day’s total go on, the rest waits for review with its hold intact', async () => {
  const outcomes = await sendAtOnce();
  const waiting = outcomes.filter(({ status }) => status === 'pending-review');
  expect(outcomes.filter(({ status }) => status === 'withdrawing')).toHaveLength(fitting);
  expect(waiting).toHaveLength(people - fitting);
  for (const { person } of waiting) expect(await world.balance(person)).toMatch(/^200000000\/1\d{8}$/);
  const reviews = await listReviews(world.asWorker, { limit: 200 });
  expect(reviews.map(({ cause, approvalsNeeded }) => `${cause} ${approvalsNeeded}`)).toEqual(
    waiting.map(() => 'day-total 1'),
  );
  const { rows } = await sql<{ reason: string | null }>`
    SELECT DISTINCT reason FROM records WHERE status = 'pending-review'`.execute(world.db.kysely);
  expect(rows).toEqual([{ reason: null }]);

  const [released, cancelled] = waiting as [Outcome, Outcome];
  const id = await withdrawalOf(released.recordId);
  expect(await decideReview(world.asConsole, { decision: 'approve', withdrawalId: id, operatorId })).toBe('approved');
  await cancelTransfer(world.deps, {
    session: cancelled.person,
    recordId: cancelled.recordId,
    idempotencyKey: randomUUID(),
  });
  expect(await world.balance(cancelled.person)).toBe('200000000/0');
  await world.drain();
  expect(await world.stateOf(id)).toBe('completed');
  await world.checkCustody();

  // A day later all of it may leave again.
  await sql`UPDATE withdrawals SET created_at = created_at - interval '25 hours'`.execute(world.db.kysely);
  const next = await sendAtOnce();
  expect(next.filter(({ status }) => status === 'withdrawing')).toHaveLength(fitting);
  await world.drain();
  await world.checkCustody();
});

test('M30 what people send to each other here is no part of what the house sends to the chain in a day', async () => {
  await sql`UPDATE withdrawals SET created_at = created_at - interval '25 hours'`.execute(world.db.kysely);
  const [ana, ben] = [await world.person({ usdt: 500n * usdt }), await world.person()];
  const sent = await world.confirm(ana, await world.draft(ana, { to: ben.address, amount: '300' }));
  expect(sent.status).toBe('success');
  const counted = await transact(world.asApi, (tx) => lockSumOfDailyOutflow(tx));
  expect(counted).toBe(units(0n));
  const left = await world.confirm(ana, await world.draft(ana, { to: randomAddress(), amount: '100' }));
  expect(left.status).toBe('withdrawing');
  expect(await transact(world.asApi, (tx) => lockSumOfDailyOutflow(tx))).toBe(units(100n * usdt));
});
