import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';

/** How many snapshots keep their lists. The statements stay for ever. */
const listsKept = 31;

/**
 * Deletes the lists of the oldest snapshot that is beyond the last 31, and the secrets that open them. Returns how many
 * snapshots it did that for, at most one.
 */
export async function forgetLists({ db }: { readonly db: Database }): Promise<number> {
  return await transact(db, forgetOldest);
}

async function forgetOldest(tx: DbTx): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    UPDATE liability_snapshots SET seed = NULL
     WHERE number = (SELECT min(number) FROM liability_snapshots
                      WHERE seed IS NOT NULL
                        AND number <= (SELECT max(number) FROM liability_snapshots) - ${listsKept}) RETURNING number`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) return 0;
  await sql`DELETE FROM liability_chunks WHERE snapshot_number = ${found.number}`.execute(tx);
  await sql`DELETE FROM liability_balances WHERE snapshot_number = ${found.number}`.execute(tx);
  await sql`UPDATE liability_lists SET nodes = NULL WHERE snapshot_number = ${found.number}`.execute(tx);
  return 1;
}
