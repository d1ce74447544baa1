import type pg from 'pg';

/** Our schemas: everything the migrations make. */
const schemas = ['public', 'ledger'] as const;

/**
 * The rows of all our tables and the state of all sequences as SQL text. It fits into a database to which the same
 * migrations were applied: what these put there is replaced. Call it while nothing else writes.
 */
export async function dumpRows(client: pg.Client): Promise<string> {
  await client.query(`SET TIME ZONE 'UTC'; SET bytea_output = 'hex'; SET extra_float_digits = 1`);
  const tables = await listTables(client);
  const statements = [`TRUNCATE ${tables.map(({ name }) => name).join(', ')};`];
  for (const { name, columns, isDivided } of tables) {
    // Rows as jsonb text: numbers of 78 digits stay exact, because no JavaScript reads them.
    const { rows } = await client.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${isDivided ? '' : 'ONLY '}${name} AS t ORDER BY to_jsonb(t)::text`,
    );
    if (rows.length === 0) continue;
    const list = columns.join(', ');
    statements.push(
      `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM jsonb_populate_recordset(NULL::${name}, ${client.escapeLiteral(`[${rows.map(({ row }) => row).join(',\n')}]`)});`,
    );
  }
  return `${[...statements, ...(await listSequences(client))].join('\n')}\n`;
}

async function listTables(
  client: pg.Client,
): Promise<readonly { readonly name: string; readonly columns: readonly string[]; readonly isDivided: boolean }[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; isDivided: boolean }>(
    `SELECT c.oid::regclass::text AS name, c.relkind = 'p' AS "isDivided",
            array_agg(quote_ident(a.attname)::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = ANY ($1::regnamespace[])
      GROUP BY c.oid ORDER BY 1`,
    [schemas],
  );
  return rows;
}

async function listSequences(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ set: string }>(
    `SELECT format('SELECT setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) AS set
       FROM pg_sequences WHERE schemaname = ANY ($1) AND last_value IS NOT NULL ORDER BY 1`,
    [schemas],
  );
  return rows.map(({ set }) => set);
}
