import { readMigrations } from '@tern/db/read-migrations';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openConsoleWorld, payee, type ConsoleWorld } from './testing/console-world.ts';
import { holdDeposit } from './testing/hold-deposit.ts';
import { openTestConsole, outcomeOf, type TestConsole } from './testing/test-console.ts';

// Goal: holds that are older than the column that says whose they are get it, decided ones too, and no process can say otherwise of a
// new one. Method: holds without it, as the version before left them, and the migrations themselves.

let database: TestDatabase;
let console: TestConsole;
let world: ConsoleWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  world = openConsoleWorld(database);
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

const run = (query: ReturnType<typeof sql>) => query.execute(database.db.kysely);

async function migrateAgain(name: string): Promise<void> {
  const found = (await readMigrations()).find((migration) => migration.name === name);
  await run(sql.raw(found?.sql ?? `no migration ${name}`));
}

const ownersOf = async (table: 'deposit_cases' | 'deposit_checks') => {
  const { rows } = await sql<{ id: string; personId: string | null }>`
    SELECT deposit_id AS id, person_id AS "personId" FROM ${sql.table(table)}`.execute(database.db.kysely);
  return new Map(rows.map(({ id, personId }) => [id, personId]));
};

test('a hold from before says whose it is, whether somebody decided about it or not', async () => {
  const [open, released, asked] = [await world.person(), await world.person(), await world.person()];
  const held = await holdDeposit(database, open);
  const decided = await holdDeposit(database, released);
  const tilda = await console.operator('tilda', 'treasurer');
  const signed = await tilda.sign('/screening/question', { id: decided.id, note: 'The list is old' });
  expect(outcomeOf(await tilda.post('/screening/release', signed))).toBe('done');
  const question = await holdDeposit(database, asked);
  await run(sql`
    WITH taken AS (DELETE FROM deposit_cases WHERE deposit_id = ${question.id} RETURNING deposit_id, pending_id, record_id)
    INSERT INTO deposit_checks (deposit_id, pending_id, record_id) SELECT * FROM taken`);
  for (const table of ['deposit_cases', 'deposit_checks']) {
    await run(sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(`${table}_person_id_check`)}`);
    await run(sql`UPDATE ${sql.table(table)} SET person_id = NULL`);
  }
  expect([...(await ownersOf('deposit_cases')).values()]).toEqual([null, null]);
  await migrateAgain('0972_cases_of_a_person.sql');
  await migrateAgain('0973_checks_of_a_person.sql');
  const cases = await ownersOf('deposit_cases');
  expect(cases.get(held.id)).toBe(open.personId);
  expect(cases.get(decided.id)).toBe(released.personId);
  expect((await ownersOf('deposit_checks')).get(question.id)).toBe(asked.personId);
});

test('a held send from before says whose it is, and a new one says it whatever is written', async () => {
  const [owner, other] = [await world.person(), await world.person()];
  const [before, later] = [await world.transfer(owner), await world.transfer(owner)];
  const hold = (id: string) => sql`
    INSERT INTO screening_cases (withdrawal_id, address, reason, evidence, until, person_id)
    VALUES (${id}, ${payee}, 'suspected-fraud', '[{"list": "Frauds"}]', now() + interval '72 hours', ${other.personId})`;
  await run(hold(before));
  await run(sql`ALTER TABLE screening_cases DROP CONSTRAINT screening_cases_person_id_check`);
  await run(sql`UPDATE screening_cases SET person_id = NULL`);
  await migrateAgain('0984_sends_held_before.sql');
  await run(hold(later));
  const { rows } = await sql<{ personId: string }>`
    SELECT person_id AS "personId" FROM screening_cases`.execute(database.db.kysely);
  expect(rows).toEqual([{ personId: owner.personId }, { personId: owner.personId }]);
});

test('whose a hold is follows from its record and not from who writes it', async () => {
  const [owner, other] = [await world.person(), await world.person()];
  const { id } = await holdDeposit(database, owner);
  await run(sql`
    WITH taken AS (DELETE FROM deposit_cases WHERE deposit_id = ${id} RETURNING *)
    INSERT INTO deposit_cases (deposit_id, pending_id, record_id, reason, evidence, person_id)
    SELECT deposit_id, pending_id, record_id, reason, evidence, ${other.personId} FROM taken`);
  expect((await ownersOf('deposit_cases')).get(id)).toBe(owner.personId);
  const { asWorker } = database;
  await expect(
    sql`UPDATE deposit_cases SET person_id = ${other.personId} WHERE deposit_id = ${id}`.execute(asWorker.kysely),
  ).rejects.toThrow('permission denied');
});
