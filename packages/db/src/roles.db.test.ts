import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles, setRolePasswords, type Role } from './roles.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('several machines may give the roles their passwords at once', async () => {
  const urls: Readonly<Record<Role, string>> = {
    tern_api: database.apiUrl,
    tern_worker: database.workerUrl,
    tern_console: database.consoleUrl,
  };
  // Those that they have: the roles belong to the whole server.
  const passwords = Object.fromEntries(roles.map((role) => [role, decodeURIComponent(new URL(urls[role]).password)]));
  await Promise.all(Array.from({ length: 8 }, () => setRolePasswords({ url: database.url, passwords })));
  const { rows } = await database.asApi.pool.query('SELECT current_user AS who');
  expect(rows).toEqual([{ who: 'tern_api' }]);
});
