import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMigrationFaults, migrationsGate } from './migrations.ts';
import { copyRepository } from './repository-copy.ts';

// Goal: no migration is merged that keeps people waiting, or takes from the version before what it uses. Method: each way to do
// so is planted after a release with a table of people, and has to be named; so is what looks alike and does no harm.

const released = `
CREATE TABLE people (
  id uuid CONSTRAINT people_pkey PRIMARY KEY,
  name text,
  state text NOT NULL DEFAULT 'new' CONSTRAINT people_state_check CHECK (state IN ('new', 'old''s', 'gone')),
  CONSTRAINT people_name_check CHECK (length(name) > 1)
);
CREATE INDEX people_name_idx ON people (name);
CREATE TABLE ledger.transfers (id bigint);
CREATE TABLE a (id int); CREATE TABLE b (id int); CREATE TABLE c (id int); CREATE TABLE d (id int); CREATE TABLE e (id int);
CREATE FUNCTION greet(who text) RETURNS text LANGUAGE sql AS $$ SELECT 'DROP TABLE people; ' $$;
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tern-gate-'));
  mkdirSync(join(root, 'packages/db/migrations'), { recursive: true });
  mkdirSync(join(root, 'tests/upgrade/releases/1.0.0'), { recursive: true });
  keep('1.0.0', ['0001_people.sql']);
  write('0001_people.sql', released);
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, sql: string): void => writeFileSync(join(root, 'packages/db/migrations', name), sql);
function keep(version: string, names: readonly string[]): void {
  mkdirSync(join(root, 'tests/upgrade/releases', version), { recursive: true });
  const rows = names.map((name) => `{"name": "${name}", "sha256": "${'0'.repeat(64)}"}`).join(',\n');
  writeFileSync(join(root, 'tests/upgrade/releases', version, 'rows.sql.gz'), gzipSync(rows));
}
const find = (exceptions: Parameters<typeof findMigrationFaults>[1] = []): Promise<readonly string[]> =>
  findMigrationFaults(root, exceptions);

const outside = '-- outside a transaction: it takes long\n';

describe('what keeps people waiting', () => {
  test.each([
    ['an index', 'CREATE INDEX people_state_idx ON people (state)', 'locks-out (people)'],
    [
      'a unique index in another schema',
      'CREATE UNIQUE INDEX t_key ON ledger.transfers (id)',
      'locks-out (ledger.transfers)',
    ],
    ['a rule', 'ALTER TABLE people ADD CONSTRAINT people_x_check CHECK (id IS NOT NULL)', 'locks-out (people)'],
    [
      'a rule by another name of the table',
      'ALTER TABLE ONLY "public"."people" ADD CONSTRAINT x CHECK (true)',
      'locks-out (people)',
    ],
    ['a key', 'ALTER TABLE people ADD CONSTRAINT people_name_key UNIQUE (name)', 'locks-out (people)'],
    ['a foreign key', 'ALTER TABLE people ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES a (id)', 'locks-out (people)'],
    ['a column without a default', 'ALTER TABLE people ADD COLUMN age int NOT NULL', 'locks-out (people)'],
    [
      'a column with a default that is computed',
      'ALTER TABLE people ADD COLUMN k uuid NOT NULL DEFAULT gen_random_uuid()',
      'locks-out (people)',
    ],
    ['a generated column', 'ALTER TABLE people ADD COLUMN n int GENERATED ALWAYS AS (1) STORED', 'locks-out (people)'],
    ['a numbered column', 'ALTER TABLE people ADD COLUMN n bigserial', 'locks-out (people)'],
    [
      'a column with a rule',
      'ALTER TABLE people ADD COLUMN n int CONSTRAINT n_check CHECK (n > 1)',
      'locks-out (people)',
    ],
    [
      'the second of two changes',
      'ALTER TABLE people ADD COLUMN m int, ADD COLUMN n int REFERENCES a (id)',
      'locks-out (people)',
    ],
    ['NOT NULL', 'ALTER TABLE people ALTER COLUMN name SET NOT NULL', 'locks-out (people.name)'],
    ['another type', 'ALTER TABLE people ALTER name TYPE varchar(20)', 'locks-out (people.name)'],
    ['a lock', 'LOCK TABLE people', 'locks-out (LOCK TABLE people)'],
    ['a truncation', 'TRUNCATE people', 'locks-out (people)'],
    ['a rebuilt index', 'REINDEX TABLE people', 'locks-out (REINDEX TABLE people)'],
    ['a change of all rows', "UPDATE people SET name = 'x'", 'changes-all (people)'],
    ['a deletion', 'DELETE FROM people WHERE name IS NULL', 'changes-all (people)'],
    ['a copy of all rows', 'CREATE TABLE f (id uuid); INSERT INTO f SELECT id FROM people', 'changes-all (f)'],
    ['a table made of another', 'CREATE TABLE f (id) AS SELECT id FROM people', 'unknown (CREATE TABLE f)'],
    ['what is hidden in a block', "DO $$ BEGIN UPDATE people SET name = 'x'; END $$", "unknown (DO '')"],
    ['a change the gate does not know', 'ALTER TABLE people SET TABLESPACE slow', 'unknown (people)'],
    [
      'more tables than a moment has room for',
      ['a', 'b', 'c', 'd', 'e'].map((table) => `ALTER TABLE ${table} ADD COLUMN n int;`).join('\n'),
      'too-many-tables (a, b, c, d, e)',
    ],
    ['an index within a transaction', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON people (name)', 'wrong-way'],
    ['an index that cannot be tried again', `${outside}CREATE INDEX CONCURRENTLY i ON people (name)`, 'wrong-way'],
    ['a validation within a transaction', 'ALTER TABLE people VALIDATE CONSTRAINT people_name_check', 'wrong-way'],
    ['anything else outside a transaction', `${outside}ALTER TABLE people ADD COLUMN n int`, 'wrong-way'],
    ['batches without an end', "-- in batches: all\nUPDATE people SET name = 'x'", 'wrong-way'],
  ])('%s is named', async (_, sql, finding) => {
    write('0002_planted.sql', `-- Planted.\n\n${sql};\n`);
    const found = await find();
    expect(found.join('\n')).toContain(`packages/db/migrations/0002_planted.sql:`);
    expect(found.join('\n')).toContain(finding);
  });
});

describe('what the version before uses', () => {
  test.each([
    ['a table', 'DROP TABLE people', 'takes-away (table people)'],
    ['a column', 'ALTER TABLE people DROP COLUMN name', 'takes-away (people DROP COLUMN name)'],
    [
      'a renamed column',
      'ALTER TABLE people RENAME COLUMN name TO title',
      'takes-away (people RENAME COLUMN name TO title)',
    ],
    ['a renamed table', 'ALTER TABLE people RENAME TO persons', 'takes-away (people RENAME TO persons)'],
    ['a function', 'DROP FUNCTION greet(text)', 'takes-away (function greet)'],
    ['a renamed function', 'ALTER FUNCTION greet(text) RENAME TO hail', 'takes-away'],
    ['an index', 'DROP INDEX people_name_idx', 'takes-away (index people_name_idx)'],
    ['a right', 'REVOKE SELECT ON people FROM tern_api', 'takes-away (table people)'],
    ['a default', 'ALTER TABLE people ALTER state DROP DEFAULT', 'takes-away (people.state)'],
    [
      'a rule it knows by name',
      'ALTER TABLE people DROP CONSTRAINT people_name_check',
      'takes-away (people people_name_check)',
    ],
    [
      'a value',
      `ALTER TABLE people DROP CONSTRAINT people_state_check,
         ADD CONSTRAINT people_state_check CHECK (state IN ('new', 'old', 'gone')) NOT VALID`,
      "the version before may write 'old''s'",
    ],
    ['whatever a line admits', '-- contract: it is time\nSELECT 1', 'takes-away (contract)'],
  ])('%s is named', async (_, sql, finding) => {
    write('0002_planted.sql', `${sql};\n`);
    expect((await find()).join('\n')).toContain(finding);
  });
});

test('what does no harm passes', async () => {
  write(
    '0002_harmless.sql',
    `-- DROP TABLE people;
