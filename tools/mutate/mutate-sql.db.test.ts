import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '@tern/testkit/template-database';
import { makeTemporaryFolder } from '@tern/testkit/temporary-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLane, type Lane } from './lane.ts';
import { numberMutants, type Mutant } from './mutant.ts';
import { operators } from './operators.ts';
import { listSchemaMutants } from './schema-subjects.ts';
import { testSelector } from './select-tests.ts';
import { listSourceMutants } from './source-subjects.ts';

// Goal: `npm run mutate-sql` tells a mutant that a test notices from one that none can notice. Method: a few of its mutants, of
// each kind, against the real tests of the ledger, in databases of their own; and faults that were planted by hand.
const root = join(import.meta.dirname, '../..');
const limitMs = 100_000;
const holds = ['packages/ledger/src/hold.db.test.ts'];

let lane: Lane;
let mutants: readonly Mutant[];

beforeAll(async () => {
  lane = await openLane(root, await makeTemporaryFolder('tern-mutate-'));
  const inSchema = await withClient(lane.pristineUrl, listSchemaMutants);
  mutants = numberMutants([...inSchema, ...listSourceMutants(root)]);
});
afterAll(() => lane.stop());

function find(symbol: string, what: string): Mutant {
  const found = mutants.filter((mutant) => mutant.symbol === symbol && mutant.what.includes(what));
  const [mutant] = found;
  if (mutant === undefined || found.length > 1) throw new Error(`${found.length} mutants of ${symbol}: ${what}`);
  return mutant;
}

describe('a mutant that a test notices is killed by it', () => {
  test('of a function: a hold of more than there is', async () => {
    const mutant = find('ledger.hold_funds', 'v_account.posted - v_account.held < p_amount → false');
    const run = await lane.run(mutant, { files: holds, limitMs });
    expect(run).toMatchObject({ outcome: 'failed', by: expect.stringContaining('hold.db.test.ts › a hold > lowers') });
  });

  test('of the schema: an amount of nothing', async () => {
    const mutant = find('constraint ledger.transfers.transfers_amount_check', 'without CHECK');
    const run = await lane.run(mutant, { files: ['packages/ledger/src/constraints.db.test.ts'], limitMs });
    expect(run).toMatchObject({ outcome: 'failed', by: expect.stringContaining('transfers_amount_check refuses') });
  });

  test('of a statement in a source, which stays as it is', async () => {
    const file = 'packages/ledger/src/list-entries-between.ts';
    const before = readFileSync(join(root, file), 'utf8');
    const [mutant] = mutants.filter((each) => each.file === file && each.operator === 'drop-conjunct');
    const run = await lane.run(mutant, { files: ['packages/ledger/src/list-entries-between.db.test.ts'], limitMs });
    expect(run).toMatchObject({ outcome: 'failed', by: expect.stringContaining('list-entries-between.db.test.ts › ') });
    expect(readFileSync(join(root, file), 'utf8')).toBe(before);
  });
});

test('a mutant that nobody can notice survives, and the one before it has left nothing behind', async () => {
  const mutant = find('ledger.hold_funds', 'v_account.posted - v_account.held < p_amount → false');
  const { change } = mutant;
  if (change.kind !== 'schema') throw new Error('a function is changed in the schema');
  const statement = change.statement.replace(
    'IF false THEN',
    'IF NOT v_account.posted - v_account.held >= p_amount + 0 THEN',
  );
  expect(statement).not.toBe(change.statement);
  const run = await lane.run({ ...mutant, change: { kind: 'schema', statement } }, { files: holds, limitMs });
  expect(run).toMatchObject({ outcome: 'passed' });
});

test('what PostgreSQL does not take is no mutant', async () => {
  const change = { kind: 'schema', statement: 'DROP TRIGGER gone ON ledger.journals' } as const;
  const run = await lane.run({ ...find('ledger.hold_funds', 'replayed → false'), change }, { files: holds, limitMs });
  expect(run).toMatchObject({ outcome: 'refused', why: expect.stringContaining('does not exist') });
});

test('there are mutants of every operator and every part of the product, each with a name of its own', () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  const used = new Set(mutants.map(({ operator }) => operator));
  expect([...used].toSorted()).toEqual(
    [...operators.map(({ name }) => name), 'drop-constraint', 'drop-trigger'].toSorted(),
  );
  for (const part of ['packages/ledger/sql/book.sql', 'schema:ledger', 'schema:public', 'packages/server/src/money/'])
    expect(mutants.filter(({ file }) => file.startsWith(part)).length, part).toBeGreaterThan(20);
});

test('each mutant has tests that touch it, and none that compares texts', () => {
  const testsOf = testSelector(root);
  const symbols = [...Map.groupBy(mutants, ({ file, symbol }) => `${file} ${symbol}`).values()];
  for (const [mutant] of symbols) if (mutant !== undefined) expect(testsOf(mutant), mutant.id).not.toEqual([]);
  expect(testsOf(find('ledger.hold_funds', 'replayed → false'))).not.toContain(
    'packages/ledger/src/sql-files.db.test.ts',
  );
});
