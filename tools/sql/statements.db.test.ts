import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
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

/** A statement that gives way on one key of a table with several, and what keeps two of it apart. */
const keptApart: Readonly<Record<string, string>> = {
  'treasury_orders (id)': 'adoption takes turns by an advisory lock',
};

const conflict = /INSERT INTO\s+([\w.]+)(?:(?!INSERT INTO)[^])*?ON CONFLICT\s*\(([^)]*)\)/g;

/** Keys of a table that are neither these columns nor a number or id of the row's own. */
async function listOtherKeys(table: string, columns: string): Promise<readonly string[]> {
  const { rows } = await sql<{ columns: string }>`
    SELECT string_agg(a.attname, ', ' ORDER BY k.place) AS columns
      FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k (number, place)
      JOIN pg_attribute a ON (a.attrelid, a.attnum) = (i.indrelid, k.number)
     WHERE i.indrelid = ${table}::regclass AND i.indisunique
     GROUP BY i.indexrelid HAVING string_agg(a.attname, ', ' ORDER BY k.place) NOT IN ('id', ${columns})`.execute(
    database.db.kysely,
  );
  return rows.map((row) => row.columns);
}

test('who gives way on one key of a table to somebody who inserts the same gives way on all of its keys', async () => {
  // PostgreSQL may ask another key that tells the same first, and then the second of the two fails.
  const targets = checks
    .flatMap(({ ways }) => ways.flat())
    .flatMap((text) => [...text.matchAll(conflict)].map(([, table = '', columns = '']) => ({ table, columns })));
  expect(targets.length).toBeGreaterThan(10);
  const found = new Set<string>();
  for (const { table, columns } of targets) {
    if ((await listOtherKeys(table, columns)).length > 0) found.add(`${table} (${columns})`);
  }
  expect([...found].toSorted()).toEqual(Object.keys(keptApart).toSorted());
  expect(await listOtherKeys('usernames', 'folded')).toEqual(['person_id', 'username']);
});
