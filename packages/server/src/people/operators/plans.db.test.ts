import type { OperatorId } from '@tern/base/ids';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { planOf } from '@tern/testkit/plan-of';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionRows, firstFrom } from './action-store.ts';

// Goal: the log is read from an index whatever it is narrowed to, however long it is. Method: the plan that PostgreSQL keeps for each
// statement without knowing its values, over thirty thousand rows.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { kysely } = database.db;
  await addOperator(database.db, { name: 'ada' });
  await sql`ALTER TABLE operator_actions DISABLE TRIGGER USER`.execute(kysely);
  await sql`
    INSERT INTO operator_actions (operator_id, kind, subject, details, at, seq, hash)
    SELECT o.id, 'kind-' || chr(97 + n % 20), 'subject ' || n % 3000, jsonb_build_object('note', 'word' || n % 900),
           now() - (40000 - n) * interval '1 minute', n, decode(md5(n::text), 'hex')
      FROM generate_series(1000, 31000) AS n, operators o WHERE o.name = 'ada'`.execute(kysely);
  await sql`ANALYZE operator_actions`.execute(kysely);
});
afterAll(() => database.drop());

const operatorId = '0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0001' as OperatorId;

test.each<[Partial<Parameters<typeof actionRows>[0]>, string]>([
  [{}, 'operator_actions_seq_key'],
  [{ oldestFirst: true, above: 3 }, 'operator_actions_seq_key'],
  [{ above: 7, before: 99 }, 'operator_actions_seq_key'],
  [{ kind: 'kind-a' }, 'operator_actions_kind_idx'],
  [{ kind: 'kind-a', before: 99, oldestFirst: true }, 'operator_actions_kind_idx'],
  [{ kind: 'kind-a', operatorId }, 'operator_actions_kind_idx'],
  [{ operatorId }, 'operator_actions_operator_idx'],
  [{ operatorId, above: 3, oldestFirst: true }, 'operator_actions_operator_idx'],
  [{ subject: 'subject 1' }, 'operator_actions_subject_idx'],
  [{ subjects: ['subject 1', 'subject 2'] }, 'operator_actions_subject_idx'],
  [{ words: ['word7', 'word8'] }, 'operator_actions_words_idx'],
])('narrowed by %o, it is read by %s', async (filter, index) => {
  const plan = await planOf(database, actionRows({ limit: 51, ...filter }));
  expect(plan).toMatch(new RegExp(`(?:using|on) ${index}\\b`));
  expect(plan).not.toContain('Seq Scan on operator_actions');
  // What the other index would give is read to its end where the wanted rows are rare.
  if (index !== 'operator_actions_seq_key') expect(plan).not.toContain('operator_actions_seq_key');
});

test('the first row of a day is read from an index of its own', async () => {
  expect(await planOf(database, firstFrom(new Date()))).toMatch(/using operator_actions_at_idx/);
});
