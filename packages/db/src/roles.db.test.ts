import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { roles, setRolePasswords, type Role } from './roles.ts';
import { scramVerifier } from './scram-verifier.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Those that they have: the roles belong to the whole server. */
function passwordsInUse(): Record<Role, string> {
  const urls: Readonly<Record<Role, string>> = {
    tern_api: database.apiUrl,
    tern_worker: database.workerUrl,
    tern_console: database.consoleUrl,
  };
  return Object.fromEntries(roles.map((role) => [role, decodeURIComponent(new URL(urls[role]).password)])) as Record<
    Role,
    string
  >;
}

test('several machines may give the roles their passwords at once', async () => {
  const passwords = passwordsInUse();
  await Promise.all(Array.from({ length: 8 }, () => setRolePasswords({ url: database.url, passwords })));
  const { rows } = await database.asApi.pool.query('SELECT current_user AS who');
  expect(rows).toEqual([{ who: 'tern_api' }]);
});

test('K12 the server is sent no password, which a log of its statements would have', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const passwords = passwordsInUse();
  await setRolePasswords({ url: database.url, passwords });
  const sent = asked.mock.calls.map((args) => JSON.stringify(args)).join('\n');
  asked.mockRestore();
  for (const role of roles) {
    expect(sent).toContain(`ALTER ROLE ${role} LOGIN PASSWORD 'SCRAM-SHA-256$`);
    expect(sent).not.toContain(passwords[role]);
  }
  const client = new pg.Client({ connectionString: database.apiUrl });
  await client.connect();
  await client.end();
});

test.each(['a password', 'Pässwort ﬁ\u00a0x'])(
  'a verifier of %s is the one that PostgreSQL makes',
  async (password) => {
    const { pool } = database.db;
    const role = `verified_${randomBytes(6).toString('hex')}`;
    await pool.query(`CREATE ROLE ${role} PASSWORD '${password}'`);
    try {
      const { rows } = await pool.query<{ stored: string }>(
        'SELECT rolpassword AS stored FROM pg_authid WHERE rolname = $1',
        [role],
      );
      const stored = rows[0]?.stored ?? '';
      const salt = Buffer.from(/^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(stored)?.[1] ?? '', 'base64');
      expect(scramVerifier(password, salt)).toBe(stored);
    } finally {
      await pool.query(`DROP ROLE ${role}`);
    }
  },
);
