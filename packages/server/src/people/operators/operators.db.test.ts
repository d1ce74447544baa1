import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the api process cannot see operators at all', async () => {
  for (const table of ['operators', 'operator_actions', 'operator_changes', 'operator_passkeys', 'console_sessions']) {
    await expect(sql`SELECT FROM ${sql.table(table)}`.execute(database.asApi.kysely)).rejects.toThrow(
      'permission denied',
    );
  }
});
