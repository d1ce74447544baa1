import type { PersonId } from '@tern/base/ids';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { planOf } from '@tern/testkit/plan-of';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screeningHoldsOf } from './person-holds-store.ts';
import { heldDepositsOf, heldMoneyOf } from './person-tabs-store.ts';

// Goal: the page of a person reads what is held of this person, however much is held of all others. Method: the plans of its
// statements, where reading a table whole is forbidden: each table of holds is entered by the person, in the order that is shown.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await holdOthers();
});
afterAll(() => database.drop());

/** 4,000 transfers of as many other people under review: the queue of all of them is no way to those of one. */
async function holdOthers(): Promise<void> {
  await database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO withdrawals (id, draft_id, person_id, wallet_id, asset_id, settlement, own_move, to_address, amount, fee,
        usdt_value, approvals_needed, review_cause, state, pending_id, record_id)
      SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'usdt', 'chain', false, 'T' || n, 1, 1,
             1, 1, 'amount', 'under-review', n, gen_random_uuid()
        FROM generate_series(1, 4000) n`.execute(tx);
    await sql`ANALYZE withdrawals`.execute(tx);
  });
}

const id = '0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0001' as PersonId;

/** By which indexes a plan enters a table, and under which condition. */
function entriesOf(plan: string, table: string): readonly string[] {
  const found = plan.matchAll(
    new RegExp(`using (\\w+) on ${table}\\b[^\\n]*\\n\\s*Index Cond: \\((\\w+ = [^)]*)\\)`, 'g'),
  );
  return [...found].map(([, index = '', condition = '']) => `${index}: ${condition.replace(/ = .*/, '')}`);
}

test('the holds of a person are read by the person, newest and largest first', async () => {
  const plan = await planOf(database, screeningHoldsOf(id), { without: ['seqscan', 'bitmapscan'] });
  expect(plan).not.toContain('Seq Scan');
  expect(entriesOf(plan, 'deposit_cases')).toEqual([
    'deposit_cases_person_open_idx: person_id',
    'deposit_cases_person_ended_idx: person_id',
  ]);
  expect(entriesOf(plan, 'deposit_checks')).toEqual(['deposit_checks_person_id_idx: person_id']);
  // Those that are under way, and then those of the cases that are over: never all that the person sent.
  expect(entriesOf(plan, 'withdrawals')).toEqual([
    'withdrawals_person_under_way_idx: person_id',
    'withdrawals_pkey: id',
  ]);
  expect(entriesOf(plan, 'screening_cases')).toEqual([
    'screening_cases_pkey: withdrawal_id',
    'screening_cases_person_id_idx: person_id',
  ]);
  // Only what is shown is put in order, not what is read: fifty of each.
  expect(plan.match(/Sort Key/g)).toHaveLength(2);
});

test('the money that is held of a person is read by the person', async () => {
  const plan = await planOf(database, heldMoneyOf(id), { without: ['seqscan', 'bitmapscan'] });
  expect(plan).not.toContain('Seq Scan');
  expect(entriesOf(plan, 'deposit_cases')).toEqual(['deposit_cases_person_open_idx: person_id']);
  expect(entriesOf(plan, 'deposit_checks')).toEqual(['deposit_checks_person_id_idx: person_id']);
  expect(entriesOf(plan, 'withdrawals')).toEqual(['withdrawals_person_under_way_idx: person_id']);
});

test('how much is held of a person is counted by the person', async () => {
  const plan = await planOf(database, heldDepositsOf(id), { without: ['seqscan', 'bitmapscan'] });
  expect(plan).not.toContain('Seq Scan');
  expect(entriesOf(plan, 'deposit_cases')).toEqual(['deposit_cases_person_open_idx: person_id']);
  expect(entriesOf(plan, 'deposit_checks')).toEqual(['deposit_checks_person_id_idx: person_id']);
});
