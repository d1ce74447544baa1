import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { notifyPersonIn } from '../../platform/live/public.ts';

/**
 * Ends every session of everybody, as `endAllSessions` does for one person: all devices are forgotten, connections to sites end,
 * and no sign-in that has begun comes to its end. Returns how many sessions were open. Locks every person until the transaction
 * ends; one that takes longer than ten minutes is broken off.
 */
export async function endEverybodysSessions(tx: DbTx, now: Date): Promise<number> {
  // Of a million people this takes longer than any other statement of the console may. All of it together is bounded as well,
  // because everybody waits for it.
  await sql`SET LOCAL statement_timeout = '10min'`.execute(tx);
  await sql`SET LOCAL transaction_timeout = '10min'`.execute(tx);
  // First: a session that is being opened at this moment is there when the sessions are ended. In one order, as others lock.
  await sql`
    UPDATE people SET credentials_version = credentials_version + 1
     WHERE id IN (SELECT id FROM people WHERE state <> 'closed' ORDER BY id FOR NO KEY UPDATE)`.execute(tx);
  // A remembered device would be let back in without the second step.
  await sql`UPDATE devices SET remembered_until = ${now} WHERE remembered_until > ${now}`.execute(tx);
  await sql`
    UPDATE wallet_connections SET phase = 'over', ended_by = 'signed-out', ended_at = ${now}
     WHERE phase <> 'over'`.execute(tx);
  // Those that were over by their time end too, but nobody was logged in with them.
  const { rows } = await sql<{ ended: number }>`
    WITH ended AS (
      UPDATE sessions SET ended_at = ${now}, end_reason = 'ended-elsewhere' WHERE ended_at IS NULL
      RETURNING person_id, absolute_until > ${now} AS was_open
    ), noted AS (
      INSERT INTO security_events (id, person_id, kind, at)
      SELECT gen_random_uuid(), person_id, 'session-ended', ${now}
        FROM (SELECT DISTINCT person_id FROM ended WHERE was_open) AS people
    )
    SELECT count(*)::int AS ended FROM ended WHERE was_open`.execute(tx);
  // Last, so that a page that opened meanwhile is told too; whoever has no open page has nothing to hear it with.
  await sql`
    SELECT ${notifyPersonIn('person_id', 'account')} FROM (SELECT DISTINCT person_id FROM live_streams) AS people`.execute(
    tx,
  );
  return rows[0]?.ended ?? 0;
}
