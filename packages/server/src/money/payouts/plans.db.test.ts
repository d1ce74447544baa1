import type { OperatorId } from '@tern/base/ids';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { planOf } from '@tern/testkit/plan-of';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deadlineMinutes } from './stuck-payout.ts';
import { stuckCount, stuckOf } from './stuck-store.ts';

// Goal: what does not go on is found without reading all that ever left. Method: the plans, where reading a table whole is forbidden:
// withdrawals are entered by an index that has only those under way.

const me = '0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0002' as OperatorId;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ['listed', stuckOf({ limit: 51 })],
  ['listed on', stuckOf({ after: '2026-11-30T10:00:00.000000Z.0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0001', limit: 51 })],
  ['counted', stuckCount(me)],
])('withdrawals that do not go on are %s among those under way', async (_how, statement) => {
  const plan = await planOf(database, statement, { without: ['seqscan', 'bitmapscan'] });
  expect(plan).not.toContain('Seq Scan on withdrawals');
  const [[, index = ''] = [], ...others] = plan.matchAll(/using (\w+) on withdrawals\b/g);
  expect(others).toEqual([]);
  // Two indexes have only those under way, and where a list is not in their order either will do.
  expect(await predicateOf(index)).toBe(await predicateOf('withdrawals_under_way_idx'));
});

async function predicateOf(index: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ predicate: string | null }>`
    SELECT pg_get_expr(indpred, indrelid) AS predicate FROM pg_index WHERE indexrelid = to_regclass(${index})`.execute(
    database.db.kysely,
  );
  return rows[0]?.predicate;
}

test('the states that are written out are those that have a deadline', () => {
  for (const statement of [stuckOf({ limit: 1 }), stuckCount(me)]) {
    const [, written = ''] = /w\.state IN \(([^)]*)\)/.exec(statement.compile(database.db.kysely).sql) ?? [];
    expect(written.split(', ').toSorted()).toEqual(
      Object.keys(deadlineMinutes)
        .map((state) => `'${state}'`)
        .toSorted(),
    );
  }
});
