import { listLockedTables } from '@tern/db/locked-tables';
import type { Migration } from '@tern/db/read-migrations';
import { faultsOfAlter } from './alter-rules.ts';
import type { Fault, Rule } from './fault.ts';
import type { KnownObjects } from './known-objects.ts';
import { plainName, readSql, type SqlStatement } from './read-sql.ts';

/** Each may keep people waiting for the moment that `migrate` waits for a lock; four of them are under a second. */
const lockedTablesMax = 4;

const harmless = [
  /^CREATE TABLE (?:IF NOT EXISTS )?[\w."]+ \((?!.*\) AS (?:SELECT|WITH|TABLE|VALUES)\b)/i,
  /^CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW)/i,
  /^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER/i,
  /^CREATE (?:TYPE|DOMAIN|SEQUENCE|SCHEMA)/i,
  /^ALTER TYPE \S+ ADD VALUE/i,
  /^ALTER FUNCTION .* (?:SET|OWNER TO) /i,
  /^GRANT /i,
  /^COMMENT ON /i,
  /^ALTER DEFAULT PRIVILEGES .* GRANT /i,
];

type Around = {
  readonly migration: Migration;
  /** What the version before has. */
  readonly former: KnownObjects;
  /** What all earlier migrations have made. */
  readonly earlier: KnownObjects;
};

/** Why a migration cannot be applied while people use the version before; empty where it can. */
export function findFaults(around: Around): readonly Fault[] {
  const { migration, former } = around;
  const file = readSql(migration.sql);
  const faults = file.flatMap((statement) => faultsOfStatement(statement, around, file));
  if (migration.contract)
    faults.push({ rule: 'takes-away', object: 'contract', line: 1, why: 'the version before cannot run afterwards' });
  const locked = listLockedTables(migration.sql)
    .map(plainName)
    .filter((table) => former.objects.has(`table ${table}`));
  if (migration.way === 'transaction' && locked.length > lockedTablesMax) {
    const why = `at most ${lockedTablesMax} tables that have rows in one file, each of them makes people wait for a moment`;
    faults.push({ rule: 'too-many-tables', object: locked.join(', '), line: 1, why });
  }
  return faults;
}

function faultsOfStatement(statement: SqlStatement, around: Around, file: readonly SqlStatement[]): readonly Fault[] {
  const { code, line } = statement;
  const { migration, former, earlier } = around;
  const has = (table: string): boolean => former.objects.has(`table ${plainName(table)}`);
  const fault = (rule: Rule, object: string, why: string): readonly Fault[] => [{ rule, object, line, why }];
  const misplaced = faultsOfWay(statement, migration);
  if (misplaced !== undefined) return misplaced;
  if (migration.way !== 'transaction') return [];

  const altered = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([\w."]+)/i.exec(code)?.[1];
  if (altered !== undefined) {
    const table = plainName(altered);
    return has(table) ? faultsOfAlter(code, { table, statement, earlier, file }) : [];
  }
  const indexed = /^CREATE (?:UNIQUE )?INDEX .*? ON (?:ONLY )?([\w."]+)/i.exec(code)?.[1];
  if (indexed !== undefined)
    return has(indexed)
      ? fault(
          'locks-out',
          plainName(indexed),
          'building an index keeps writers waiting: build it CONCURRENTLY, in a file of its own',
        )
      : [];
  if (/^(?:DROP|REVOKE|ALTER \w+ \S+ RENAME)\b/i.test(code)) return faultsOfRemoval(statement, former);
  if (/^(?:UPDATE|DELETE|INSERT|MERGE|TRUNCATE)\b/i.test(code)) return faultsOfChange(statement, has);
  if (/^(?:LOCK|CLUSTER|VACUUM|REINDEX|REFRESH)\b/i.test(code))
    return fault('locks-out', code, 'it keeps everybody out for as long as it takes');
  if (harmless.some((pattern) => pattern.test(code))) return [];
  return fault('unknown', code.split(' ').slice(0, 3).join(' '), 'the gate does not know what this locks');
}

/** Files outside a transaction hold what cannot be in one and nothing else; undefined where the way is right. */
function faultsOfWay({ code, line }: SqlStatement, { way }: Migration): readonly Fault[] | undefined {
  const wrong = (why: string): readonly Fault[] => [
    { rule: 'wrong-way', object: code.split(' ').slice(0, 4).join(' '), line, why },
  ];
  const isConcurrent = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY\b/i.test(code);
  const isValidation = /^ALTER TABLE \S+ VALIDATE CONSTRAINT \w+$/i.test(code);
  if (way === 'transaction') {
    if (isConcurrent) return wrong('it cannot run in a transaction: add a line "-- outside a transaction: why"');
    if (/VALIDATE CONSTRAINT/i.test(code))
      return wrong('it reads every row: in a file with a line "-- outside a transaction: why" nobody waits for it');
    return undefined;
  }
  if (way === 'batches') {
    if (/^(?:UPDATE|DELETE|INSERT|WITH)\b.* LIMIT \d+/i.test(code)) return undefined;
    return wrong('what runs in batches changes a few rows at a time: … LIMIT 1000');
  }
  if (isConcurrent)
    return /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS \w+ ON /i.test(code)
      ? undefined
      : wrong('IF NOT EXISTS and a name: it may be run twice');
  if (isValidation) return undefined;
  return wrong(
    'outside a transaction are indexes that are built concurrently and constraints that are validated, each alone',
  );
}

/** Taking away what the version before has; what came with a later migration it does not know. */
function faultsOfRemoval({ code, line }: SqlStatement, former: KnownObjects): readonly Fault[] {
  const [, kind = '', name = ''] =
    /^DROP (\w+) (?:CONCURRENTLY )?(?:IF EXISTS )?([\w."]+)/i.exec(code) ??
    /^ALTER (\w+) ([\w."]+)/i.exec(code) ??
    /^REVOKE .*? ON (?:(FUNCTION|TABLE|SEQUENCE|SCHEMA|TYPE) )?([\w."]+)/i.exec(code) ??
    [];
  const object = `${(kind === '' ? 'table' : kind).toLowerCase()} ${plainName(name)}`;
  if (name !== '' && !former.objects.has(object)) return [];
  return [{ rule: 'takes-away', object: name === '' ? code : object, line, why: 'the version before uses it' }];
}

function faultsOfChange({ code, line }: SqlStatement, has: (table: string) => boolean): readonly Fault[] {
  const table =
    /^(?:UPDATE|DELETE FROM|INSERT INTO|MERGE INTO|TRUNCATE(?: TABLE)?) (?:ONLY )?([\w."]+)/i.exec(code)?.[1] ?? '';
  const isInsert = /^INSERT/i.test(code);
  const sources = [...code.matchAll(/\b(?:FROM|JOIN) ([\w."]+)/gi)].map(([, name = '']) => name);
  const isLarge = isInsert ? sources.some(has) : has(table) || table === '';
  if (!isLarge) return [];
  const rule = /^TRUNCATE/i.test(code) ? 'locks-out' : 'changes-all';
  const why = 'it changes many rows at once, and keeps whoever needs one waiting: add a line "-- in batches: why"';
  return [{ rule, object: plainName(table), line, why }];
}
