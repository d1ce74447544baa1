import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectChecks, findFaults, type Check } from './check-statements.ts';
import { describeStatement } from './describe.ts';
import { openSources } from './sources.ts';

let database: TestDatabase;
let checks: readonly Check[];
let templates: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const sources = openSources(
    ['server', 'ledger', 'db'].map((name) => `packages/${name}/src/**/*.ts`),
    // What tests ask is asked when they run.
    /\.test\.ts$|\/testing\/|\/test-\w+\.ts$/,
  );
  templates = sources.templates.length;
  checks = collectChecks(sources);
  sources.close();
  // The compiler reads the whole project first.
}, 300_000);
afterAll(() => database.drop());

/** The faults that there are after `change` of the schema, which is undone. */
async function faultsAfter(change: string): Promise<readonly string[]> {
  const client = await database.db.pool.connect();
  try {
    await client.query(`BEGIN; ${change}`);
    // A refusal ends a transaction; each question is asked in a part of it that can be taken back.
    return await findFaults(checks, async (text) => {
      await client.query('SAVEPOINT question');
      const answer = await describeStatement(client, text);
      await client.query('ROLLBACK TO SAVEPOINT question');
      return answer;
    });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('PostgreSQL accepts every statement of the sources, and returns the rows they say', async () => {
  expect(templates).toBeGreaterThan(500);
  expect(await faultsAfter('SELECT')).toEqual([]);
});

test('finds a column that is no longer there, in statements and in pieces of built queries', async () => {
  const faults = await faultsAfter('ALTER TABLE withdrawal_drafts RENAME COLUMN claimed_until TO claimed');
  expect(faults).not.toEqual([]);
  for (const fault of faults) expect(fault).toContain('claimed_until');
  const pieces = await faultsAfter('ALTER TABLE address_pool RENAME COLUMN audited_at TO inspected_at');
  expect(pieces.join('\n')).toMatch(/wallet-store\.ts:\d+: column "audited_at" does not exist/);
});

test('finds a column that has another type than the rows in the sources', async () => {
  const faults = await faultsAfter('ALTER TABLE announcements ALTER COLUMN told TYPE bigint');
  expect(faults.join('\n')).toContain('column told is string and not number');
});
