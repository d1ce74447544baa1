import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * What only time does otherwise: everything that happened so far lies further back, so that the reward pool's next
 * distribution is due. Needs the owner's rights. Days that were closed are closed anew, by whoever closes days.
 */
export async function letHoursPass(db: Database, hours: number): Promise<void> {
  const back = sql.raw(`interval '${hours} hours'`);
  await db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`DELETE FROM ledger.daily_roots`.execute(tx);
    await sql`UPDATE ledger.journals SET created_at = created_at - ${back}`.execute(tx);
    await sql`UPDATE swaps SET created_at = created_at - ${back}`.execute(tx);
    await sql`
      UPDATE pool_schedules SET decided_at = decided_at - ${back}, applies_from = applies_from - ${back}`.execute(tx);
    // By way of a time where nobody is: no two periods may have the same bounds at any moment.
    for (const shift of [sql.raw(`- interval '1000 years ${hours} hours'`), sql.raw("+ interval '1000 years'")]) {
      await sql`UPDATE distributions SET starts_at = starts_at ${shift}, ends_at = ends_at ${shift}`.execute(tx);
    }
  });
}
