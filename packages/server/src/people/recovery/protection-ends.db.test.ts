import { randomBytes, randomUUID } from 'node:crypto';
import type { OperatorId, PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordOperatorAction } from '../operators/public.ts';

// Goal: whoever has the worker's login, or the console's, takes nothing away that protects a person or lets them send more, but for the two ends that
// the product knows: a closing its owner asked for, and a reset that two operators approved. Method: statements as each role.

let database: TestDatabase;
let operators: readonly [OperatorId, OperatorId];
let personId: PersonId;
let people = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  operators = [await addOperator(database.db, { name: 'ada' }), await addOperator(database.db, { name: 'ben' })];
});
afterAll(() => database.drop());

const asOwner = (statement: ReturnType<typeof sql>) => statement.execute(database.db.kysely);
const guarded = [
  'authenticators',
  'recovery_codes',
  'credentials',
  'trade_passwords',
  'passkeys',
  'contacts',
  'person_levels',
] as const;
const byReset: readonly string[] = ['authenticators', 'recovery_codes'];

beforeEach(async () => {
  people += 1;
  personId = randomUUID() as PersonId;
  await asOwner(sql`
    INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    VALUES (${personId}, ${String(40_000_000 + people)}, ${`BBBBBBB${'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[people] ?? ''}`}, now(),
      now())`);
  await protect();
});

/** Everything a person can be protected by. */
async function protect(): Promise<void> {
  const hash = '$argon2id$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA';
  for (const statement of [
    sql`INSERT INTO authenticators (person_id, secret_sealed, last_step, confirmed_at) VALUES (${personId}, '\\x01', 0, now())`,
    sql`INSERT INTO recovery_codes (person_id, code_hash, created_at) VALUES (${personId}, ${randomBytes(32)}, now())`,
    sql`INSERT INTO credentials (person_id, hash, changed_at) VALUES (${personId}, ${hash}, now())`,
    sql`INSERT INTO trade_passwords (person_id, hash, set_at) VALUES (${personId}, ${hash}, now())`,
    sql`INSERT INTO passkeys (id, person_id, credential_id, public_key, sign_count, transports, synced, name, created_at)
        VALUES (${randomUUID()}, ${personId}, ${randomBytes(16)}, '\\x01', 0, '{}', false, 'Phone', now())`,
    sql`INSERT INTO contacts (id, person_id, kind, value, verified_at, added_at)
        VALUES (${randomUUID()}, ${personId}, 'email', ${`p${people}@example.org`}, now(), now())`,
  ])
    await asOwner(statement);
  // As a restored copy has it: no two operators decided it.
  await transact(database.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`INSERT INTO person_levels (person_id, level, reference, from_at, change_id)
              VALUES (${personId}, 2, 'case 7', now(), ${randomUUID()})`.execute(tx);
  });
}

/** What is left after each deletion that is refused; `as` one role, after `prepare` in the same transaction. */
async function tryAll(as: 'asWorker' | 'asConsole', prepare: (tx: DbTx) => Promise<unknown> = () => Promise.resolve()) {
  const taken: string[] = [];
  for (const table of guarded) {
    const outcome = await transact(database[as], async (tx) => {
      await prepare(tx);
      await sql`DELETE FROM ${sql.table(table)} WHERE person_id = ${personId}`.execute(tx);
      throw new Error('taken');
    }).catch((error: unknown) => (error as Error).message);
    if (outcome === 'taken') taken.push(table);
    else expect(outcome).toMatch(/nothing ends what|has ended|permission denied for table person_levels/);
  }
  return taken;
}

async function reset(changes: { readonly ready?: string; readonly state?: string } = {}): Promise<string> {
  const id = randomUUID();
  const ready = sql.raw(`now() + interval '${changes.ready ?? '-1 minute'}'`);
  await asOwner(sql`
    INSERT INTO factor_resets (id, person_id, started_at, ready_at, told_at, state, ended_at)
    VALUES (${id}, ${personId}, now() - interval '8 days', ${ready}, now(), ${changes.state ?? 'waiting'},
      ${changes.state === undefined ? null : new Date()})`);
  return id;
}

const decide = (resetId: string, operatorId: OperatorId, decision: 'approve' | 'refuse' = 'approve') =>
  transact(database.asConsole, async (tx) => {
    await sql`INSERT INTO factor_reset_decisions (reset_id, operator_id, decision, reason)
              VALUES (${resetId}, ${operatorId}, ${decision}, 'known well')`.execute(tx);
    const kind = decision === 'approve' ? 'reset-approved' : 'reset-refused';
    await recordOperatorAction(tx, { operatorId, kind, subject: resetId });
  });
const done = (id: string) => (tx: DbTx) =>
  sql`UPDATE factor_resets SET state = 'done', ended_at = clock_timestamp() WHERE id = ${id}`.execute(tx);

describe('A10 X07 what protects a person', () => {
  test.each(['asWorker', 'asConsole'] as const)('is not taken away %s where nothing ends it', async (as) => {
    expect(await tryAll(as)).toEqual([]);
    const one = await reset();
    await decide(one, operators[0]);
    expect(await tryAll(as, done(one))).toEqual([]);
  });

  test('ends with a reset that two operators approved and whose time has come, in that transaction alone', async () => {
    const id = await reset();
    for (const operator of operators) await decide(id, operator);
    expect(await tryAll('asWorker', done(id))).toEqual(byReset);
    await transact(database.asWorker, (tx) => done(id)(tx));
    // What the person sets up from then on is theirs.
    expect(await tryAll('asWorker')).toEqual([]);
  });

  test.each([
    ['before its week is over', { ready: '1 minute' }],
    ['after it was cancelled', { state: 'cancelled' }],
    ['after it was refused', { state: 'refused' }],
  ])('does not end by a reset %s', async (_, changes) => {
    const id = await reset(changes);
    for (const operator of operators) await decide(id, operator);
    expect(await tryAll('asWorker', done(id))).toEqual([]);
  });

  test('does not end by a reset that one operator refuses, whoever approves', async () => {
    const id = await reset();
    const third = await addOperator(database.db, { name: 'cleo' });
    for (const operator of operators) await decide(id, operator);
    await decide(id, third, 'refuse');
    expect(await tryAll('asWorker', done(id))).toEqual([]);
  });

  test('a reset’s time is not moved by who carries it out', async () => {
    const id = await reset({ ready: '6 days' });
    for (const column of ['ready_at', 'started_at', 'person_id'])
      await expect(
        sql`UPDATE factor_resets SET ${sql.ref(column)} = ${sql.ref(column)} WHERE id = ${id}`.execute(
          database.asWorker.kysely,
        ),
      ).rejects.toThrow('permission denied');
  });

  test('ends with a closing whose owner waited for it, and with no other', async () => {
    const closing = (state: string, due: string) =>
      asOwner(sql`
        INSERT INTO account_closings (id, person_id, state, due_at, ended_at)
        VALUES (${randomUUID()}, ${personId}, ${state}, now() + ${due}::interval, ${state === 'waiting' ? null : new Date()})`);
    const close = (tx: DbTx) =>
      sql`UPDATE account_closings SET state = 'done', ended_at = clock_timestamp() WHERE person_id = ${personId}`.execute(
        tx,
      );
    await closing('cancelled', '-1 day');
    expect(await tryAll('asWorker', close)).toEqual([]);
    await asOwner(sql`DELETE FROM account_closings WHERE person_id = ${personId}`);
    await closing('waiting', '1 minute');
    expect(await tryAll('asWorker', close)).toEqual([]);
    await asOwner(sql`UPDATE account_closings SET due_at = now() - interval '1 second' WHERE person_id = ${personId}`);
    expect(await tryAll('asWorker', close)).toEqual(guarded);
  });
});