CREATE TABLE f (id uuid PRIMARY KEY REFERENCES people, n int GENERATED ALWAYS AS (1) STORED, text text DEFAULT 'LOCK TABLE people');
CREATE INDEX f_idx ON f (text);
INSERT INTO f (id) VALUES (gen_random_uuid());
UPDATE f SET text = 'x';
ALTER TABLE f ADD COLUMN m int NOT NULL, DROP COLUMN text;
DROP INDEX IF EXISTS f_idx;
ALTER TABLE people ADD COLUMN age int NOT NULL DEFAULT 0, ADD COLUMN born timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}'::text[], ADD COLUMN note text, ALTER COLUMN name DROP NOT NULL,
  DROP CONSTRAINT people_state_check,
  ADD CONSTRAINT people_state_check CHECK (state IN ('gone', 'new', 'old''s', 'newer')) NOT VALID,
  ADD CONSTRAINT people_filled_check CHECK (name IS NOT NULL) NOT VALID;
CREATE OR REPLACE FUNCTION greet(who text) RETURNS text LANGUAGE plpgsql AS $body$ BEGIN DROP TABLE people; END $body$;
ALTER TABLE people INHERIT f;
GRANT SELECT (age) ON people TO tern_api;
`,
  );
  write('0003_looked_up.sql', `${outside}ALTER TABLE people VALIDATE CONSTRAINT people_filled_check;\n`);
  write('0004_filled.sql', 'ALTER TABLE people ALTER COLUMN name SET NOT NULL;\n');
  write('0005_indexed.sql', `${outside}CREATE INDEX CONCURRENTLY IF NOT EXISTS people_age_idx ON people (age);\n`);
  write(
    '0006_filled.sql',
    '-- in batches: many\nUPDATE people SET note = name WHERE id IN (SELECT id FROM people WHERE note IS NULL LIMIT 1000);\n',
  );
  expect(await find()).toEqual([]);
});

test('a column is null until its rule was looked up in a file before', async () => {
  write('0002_rule.sql', 'ALTER TABLE people ADD CONSTRAINT filled CHECK (name IS NOT NULL) NOT VALID;\n');
  write('0003_filled.sql', 'ALTER TABLE people ALTER COLUMN name SET NOT NULL;\n');
  expect((await find()).join('\n')).toContain('0003_filled.sql:1: locks-out (people.name)');
});

test('what came after the release before has no rows yet; what the next release has does', async () => {
  write('0002_pets.sql', 'CREATE TABLE pets (id int);\n');
  write('0003_pets.sql', 'CREATE INDEX pets_idx ON pets (id);\n');
  expect(await find()).toEqual([]);
  keep('1.1.0', ['0001_people.sql', '0002_pets.sql']);
  expect((await find()).join('\n')).toContain('0003_pets.sql:1: locks-out (pets)');
});

test('an exception is for one fault, and is itself a fault where it is not needed', async () => {
  write('0002_planted.sql', 'DROP INDEX people_name_idx;\n');
  const exception = {
    file: '0002_planted.sql',
    rule: 'takes-away',
    object: 'index people_name_idx',
    reason: 'no query uses it',
  } as const;
  expect(await find([exception])).toEqual([]);
  const other = { ...exception, object: 'table people' };
  expect(await find([exception, other])).toEqual([
    'the exception 0002_planted.sql, takes-away (table people) is not needed',
  ]);
});

test('our own migrations pass, and a fault planted among them is named', async () => {
  const copy = copyRepository(new URL('../..', import.meta.url).pathname, [
    'packages/db',
    'packages/ledger',
    'tests/upgrade',
  ]);
  try {
    expect(await migrationsGate.run(copy.root)).toEqual([]);
    const file = 'packages/db/migrations/9999_planted.sql';
    const planted = await copy.withFiles({ [file]: 'CREATE INDEX planted_idx ON records (id);\n' }, () =>
      migrationsGate.run(copy.root),
    );
    expect(planted).toHaveLength(1);
    expect(planted[0]).toContain(`${file}:1: locks-out (records)`);
  } finally {
    copy.remove();
  }
});
