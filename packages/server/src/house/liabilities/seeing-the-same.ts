import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';

/**
 * Runs `work` on a connection of its own, in a transaction that sees the database exactly as `tx` sees it: what one transaction
 * reads, two can read at the same time. `tx` is `repeatable read`.
 */
export async function seeingTheSame<Result>(
  db: Database,
  tx: DbTx,
  work: (other: DbTx) => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{ name: string }>`SELECT pg_export_snapshot() AS name`.execute(tx);
  const [{ name } = { name: '' }] = rows;
  return await transact(
    db,
    async (other) => {
      await sql`SET TRANSACTION SNAPSHOT ${sql.lit(name)}`.execute(other);
      return await work(other);
    },
    { isolation: 'repeatable read' },
  );
}
