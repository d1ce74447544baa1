import type { Fault } from './fault.ts';
import type { KnownObjects } from './known-objects.ts';
import { plainName, readChecks, splitList, type SqlStatement } from './read-sql.ts';

type Around = {
  readonly table: string;
  readonly statement: SqlStatement;
  /** What earlier migrations have made, released or not. */
  readonly earlier: KnownObjects;
  /** Everything the file has, in which a check may be set anew. */
  readonly file: readonly SqlStatement[];
};

/** A default that PostgreSQL remembers once for all rows; another one is computed for each, and the table written anew. */
const constant =
  /^(?:''|-?\d+(?:\.\d+)?|true|false|null|now\(\)|current_timestamp|array\[[^\]]*\])(?:::[\w ]+(?:\[\])?)?$/i;

/** What is wrong with changing a table that has rows. */
export function faultsOfAlter(code: string, around: Around): readonly Fault[] {
  const actions = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?[\w."]+ (.*)$/i.exec(code)?.[1] ?? '';
  return splitList(actions).flatMap((action) => faultsOfAction(action, around));
}

function faultsOfAction(action: string, around: Around): readonly Fault[] {
  const { table, statement } = around;
  const { line } = statement;
  const locksOut = (why: string): Fault[] => [{ rule: 'locks-out', object: table, line, why }];
  const takesAway = (object: string, why: string): Fault[] => [{ rule: 'takes-away', object, line, why }];
  if (/^(?:VALIDATE CONSTRAINT|SET \(|RESET \(|INHERIT \w+$)/i.test(action)) return [];
  if (/^ADD CONSTRAINT/i.test(action)) {
    if (/ NOT VALID$/i.test(action) || / USING INDEX \w+$/i.test(action)) return [];
    return locksOut(
      'ADD CONSTRAINT reads every row: add it NOT VALID and validate it in a later file, or build a unique index concurrently and add it USING INDEX',
    );
  }
  if (/^ADD /i.test(action)) return faultsOfNewColumn(action, locksOut);
  if (/^DROP CONSTRAINT/i.test(action)) return faultsOfDroppedRule(action, around);
  if (/^DROP /i.test(action) || /^RENAME /i.test(action))
    return takesAway(
      `${table} ${action}`,
      'the version before uses it: stop using it first, and remove it a release later',
    );
  const column = /^ALTER (?:COLUMN )?(\w+) (.*)$/i.exec(action);
  if (column !== null) return faultsOfColumn(plainName(column[1] ?? ''), column[2] ?? '', around);
  return [
    {
      rule: 'unknown',
      object: table,
      line,
      why: `ALTER TABLE … ${action.split(' ').slice(0, 3).join(' ')} is not known to be quick`,
    },
  ];
}

function faultsOfNewColumn(action: string, locksOut: (why: string) => Fault[]): readonly Fault[] {
  const [, rest = ''] = /^ADD (?:COLUMN )?(?:IF NOT EXISTS )?\w+ (.*)$/i.exec(action) ?? [];
  if (/\b(?:CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b/i.test(rest))
    return locksOut('a rule of a new column is looked up in every row: add the column first, and the rule NOT VALID');
  if (/\bGENERATED\b|\b(?:big|small)?serial\b/i.test(rest))
    return locksOut('a generated column is written into every row');
  const given = /\bDEFAULT (.*?)(?: NOT NULL)?$/i.exec(rest)?.[1];
  if (given !== undefined && !constant.test(given)) return locksOut(`DEFAULT ${given} is computed for every row`);
  if (given === undefined && /\bNOT NULL\b/i.test(rest))
    return locksOut('NOT NULL without a constant default fails on rows that are there, and in the version before');
  return [];
}

function faultsOfDroppedRule(action: string, { table, statement, earlier, file }: Around): readonly Fault[] {
  const name = plainName(/^DROP CONSTRAINT (?:IF EXISTS )?(\w+)/i.exec(action)?.[1] ?? '');
  const anew = file.map((each) => readChecks(each).get(name)).find((literals) => literals !== undefined);
  const takesAway = (why: string): Fault[] => [
    { rule: 'takes-away', object: `${table} ${name}`, line: statement.line, why },
  ];
  if (anew === undefined) return takesAway('the version before knows this rule by its name, or inserts by its key');
  const lost = (earlier.checks.get(name) ?? []).filter((literal) => !anew.includes(literal));
  return lost.length === 0
    ? []
    : takesAway(`the version before may write ${lost.map((text) => `'${text}'`).join(', ')}`);
}

function faultsOfColumn(column: string, change: string, { table, statement, earlier }: Around): readonly Fault[] {
  const { line } = statement;
  const object = `${table}.${column}`;
  if (/^(?:SET DEFAULT|DROP NOT NULL|SET STATISTICS|SET STORAGE|SET COMPRESSION)/i.test(change)) return [];
  if (/^SET NOT NULL/i.test(change)) {
    if (earlier.nonNull.has(object)) return [];
    const why = `SET NOT NULL reads every row: add CHECK (${column} IS NOT NULL) NOT VALID, and validate it in a file before this one`;
    return [{ rule: 'locks-out', object, line, why }];
  }
  if (/^(?:SET DATA )?TYPE /i.test(change))
    return [
      {
        rule: 'locks-out',
        object,
        line,
        why: 'another type is written into every row: add a column, and fill it in batches',
      },
    ];
  if (/^DROP /i.test(change))
    return [{ rule: 'takes-away', object, line, why: `the version before inserts rows without it` }];
  return [{ rule: 'unknown', object, line, why: `ALTER COLUMN … ${change} is not known to be quick` }];
}
