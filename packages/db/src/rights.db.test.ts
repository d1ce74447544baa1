import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from './roles.ts';

// Goal: every right of every role has a reason that somebody wrote down. Method: the page's lines and the catalogue's, compared as text.

const page = readFileSync(new URL('../../../docs/security/database-rights.md', import.meta.url), 'utf8');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Line = { readonly names: readonly string[]; readonly second: string; readonly why: string };

/** The lines of a section's table. */
function linesOf(heading: string): readonly Line[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/^\| (.+?) \| (.+?) \| (.*?) \|$/gm)]
    .filter(([, first = '']) => !/^(table|function|role|---)/.test(first))
    .map(([, names = '', second = '', why = '']) => ({ names: names.replaceAll('`', '').split(', '), second, why }));
}

/** What each role was granted itself, as the page writes it; a column's right where it has not the table's. */
async function granted(change: RawBuilder<unknown> = sql`SELECT`): Promise<readonly string[]> {
  const tx = await database.db.kysely.startTransaction().execute();
  try {
    await change.execute(tx);
    const { rows } = await sql<{ line: string }>`
      WITH verbs AS (
        SELECT c.oid, c.relname, a.grantee, lower(a.privilege_type) AS verb, NULL::text AS columns
          FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p') AND a.grantee <> c.relowner
        UNION ALL
        SELECT c.oid, c.relname, a.grantee, lower(a.privilege_type), string_agg(t.attname, ', ' ORDER BY t.attnum)
          FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid CROSS JOIN aclexplode(t.attacl) a
         WHERE c.relnamespace = 'public'::regnamespace AND NOT t.attisdropped
         GROUP BY c.oid, c.relname, a.grantee, a.privilege_type
      )
      SELECT coalesce(r.rolname, 'everybody') || ' ' || relname || ': ' || string_agg(
          verb || coalesce(' (' || columns || ')', ''), ', '
          ORDER BY array_position(ARRAY['select', 'insert', 'update', 'delete'], verb), verb) AS line
        FROM verbs v LEFT JOIN pg_roles r ON r.oid = v.grantee
       WHERE columns IS NULL OR NOT EXISTS (
         SELECT FROM verbs w WHERE w.oid = v.oid AND w.grantee = v.grantee AND w.verb = v.verb AND w.columns IS NULL)
       GROUP BY relname, r.rolname`.execute(tx);
    return rows.map(({ line }) => line);
  } finally {
    await tx.rollback().execute();
  }
}

const written = (): readonly string[] =>
  roles.flatMap((role) =>
    linesOf(role).flatMap(({ names, second }) => names.map((name) => `${role} ${name}: ${second}`)),
  );

test('X07 every right on a table stands on the page, and the page says nothing else', async () => {
  expect(written().length).toBeGreaterThan(200);
  expect((await granted()).toSorted()).toEqual(written().toSorted());
});

test('X07 every line of the page has a reason', () => {
  for (const heading of [...roles, 'The ledger', 'Functions'])
    for (const { names, why } of linesOf(heading)) expect(why, names.join()).toMatch(/^[A-Z].{20,}\.$/);
});

test.each([
  ['a grant of a table', sql`GRANT DELETE ON terms TO tern_worker`, 'tern_worker terms: select, delete'],
  ['a grant of a column', sql`GRANT UPDATE (until) ON account_freezes TO tern_api`, 'update (until)'],
  ['a grant to everybody', sql`GRANT SELECT ON people TO PUBLIC`, 'everybody people: select'],
  [
    'a new table',
    sql`DO $$ BEGIN CREATE TABLE mine (id int); GRANT SELECT ON mine TO tern_console; END $$`,
    'tern_console mine: select',
  ],
])('X07 finds %s', async (_, change, found) => {
  const known = new Set(written());
  expect((await granted(change)).filter((line) => !known.has(line)).join()).toContain(found);
});

test('X07 every function that a role may call stands on the page, with a star where it runs with the owner’s rights', async () => {
  const { rows } = await sql<{ line: string }>`
    SELECT p.proname || CASE WHEN p.prosecdef THEN '*' ELSE '' END || ': ' || string_agg(
        coalesce(r.rolname, 'everybody'), ', ' ORDER BY array_position(ARRAY['tern_api', 'tern_worker', 'tern_console'], r.rolname::text)
      ) AS line
      FROM pg_proc p CROSS JOIN aclexplode(p.proacl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
     WHERE p.pronamespace = 'public'::regnamespace AND a.grantee <> p.proowner
     GROUP BY p.oid, p.proname, p.prosecdef`.execute(database.db.kysely);
  const told = linesOf('Functions').flatMap(({ names, second }) => names.map((name) => `${name}: ${second}`));
  expect(rows.map(({ line }) => line).toSorted()).toEqual(told.toSorted());
  const { rows: open } = await sql`
    SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proacl IS NULL`.execute(
    database.db.kysely,
  );
  expect(open).toEqual([]);
});

test('X07 every kind of journal stands on the page with who may post it', async () => {
  const { rows } = await sql<{ line: string }>`
    SELECT role || ' ' || kind AS line
      FROM ledger.kinds CROSS JOIN LATERAL (
        VALUES ('tern_api', by_api), ('tern_worker', by_worker), ('tern_console', by_console)) AS v (role, may)
     WHERE may`.execute(database.db.kysely);
  const told = linesOf('The ledger').flatMap(({ names: [role], second }) =>
    second.split(', ').map((kind) => `${role} ${kind.replaceAll('`', '')}`),
  );
  expect(rows.map(({ line }) => line).toSorted()).toEqual(told.toSorted());
});
