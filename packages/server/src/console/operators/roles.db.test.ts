import { randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator, inviteOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Goal: no process of the product makes, changes or lets in an operator by writing a table, whatever was taken over with it.
// Method: every kind of write on every table that says who the operators are, as every role, with rows there to be changed;
// then every function that writes them, as every role that may not call it, and as the console's without the signatures.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const id = await addOperator(database.db, { name: 'ada' });
  await inviteOperator(database.db, { name: 'ben', role: 'viewer', consoleUrl: 'http://localhost:4310' });
  await sql`INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports)
            VALUES (${randomUUID()}, ${id}, ${randomBytes(16)}, ${randomBytes(64)}, 0, '{}')`.execute(
    database.db.kysely,
  );
  await sql`INSERT INTO operator_custodians (slot, name, salt, key_hash)
            VALUES (1, 'Nora', ${randomBytes(16)}, ${randomBytes(32)})`.execute(database.db.kysely);
  await sql`INSERT INTO break_glass_requests (id, operator_id) VALUES (${randomUUID()}, ${id})`.execute(
    database.db.kysely,
  );
});
afterAll(() => database.drop());

const bytes = (length: number): string => `decode(repeat('ab', ${length}), 'hex')`;
const anybody = '(SELECT id FROM operators LIMIT 1)';
/** Per table a row that would be right, and each column that says something; `open` are the console's own. */
const tables = [
  { table: 'operators', row: "(id, name, role) VALUES (gen_random_uuid(), 'eve', 'administrator')" },
  {
    table: 'operator_invitations',
    row: `(token_hash, operator_id, expires_at) VALUES (${bytes(32)}, ${anybody}, now() + interval '1 day')`,
  },
  {
    table: 'operator_passkeys',
    row: `(id, operator_id, credential_id, public_key, sign_count, transports)
      VALUES (gen_random_uuid(), ${anybody}, '\\x01', '\\x02', 0, '{}')`,
    open: { tern_console: ['sign_count', 'used_at', 'is_syncable'] },
  },
  {
    table: 'operator_changes',
    row: `(id, kind, name, note, proposed_by)
      VALUES (gen_random_uuid(), 'disable', 'ada', 'because', ${anybody})`,
  },
  { table: 'operator_custodians', row: `(slot, name, salt, key_hash) VALUES (2, 'Eve', ${bytes(16)}, ${bytes(32)})` },
  { table: 'break_glass_requests', row: `(id, operator_id) VALUES (gen_random_uuid(), ${anybody})` },
] as const;
const roles = ['tern_api', 'tern_worker', 'tern_console'] as const;
const as = (role: (typeof roles)[number]) =>
  ({ tern_api: database.asApi, tern_worker: database.asWorker, tern_console: database.asConsole })[role];

async function said(role: (typeof roles)[number], statement: string): Promise<string> {
  return sql
    .raw(statement)
    .execute(as(role).kysely)
    .then(
      () => 'done',
      (error: unknown) => (error as Error).message,
    );
}

describe('O03 who the operators are is written by no role', () => {
  test.each(roles.flatMap((role) => tables.map((each) => ({ role, ...each }))))(
    '$role writes no row of $table',
    async ({ role, table, row, ...more }) => {
      expect(await said(role, `INSERT INTO ${table} ${row}`)).toMatch(/permission denied/);
      expect(await said(role, `DELETE FROM ${table}`)).toMatch(/permission denied/);
      expect(await said(role, `TRUNCATE ${table} CASCADE`)).toMatch(/permission denied/);
      const { rows } = await sql<{ name: string }>`
        SELECT attname AS name FROM pg_attribute
         WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`.execute(database.db.kysely);
      const open: readonly string[] = 'open' in more && role in more.open ? more.open.tern_console : [];
      expect(rows.length).toBeGreaterThan(4);
      for (const { name } of rows) {
        const answer = await said(role, `UPDATE ${table} SET ${name} = ${name}`);
        if (open.includes(name)) expect(answer).toBe('done');
        else expect(answer, name).toMatch(/permission denied/);
      }
    },
  );

  test.each(['console_sessions', 'console_ceremonies'])('the worker and the api write no row of %s', async (table) => {
    for (const role of ['tern_api', 'tern_worker'] as const)
      for (const statement of [`INSERT INTO ${table} DEFAULT VALUES`, `DELETE FROM ${table}`, `SELECT FROM ${table}`])
        expect(await said(role, statement)).toMatch(/permission denied/);
  });

  const calls = {
    propose_operator_change: `(gen_random_uuid(), gen_random_uuid(), '{"kind":"disable","name":"ben","note":"because"}', NULL, '{}')`,
    decide_operator_change: `(gen_random_uuid(), '{"id":"${randomUUID()}","decision":"carry-out"}', ${bytes(32)}, now(), '{}')`,
    add_operator_key: `(gen_random_uuid(), gen_random_uuid(), '{"name":"x"}', '{}')`,
    remove_operator_key: `(gen_random_uuid(), '{"id":"${randomUUID()}"}', '{}')`,
    invite_founders: `(${bytes(32)}, ${bytes(32)}, now())`,
    enrol_operator_passkey: `('made up', '', gen_random_uuid(), '\\x01', '\\x02', 0, '{}', '{}')`,
    find_operator_invitation: `('made up', '', now())`,
    keep_custodian_code: `('Eve', ${bytes(16)}, ${bytes(32)})`,
    start_break_glass: `(gen_random_uuid(), 'eve', ${bytes(32)}, ${bytes(32)})`,
    open_break_glass: `(${bytes(32)}, ${bytes(32)}, ${bytes(32)}, now())`,
    cancel_break_glass: `(gen_random_uuid(), '{"id":"${randomUUID()}"}', '{}')`,
  };
  test.each(Object.entries(calls))('the worker and the api may not call %s', async (name, given) => {
    for (const role of ['tern_api', 'tern_worker'] as const)
      expect(await said(role, `SELECT ${name}${given}`)).toMatch(/permission denied for function/);
  });

  test.each([
    ['propose_operator_change', 'no administrator has signed this proposal'],
    ['decide_operator_change', 'no administrator has signed this decision'],
    ['cancel_break_glass', 'no operator has signed this'],
    ['add_operator_key', 'no operator has signed this key'],
    ['remove_operator_key', 'no operator has signed this key'],
  ] as const)('the console’s role gets nothing of %s without a signature in the log', async (name, refusal) => {
    expect(await said('tern_console', `SELECT ${name}${calls[name]}`)).toBe(refusal);
  });

  test('the console’s role lets nobody in with an invitation or codes it made up', async () => {
    const answer = async (call: string): Promise<unknown> =>
      (await sql.raw<{ said: unknown }>(`SELECT ${call} AS said`).execute(database.asConsole.kysely)).rows[0]?.said;
    expect(await answer(`enrol_operator_passkey${calls.enrol_operator_passkey}`)).toBe('over');
    expect(await answer(`start_break_glass${calls.start_break_glass}`)).toBe('wrong-codes');
    expect(await answer(`open_break_glass${calls.open_break_glass}`)).toBe('wrong-codes');
  });

  test('custodians’ codes and requests stay as they were written, for the owner too', async () => {
    for (const statement of [
      "UPDATE operator_custodians SET name = 'Eve'",
      'DELETE FROM operator_custodians',
      'DELETE FROM break_glass_requests',
      'TRUNCATE break_glass_requests',
    ])
      await expect(sql.raw(statement).execute(database.db.kysely)).rejects.toThrow('stays as it is');
  });
});
