import type { Database } from './database.ts';

/** Throws where a process is logged in as somebody who may change the tables themselves: what its role forbids would be allowed. */
export async function requireOwnRole({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ role: string; owns: boolean }>(`
    SELECT current_user AS role, bool_or(pg_has_role(current_user, relowner, 'USAGE')) AS owns
      FROM pg_class WHERE oid = to_regclass('public.schema_migrations')`);
  if (rows[0]?.owns === true)
    throw new Error(
      `DATABASE_URL logs in as ${rows[0].role}, who owns the tables. Leave the user out of it, or name the role of this process.`,
    );
}
