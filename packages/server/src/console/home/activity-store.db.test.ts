import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysOf, selectDays } from './activity-store.ts';

// Goal: with many people the last days are counted without reading those before. Method: 60,000 people of three years, and the plan
// that the database makes for the very statement.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    SELECT gen_random_uuid(), (10000000 + n)::text, upper(translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ABCDEFGHJKLMNPQR')),
           now(), now() - make_interval(mins => n * 26)
      FROM generate_series(1, 60000) AS n`.execute(database.db.kysely);
  await sql`ANALYZE people`.execute(database.db.kysely);
});
afterAll(() => database.drop());

test('only the last days are read, by their index', async () => {
  const { rows } = await sql<Record<'QUERY PLAN', string>>`EXPLAIN ${daysOf('sign-ups')}`.execute(database.db.kysely);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('people_created_at_idx');
  expect(plan).not.toContain('Seq Scan on people');
  const signUps = (await selectDays(database.db.kysely)).find(({ kind }) => kind === 'sign-ups');
  // One every 26 minutes: 55 or 56 a day.
  for (const { items } of signUps?.days.slice(0, -1) ?? []) expect([55, 56]).toContain(items);
});
