import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

const texts = (sql: string): readonly string[] => splitStatements(sql).map(({ text }) => text);

test('statements end at semicolons, and nothing else is one', () => {
  expect(texts('SELECT 1; SELECT 2;\n')).toEqual(['SELECT 1', 'SELECT 2']);
  expect(texts(' ;; -- nothing; at all\n;')).toEqual([]);
});

test.each([
  ['a string', "SELECT 'a;b''c;'"],
  ['a string with escapes', String.raw`SELECT E'it\'s;', e'a''\';\\', 1`],
  ['a name', 'SELECT 1 AS "a;b"'],
  ['the body of a function', 'CREATE FUNCTION f() RETURNS int AS $body$ SELECT 1; $$ ; $$ SELECT 2; $body$'],
  ['an unnamed body', "DO $$ BEGIN PERFORM 1; RAISE NOTICE 'a;'; END $$"],
  ['a comment', "SELECT 1 -- it's; not over\n + 1"],
  ['a comment within a comment', "SELECT 1 /* it's; /* not; */ over; */ + 1"],
])('a semicolon within %s ends nothing', (_, sql) => {
  expect(texts(`${sql};\nSELECT 2`)).toEqual([sql, 'SELECT 2']);
});

test('a statement says where it begins, without the comment before it', () => {
  const sql = '-- One.\nSELECT 1;\n\n-- Two;\n-- three.\n  SELECT 2;\n-- four';
  const statements = splitStatements(sql);
  expect(statements.map(({ offset }) => sql.slice(offset, offset + 8))).toEqual(['SELECT 1', 'SELECT 2']);
});

test('parameters of a prepared statement open no body', () => {
  expect(texts('SELECT $1; SELECT $2')).toEqual(['SELECT $1', 'SELECT $2']);
});

test('dollars and an E within a name open nothing', () => {
  expect(texts("SELECT a$b$c; SELECT type'x\\'; SELECT 2")).toEqual(['SELECT a$b$c', "SELECT type'x\\'", 'SELECT 2']);
});
