import { plainName, readChecks, type SqlStatement } from './read-sql.ts';

/** What migrations have made so far, as far as a later one can lock it or take it away. */
export type KnownObjects = {
  /** Tables, functions, indexes and so on, each as `table people`. */
  readonly objects: Set<string>;
  /** The texts in each check, by its name. */
  readonly checks: Map<string, readonly string[]>;
  /** Rules `column IS NOT NULL`, by name: `table.column`. */
  readonly nonNullRules: Map<string, string>;
  /** Columns of which a looked-up rule says that they are never null: `table.column`. */
  readonly nonNull: Set<string>;
};

export function nothingKnown(): KnownObjects {
  return { objects: new Set(), checks: new Map(), nonNullRules: new Map(), nonNull: new Set() };
}

const made =
  /^CREATE (?:OR REPLACE )?(?:UNIQUE |CONSTRAINT |MATERIALIZED )?(TABLE|FUNCTION|INDEX|TRIGGER|VIEW|TYPE|SEQUENCE|SCHEMA|DOMAIN) (?:CONCURRENTLY )?(?:IF NOT EXISTS )?([\w."]+)/i;

/** Adds what a statement makes. */
export function learn(known: KnownObjects, statement: SqlStatement): void {
  const { code } = statement;
  const [, kind = '', name = ''] = made.exec(code) ?? [];
  if (kind !== '') known.objects.add(`${kind.toLowerCase()} ${plainName(name)}`);
  for (const [check, literals] of readChecks(statement)) known.checks.set(check, literals);
  const table = plainName(/^ALTER TABLE (?:ONLY )?([\w."]+)/i.exec(code)?.[1] ?? '');
  if (table === '') return;
  for (const [, rule = '', column = ''] of code.matchAll(
    /ADD CONSTRAINT (\w+) CHECK \((\w+) IS NOT NULL\) NOT VALID/gi,
  ))
    known.nonNullRules.set(plainName(rule), `${table}.${plainName(column)}`);
  for (const [, rule = ''] of code.matchAll(/VALIDATE CONSTRAINT (\w+)/gi)) {
    const column = known.nonNullRules.get(plainName(rule));
    if (column !== undefined) known.nonNull.add(column);
  }
}
