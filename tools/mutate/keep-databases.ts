import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, withClient } from '@tern/testkit/template-database';
import type { Replacement } from './replace-source.ts';

const file = 'packages/testkit/src/database.ts';
const drop = 'DROP DATABASE ${name} WITH (FORCE)';

/** What test databases are dropped by does nothing instead, so that they can be asked afterwards what happened in them. */
export function keepDatabases(root: string): Replacement {
  const start = readFileSync(join(root, file), 'utf8').indexOf(drop);
  if (start === -1) throw new Error(`${file} no longer drops a database by ${drop}`);
  return { file, edit: { start, end: start + drop.length, text: 'SELECT' }, before: drop };
}

/** The functions of PL/pgSQL that were called in test databases that were kept. Drops these. */
export async function takeCalls(clusterUrl: string): Promise<readonly string[]> {
  const calls = new Set<string>();
  await withClient(clusterUrl, async (cluster) => {
    const { rows } = await cluster.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname LIKE 'tern\\_test\\_%'",
    );
    for (const { name } of rows) {
      // SQL functions may be taken apart into what calls them, and are not counted then.
      const called = await withClient(databaseUrl(clusterUrl, name), (client) =>
        client.query<{ function: string }>(
          `SELECT f.schemaname || '.' || f.funcname AS function FROM pg_stat_user_functions f
             JOIN pg_proc p ON p.oid = f.funcid JOIN pg_language l ON l.oid = p.prolang WHERE l.lanname = 'plpgsql'`,
        ),
      );
      for (const row of called.rows) calls.add(row.function);
      await cluster.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
  return [...calls].toSorted();
}
