import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { planOf } from '@tern/testkit/plan-of';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrdersOf } from './order-store.ts';

// Goal: open orders are found without reading all that there ever were. Method: the plans, where reading a table whole is forbidden:
// orders are entered by an index that has only the open ones, in the order of the list.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ['those that do not go on', { stuck: true, limit: 51 }],
  ['all of them', { limit: 51 }],
  ['the next page', { after: '2026-11-30T10:00:00.000000Z.0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0001', limit: 51 }],
])('open orders are read by their own index: %s', async (_what, page) => {
  const plan = await planOf(database, openOrdersOf(page), { without: ['seqscan'] });
  expect(plan).not.toContain('Seq Scan');
  expect([...plan.matchAll(/using (\w+) on treasury_orders\b/g)].map(([, index]) => index)).toEqual([
    'treasury_orders_open_idx',
  ]);
  expect(plan).not.toContain('Sort');
});
