import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: whoever thinks of another database reads how much of PostgreSQL is used, as it is today. Method: the page against the
// migrated database and the sources; what it counts is added to knowingly or not at all.
const root = new URL('../..', import.meta.url).pathname;
const page = readFileSync(join(root, 'docs/capacity.md'), 'utf8');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Counts = Readonly<Record<string, number>>;

/** Of our own schemas; a part of a divided table is counted with it. */
async function countInDatabase(): Promise<Counts> {
  const { rows } = await sql<Counts>`
    WITH ours AS (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'ledger')),
      tables AS (SELECT oid FROM pg_class WHERE relnamespace IN (SELECT oid FROM ours) AND relkind IN ('r', 'p') AND NOT relispartition),
      functions AS (SELECT * FROM pg_proc WHERE pronamespace IN (SELECT oid FROM ours)),
      constraints AS (SELECT * FROM pg_constraint WHERE conrelid IN (SELECT oid FROM tables) AND conislocal),
      triggers AS (SELECT * FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM tables) AND NOT tgisinternal),
      indexes AS (SELECT i.*, a.amname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
                   WHERE i.indrelid IN (SELECT oid FROM tables)),
      columns AS (SELECT a.*, format_type(atttypid, atttypmod) AS type FROM pg_attribute a
                   WHERE attrelid IN (SELECT oid FROM tables) AND attnum > 0 AND NOT attisdropped)
    SELECT (SELECT count(*) FROM functions)::int AS functions,
           (SELECT count(*) FROM functions WHERE prosecdef)::int AS definers,
           (SELECT count(*) FROM indexes WHERE indisunique AND NOT indisprimary)::int AS "uniqueKeys",
           (SELECT count(*) FROM indexes WHERE indisunique AND indpred IS NOT NULL)::int AS "partialUniqueKeys",
           (SELECT count(*) FROM indexes WHERE indpred IS NOT NULL)::int AS "partialIndexes",
           (SELECT count(*) FROM indexes WHERE indexprs IS NOT NULL)::int AS "expressionIndexes",
           (SELECT count(*) FROM indexes WHERE amname = 'brin')::int AS brin,
           (SELECT count(*) FROM constraints WHERE contype = 'f')::int AS "foreignKeys",
           (SELECT count(*) FROM constraints WHERE contype = 'c')::int AS checks,
           (SELECT count(*) FROM triggers WHERE tgconstraint = 0 AND tgtype & 1 = 1)::int AS "rowTriggers",
           (SELECT count(*) FROM triggers WHERE tgconstraint = 0 AND tgtype & 1 = 1 AND tgattr::text <> '')::int AS "columnTriggers",
           (SELECT count(*) FROM triggers WHERE tgconstraint = 0 AND tgtype & 1 = 0)::int AS "statementTriggers",
           (SELECT count(*) FROM triggers WHERE tgconstraint <> 0)::int AS "constraintTriggers",
           (SELECT count(*) FROM columns WHERE type = 'numeric(78,0)')::int AS amounts,
           (SELECT count(*) FROM columns WHERE type = 'jsonb')::int AS documents,
           (SELECT count(*) FROM columns WHERE attidentity <> '')::int AS identities,
           (SELECT count(*) FROM columns WHERE attacl IS NOT NULL)::int AS "columnRights"`.execute(database.db.kysely);
  const [counts] = rows;
  if (counts === undefined) throw new Error('nothing was counted');
  return counts;
}

const sources = globSync('{packages,services}/*/{src,sql}/**/*.{ts,sql}', { cwd: root })
  .filter((file) => !/\.test\.ts$|\/testing\/|\/test-[\w-]+\.ts$|^packages\/(?:testkit|devchain)\//.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'));
const filesWith = (pattern: RegExp): number => sources.filter((text) => pattern.test(text)).length;

test('the page of capacity counts what is used of PostgreSQL today', async () => {
  const has = await countInDatabase();
  const rows = [
    `| functions in PL/pgSQL and SQL (${has['functions']}) |`,
    `| \`SECURITY DEFINER\` (${has['definers']}) |`,
    `| row locks: \`FOR UPDATE\`, \`FOR SHARE\` (in ${filesWith(/\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b|\.for(?:NoKey)?(?:Update|Share)\(/)} files) |`,
    `| \`SKIP LOCKED\` (in ${filesWith(/\bSKIP LOCKED\b|\.skipLocked\(/)} files) |`,
    `| advisory locks of a transaction (in ${filesWith(/pg_(?:try_)?advisory_xact_lock/)} files) |`,
    `| unique keys (${has['uniqueKeys']}), of them partial (${has['partialUniqueKeys']}) |`,
    `| foreign keys (${has['foreignKeys']}) |`,
    `| checks (${has['checks']}) |`,
    `| row triggers (${has['rowTriggers']}), of them on chosen columns (${has['columnTriggers']}); triggers for each statement (${has['statementTriggers']}) |`,
    `| constraint triggers at the commit (${has['constraintTriggers']}) |`,
    `| \`numeric(78,0)\` (${has['amounts']} columns) |`,
    `| \`jsonb\` (${has['documents']} columns), none of them indexed |`,
    `| partial indexes (${has['partialIndexes']}), indexes on expressions (${has['expressionIndexes']}) |`,
    `| BRIN (${has['brin']}) |`,
    `| identity columns (${has['identities']}) |`,
    `| rights on columns (of ${has['columnRights']}), roles that inherit (1) |`,
  ];
  const lacking = rows.filter((row) => !page.includes(`\n${row}`));
  expect(lacking, 'rows of docs/capacity.md, as they have to begin').toEqual([]);
});
