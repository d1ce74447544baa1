import type { PersonId } from '@tern/base/ids';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { planOf } from '@tern/testkit/plan-of';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aboutSubjects, subjectsOfPerson } from './about-store.ts';

// Goal: what rows of the log are about, and what of a person can be in it, is looked up by keys. Method: the plans of both statements,
// where reading a table whole is forbidden. How the rows themselves are found is looked at where they are read.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const id = '0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0001' as PersonId;

test('what rows are about is looked up by the key of each table', async () => {
  const plan = await planOf(database, aboutSubjects([id]), { without: ['seqscan'] });
  expect(plan).not.toContain('Seq Scan');
  const tables = [
    ...['people', 'withdrawals', 'deposits', 'treasury_orders', 'activities', 'activity_entries', 'announcements'],
    ...[
      'complaints',
      'factor_resets',
      'operators',
      'operator_changes',
      'break_glass_requests',
      'house_changes',
      'webhooks',
    ],
  ];
  for (const table of tables) expect(plan).toMatch(new RegExp(`(?:using|on) ${table}_pkey\\b`));
});

test('what of a person can be in the log is looked up by the person', async () => {
  const plan = await planOf(database, subjectsOfPerson(id), { without: ['seqscan'] });
  expect(plan).not.toContain('Seq Scan');
  for (const table of ['withdrawals', 'participations', 'complaints', 'factor_resets'])
    expect(plan).toMatch(new RegExp(`(?:using|on) ${table}_person_(?:id_idx|key)\\b`));
});
