import { randomBytes, randomUUID } from 'node:crypto';
import type { OperatorId } from '@tern/base/ids';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';

export type Key = { readonly id: string; readonly credential: string };
export type Person = { readonly id: OperatorId; readonly name: string; readonly first: Key };

let database: TestDatabase;

/** Makes a database before the tests of a file, in which everything here is done, and drops it after them. */
export function keysDatabase(): () => TestDatabase {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  return () => database;
}

let people = 0;

/** An operator with one key, signed in by it `minutes` ago. */
export async function operator(role: 'viewer' | 'administrator' = 'viewer', minutes = 1): Promise<Person> {
  people += 1;
  const name = `op-${people}`;
  const id = await addOperator(database.db, { name, role });
  const first = { id: randomUUID(), credential: randomBytes(16).toString('base64url') };
  await sql`
    INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports, created_at)
    VALUES (${first.id}, ${id}, ${Buffer.from(first.credential, 'base64url')}, ${randomBytes(8)}, 0, '{}',
            now() - interval '1 year')`.execute(database.db.kysely);
  await signIn(id, first, minutes);
  return { id, name, first };
}

/** The console's role opens the session, as it does when a key answers. */
export async function signIn(operatorId: string, key: Key, minutes = 0): Promise<void> {
  const db = database.asConsole.kysely;
  await sql`UPDATE console_sessions SET ended_at = now(), end_reason = 'replaced'
             WHERE operator_id = ${operatorId} AND ended_at IS NULL`.execute(db);
  await sql`
    INSERT INTO console_sessions (id, operator_id, token_hash, passkey_id, ip, user_agent_hash, created_at, seen_at)
    VALUES (${randomUUID()}, ${operatorId}, ${randomBytes(32)}, ${key.id}, '127.0.0.1', ${randomBytes(32)},
            now() - make_interval(mins => ${minutes}), now())`.execute(db);
}

/** As the key would have signed it: the database sees who signed what, not whether it is genuine. */
export const signed = (by: Person, key: Pick<Key, 'credential'>, action: string, content: object): string =>
  JSON.stringify({
    request: randomUUID(),
    signed: {
      action,
      statement: JSON.stringify({ action, content, operator: by.name }),
      assertion: { credentialId: key.credential, signature: randomUUID() },
    },
  });

export const contentOf = (name: string) => ({
  name,
  credentialId: randomBytes(16).toString('base64url'),
  publicKey: randomBytes(8).toString('base64url'),
  ...{ signCount: 0, transports: ['usb'], isSyncable: false },
});

export async function answer(call: ReturnType<typeof sql<{ answer: string }>>): Promise<string> {
  return call.execute(database.asConsole.kysely).then(
    ({ rows }) => rows[0]?.answer ?? '',
    (error: unknown) => (error as Error).message,
  );
}

export async function add(
  by: Person,
  name: string,
  scope?: string,
): Promise<{ readonly said: string; readonly key: Key }> {
  const content = contentOf(name);
  const id = randomUUID();
  const said = await answer(sql<{ answer: string }>`
    SELECT add_operator_key(${id}, ${by.id}, ${JSON.stringify(content)}::jsonb,
                            ${scope ?? signed(by, by.first, 'operators.addKey', content)}::jsonb) AS answer`);
  return { said, key: { id, credential: content.credentialId } };
}

export function remove(by: Person, key: Pick<Key, 'id'>, withKey: Key): Promise<string> {
  const content = { id: key.id };
  return answer(sql<{ answer: string }>`
    SELECT remove_operator_key(${by.id}, ${JSON.stringify(content)}::jsonb,
                               ${signed(by, withKey, 'operators.removeKey', content)}::jsonb) AS answer`);
}

export async function propose(
  by: Person,
  key: Key,
  content: { readonly kind: string; readonly name: string; key?: string },
) {
  const id = randomUUID();
  const said = { ...content, note: 'for a test' };
  const outcome = await answer(sql<{ answer: string }>`
    SELECT propose_operator_change(${id}, ${by.id}, ${JSON.stringify(said)}::jsonb, NULL,
                                   ${signed(by, key, 'operators.propose', said)}::jsonb) AS answer`);
  return { id, outcome };
}

export function decide(by: Person, key: Key, id: string, decision = 'carry-out'): Promise<string> {
  const said = { id, decision };
  return answer(sql<{ answer: string }>`
    SELECT decide_operator_change(${by.id}, ${JSON.stringify(said)}::jsonb, ${randomBytes(32)}, now(),
                                  ${signed(by, key, 'operators.decideChange', said)}::jsonb) AS answer`);
}

/** Whether the log takes a row of this kind, signed by the key or, without one, by whoever is signed in. */
export async function logged(by: Person, kind: string, key?: Key): Promise<string> {
  const scope = key === undefined ? JSON.stringify({ request: randomUUID() }) : signed(by, key, 'x.y', {});
  return answer(sql<{ answer: string }>`
    INSERT INTO operator_actions (operator_id, kind, subject, details)
    VALUES (${by.id}, ${kind}, 'x', ${scope}::jsonb) RETURNING 'logged' AS answer`);
}

/** As if the key had been added four days ago. */
export const daysPass = (key: Key) =>
  sql`UPDATE operator_passkeys SET decides_money_from = decides_money_from - interval '4 days' WHERE id = ${key.id}`.execute(
    database.db.kysely,
  );

export const liveKeys = async (by: Person): Promise<number> => {
  const { rows } = await sql<{ keys: number }>`
    SELECT count(*)::int AS keys FROM operator_passkeys WHERE operator_id = ${by.id} AND ended_at IS NULL`.execute(
    database.db.kysely,
  );
  return rows[0]?.keys ?? 0;
};
