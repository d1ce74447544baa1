import type { withClient } from '@tern/testkit/template-database';
import { dropWhole, mutate, type Subject, type Unnumbered } from './mutant.ts';

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/** The functions of the ledger have a file each; everything else is named by the schema it is in. */
function fileOf(schema: string, name: string): string {
  return schema === 'ledger' ? `packages/ledger/sql/${name}.sql` : `schema:${schema}`;
}

/** All mutants of the functions, views, constraints, unique indexes and triggers of a migrated database. */
export async function listSchemaMutants(client: Client): Promise<readonly Unnumbered[]> {
  return [
    ...(await listFunctions(client)),
    ...(await listViews(client)),
    ...(await listConstraints(client)),
    ...(await listUniqueIndexes(client)),
    ...(await listTriggers(client)),
  ];
}

async function listFunctions(client: Client): Promise<readonly Unnumbered[]> {
  const rows = await ask<{ schema: string; name: string; body: string; definition: string; tables: string[] }>(
    client,
    `SELECT n.nspname AS schema, p.proname AS name, p.prosrc AS body, pg_get_functiondef(p.oid) AS definition,
            ARRAY(SELECT DISTINCT r.relname::text FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid
                   WHERE t.tgfoid = p.oid AND NOT r.relispartition) AS tables
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
      WHERE n.nspname IN ('ledger', 'public') AND l.lanname IN ('plpgsql', 'sql') AND p.prosqlbody IS NULL
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
      ORDER BY n.nspname, p.proname, p.oid`,
  );
  /** Other functions that call one, and the tables whose triggers do, however far away. */
  const usersOf = (name: string, known: ReadonlySet<string>): Set<string> => {
    const callers = rows.filter(({ body }) => new RegExp(String.raw`\b${name}\b`).test(body)).map((row) => row.name);
    const found = new Set([...known, name]);
    return callers.reduce((all, caller) => (all.has(caller) ? all : usersOf(caller, all)), found);
  };
  return rows.flatMap(({ schema, name, body, definition }) => {
    const functions = usersOf(name, new Set());
    const names = [...functions, ...rows.filter((row) => functions.has(row.name)).flatMap(({ tables }) => tables)];
    return mutate({ file: fileOf(schema, name), symbol: `${schema}.${name}`, text: body, names }, (changed) => ({
      kind: 'schema',
      statement: definition.replace(body, () => changed),
      undo: definition,
    }));
  });
}

async function listViews(client: Client): Promise<readonly Unnumbered[]> {
  const rows = await ask<{ schema: string; name: string; definition: string }>(
    client,
    `SELECT schemaname AS schema, viewname AS name, definition FROM pg_views
      WHERE schemaname IN ('ledger', 'public') ORDER BY 1, 2`,
  );
  return rows.flatMap(({ schema, name, definition }) =>
    mutate(
      { file: `schema:${schema}`, symbol: `view ${schema}.${name}`, text: definition, names: [name] },
      (changed) => ({
        kind: 'schema',
        statement: `CREATE OR REPLACE VIEW ${schema}.${name} AS ${changed}`,
      }),
    ),
  );
}

type OfTable = {
  readonly schema: string;
  readonly on: string;
  readonly name: string;
  readonly kind: string;
  readonly definition: string;
};

/** Keys go with what refers to them. A check is also made weaker in parts. */
async function listConstraints(client: Client): Promise<readonly Unnumbered[]> {
  const rows = await ask<OfTable>(
    client,
    `SELECT n.nspname AS schema, c.conrelid::regclass::text AS on, quote_ident(c.conname) AS name, c.contype AS kind,
            pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
      WHERE n.nspname IN ('ledger', 'public') AND c.conrelid <> 0 AND c.conparentid = 0 AND c.conislocal
        AND c.contype IN ('c', 'f', 'p', 'u', 'x') AND NOT (SELECT relispartition FROM pg_class WHERE oid = c.conrelid)
      ORDER BY 1, 2, 3`,
  );
  return rows.flatMap((row) => {
    const drop = `ALTER TABLE ${row.on} DROP CONSTRAINT ${row.name}`;
    const subject = subjectOf(row, 'constraint');
    const parts = mutate(subject, (changed) => ({
      kind: 'schema',
      statement: `${drop}; ALTER TABLE ${row.on} ADD CONSTRAINT ${row.name} ${changed}`,
    }));
    return [dropWhole(subject, 'drop-constraint', `${drop} CASCADE`), ...(row.kind === 'c' ? parts : [])];
  });
}

async function listUniqueIndexes(client: Client): Promise<readonly Unnumbered[]> {
  const rows = await ask<OfTable>(
    client,
    `SELECT n.nspname AS schema, i.indrelid::regclass::text AS on, i.indexrelid::regclass::text AS name, 'i' AS kind,
            pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('ledger', 'public') AND i.indisunique AND NOT c.relispartition
        AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
      ORDER BY 1, 2, 3`,
  );
  return rows.map((row) => dropWhole(subjectOf(row, 'index'), 'drop-constraint', `DROP INDEX ${row.name}`));
}

async function listTriggers(client: Client): Promise<readonly Unnumbered[]> {
  const rows = await ask<OfTable>(
    client,
    `SELECT n.nspname AS schema, t.tgrelid::regclass::text AS on, quote_ident(t.tgname) AS name, 't' AS kind,
            pg_get_triggerdef(t.oid) AS definition
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('ledger', 'public') AND NOT t.tgisinternal AND t.tgparentid = 0
      ORDER BY 1, 2, 3`,
  );
  return rows.map((row) =>
    dropWhole(subjectOf(row, 'trigger'), 'drop-trigger', `DROP TRIGGER ${row.name} ON ${row.on}`),
  );
}

function subjectOf({ schema, on, name, definition }: OfTable, what: string): Subject {
  const short = on.replace(`${schema}.`, '');
  return {
    file: `schema:${schema}`,
    symbol: `${what} ${schema}.${short}.${name.replace(`${schema}.`, '')}`,
    text: definition,
    names: [short],
  };
}

async function ask<Row extends Readonly<Record<string, unknown>>>(
  client: Client,
  text: string,
): Promise<readonly Row[]> {
  return (await client.query<Row>(text)).rows;
}
