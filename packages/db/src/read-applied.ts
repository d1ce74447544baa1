import type pg from 'pg';

/** A migration that the database has. `contract`: what ran before it cannot run any more. */
export type Applied = { readonly name: string; readonly sha256: string; readonly contract: boolean };

/** What the database has; undefined where it has no list that this login may read. */
export async function readApplied(client: Pick<pg.Pool, 'query'>): Promise<readonly Applied[] | undefined> {
  const { rows: columns } = await client.query<{ name: string }>(`
    SELECT attname AS name FROM pg_attribute
     WHERE attrelid = to_regclass('public.schema_migrations') AND attnum > 0 AND NOT attisdropped
       AND has_column_privilege(attrelid, attnum, 'SELECT')`);
  const names = columns.map(({ name }) => name);
  if (!names.includes('name') || !names.includes('sha256')) return undefined;
  const contract = names.includes('contract') ? 'contract' : 'false AS contract';
  const { rows } = await client.query<Applied>(
    `SELECT name, sha256, ${contract} FROM public.schema_migrations ORDER BY name`,
  );
  return rows;
}
