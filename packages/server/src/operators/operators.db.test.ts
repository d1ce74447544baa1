import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticateOperator } from './authenticate-operator.ts';
import { listOperators } from './list-operators.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const secret = 'correct horse battery';

test('an operator is known by name and secret, which only its hash remembers', async () => {
  const id = await addOperator(database.db, { name: 'ada', secret });
  expect(await authenticateOperator(database.asWorker, { name: 'ada', secret })).toMatchObject({ id, name: 'ada' });
  const { rows } = await sql<{ row: string }>`SELECT operators::text AS row FROM operators`.execute(database.db.kysely);
  expect(rows[0]?.row).toContain('$argon2id$');
  expect(rows[0]?.row).not.toContain(secret);
});

test('five wrong secrets pause the name, also when they come at once', async () => {
  await addOperator(database.db, { name: 'bob', secret });
  const tries = Array.from({ length: 12 }, () =>
    authenticateOperator(database.asWorker, { name: 'bob', secret: 'wrong' }).catch(
      (error: { fault: string }) => error.fault,
    ),
  );
  const faults = await Promise.all(tries);
  expect(faults.filter((fault) => fault === 'unknown-or-wrong-secret')).toHaveLength(5);
  expect(faults.filter((fault) => fault === 'paused')).toHaveLength(7);
  await expect(authenticateOperator(database.asWorker, { name: 'bob', secret })).rejects.toMatchObject({
    fault: 'paused',
  });
  await sql`UPDATE operator_failures SET paused_until = clock_timestamp()`.execute(database.db.kysely);
  expect(await authenticateOperator(database.asWorker, { name: 'bob', secret })).toMatchObject({ name: 'bob' });
});

test('a disabled operator and an unknown one get the same answer', async () => {
  await addOperator(database.db, { name: 'dan', secret });
  await sql`UPDATE operators SET disabled_at = clock_timestamp() WHERE name = 'dan'`.execute(database.db.kysely);
  for (const name of ['dan', 'nobody']) {
    await expect(authenticateOperator(database.asWorker, { name, secret })).rejects.toMatchObject({
      fault: 'unknown-or-wrong-secret',
    });
  }
  expect(
    (await listOperators(database.asWorker)).filter(({ disabledAt }) => disabledAt !== null).map(({ name }) => name),
  ).toEqual(['dan']);
});

test('the api process cannot see operators at all', async () => {
  for (const table of ['operators', 'operator_failures', 'operator_actions']) {
    await expect(sql`SELECT FROM ${sql.table(table)}`.execute(database.asApi.kysely)).rejects.toThrow(
      'permission denied',
    );
  }
});
