import type pg from 'pg';

/**
 * Everything our migrations make, as sorted lines: columns, constraints, indexes, triggers, functions and who may do what.
 * Two databases with the same lines behave the same.
 */
export async function describeCatalogue(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ line: string }>(`
    WITH ours AS (SELECT oid, nspname FROM pg_namespace WHERE nspname IN ('public', 'ledger')),
    relations AS (SELECT c.* FROM pg_class c JOIN ours ON ours.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'S', 'm'))
    SELECT format('%s %s: %s', c.relkind, c.oid::regclass, c.relacl) AS line FROM relations c
    UNION ALL
    SELECT format('column %s.%s: %s%s default %s identity %s generated %s grants %s', c.oid::regclass, a.attname,
                  format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' not null' END,
                  pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attacl)
      FROM relations c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
           LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    UNION ALL
    SELECT format('constraint %s %s: %s', c.oid::regclass, k.conname, pg_get_constraintdef(k.oid))
      FROM relations c JOIN pg_constraint k ON k.conrelid = c.oid
    UNION ALL
    SELECT format('index %s', pg_get_indexdef(i.indexrelid)) FROM relations c JOIN pg_index i ON i.indrelid = c.oid
    UNION ALL
    SELECT format('trigger %s', pg_get_triggerdef(t.oid)) FROM relations c JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal
    UNION ALL
    SELECT format('function %s grants %s', pg_get_functiondef(p.oid), p.proacl)
      FROM pg_proc p JOIN ours ON ours.oid = p.pronamespace WHERE p.prokind IN ('f', 'p')
    ORDER BY 1`);
  return rows.map(({ line }) => line);
}
