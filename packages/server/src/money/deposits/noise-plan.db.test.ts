import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { planOf } from '@tern/testkit/plan-of';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noiseByReason } from './quarantine-store.ts';

// Goal: however much noise anybody causes, the page of quarantine counts it without a look at its rows. Method: the plan of its
// statement, where reading the table whole is forbidden.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('noise is counted from an index alone', async () => {
  const plan = await planOf(database, noiseByReason(), { without: ['seqscan', 'bitmapscan'] });
  expect(plan).toContain('Index Only Scan using quarantined_inflows_open_since_idx');
});
