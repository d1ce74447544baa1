import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { planOf } from '@tern/testkit/plan-of';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesById, isInLog, journalById } from './targets-store.ts';

// Goal: whatever is typed is looked up by a key, however many rows there are. Method: the plan that PostgreSQL keeps for each statement
// without knowing its values; where a table is too small to be worth an index in a test, reading it whole is forbidden. How
// transactions are found is looked at beside them.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const id = '0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0001';

test.each<[string, RawBuilder<unknown>, readonly string[]]>([
  [
    'a case',
    casesById(id),
    [
      'withdrawals_pkey',
      'withdrawals_record_id_key',
      'activity_entries_pkey',
      'activities_pkey',
      'announcements_pkey',
      'complaints_pkey',
      'deposit_cases_pkey',
      'deposit_cases_record_id_key',
      'treasury_orders_pkey',
      'house_changes_pkey',
      'webhooks_pkey',
      'webhook_events_id_key',
      'webhook_deliveries_sequence_idx',
      'service_keys_pkey',
    ],
  ],
  ['a row of the log', isInLog(id), ['operator_actions_subject_idx']],
  ['a journal', journalById('4711'), ['journals_pkey']],
])('%s is looked up by its key', async (_, statement, indexes) => {
  const plan = await planOf(database, statement, { without: ['seqscan'] });
  expect(plan).not.toContain('Seq Scan');
  for (const index of indexes) expect(plan).toMatch(new RegExp(`(?:using|on) ${index}\\b`));
  // The key is what is looked up, and not what is left of a whole index.
  expect(plan.match(/Index Cond/g) ?? []).not.toHaveLength(0);
});
