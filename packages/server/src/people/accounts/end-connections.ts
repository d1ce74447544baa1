import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * Ends every connection of a person to a site, at once: nothing of a site is taken any more. The worker, which has the keys,
 * tells the sites. Call it wherever everybody else who acts in the person's name is stopped.
 */
export async function endConnections(
  tx: DbTx,
  {
    personId,
    why,
    now,
  }: { readonly personId: PersonId; readonly why: 'signed-out' | 'frozen' | 'closed'; readonly now: Date },
): Promise<void> {
  await sql`
    UPDATE wallet_connections SET phase = 'over', ended_by = ${why}, ended_at = ${now}
     WHERE person_id = ${personId} AND phase <> 'over'`.execute(tx);
}
