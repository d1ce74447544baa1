import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import { holdHours } from '../../people/screening/public.ts';
import type { Breach } from './breach.ts';

/** Longest that anything goes on by itself: an attempt and its proof take half an hour, and there may be several. */
const deadlineHours = 24;

/** Longest after its deadline that a deposit may still be held: the worker lets go of it within minutes. */
const overdueHours = 1;

/**
 * I22: whatever is under way is younger than its deadline or waits where operators see it, and no hold or hint outlives
 * what it belongs to. How long a deposit is held is counted from the journal of its hold, whatever its row says. At rest
 * nothing may be under way at all.
 */
export async function findUnfinished(db: DbReader, atRest: boolean): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    SELECT 'I22' AS invariant, format('withdrawal %s is %s since %s', id, state, changed_at) AS finding
    FROM withdrawals
    WHERE settlement = 'chain' AND state IN ('approved', 'signed', 'broadcast', 'included') AND (${atRest}
      OR attention IS NULL AND waiting_for IS NULL AND changed_at < clock_timestamp() - make_interval(hours => ${deadlineHours}))
    UNION ALL
    SELECT 'I22', format('withdrawal %s is under review', id) FROM withdrawals WHERE state = 'under-review' AND ${atRest}
    UNION ALL
    SELECT 'I22', format('hold %s outlives withdrawal %s', h.pending_id, coalesce(w.id::text, 'of nobody'))
    FROM ledger.open_holds h LEFT JOIN withdrawals w ON w.pending_id = h.pending_id
      AND w.state IN ('under-review', 'approved', 'signed', 'broadcast', 'included')
    WHERE (w.id IS NULL OR ${atRest}) AND NOT EXISTS (
        SELECT FROM deposit_cases c WHERE c.pending_id = h.pending_id AND c.outcome IS NULL)
      AND NOT EXISTS (SELECT FROM deposit_checks k WHERE k.pending_id = h.pending_id)
    UNION ALL
    SELECT 'I22', format('deposit %s is held since %s', s.deposit_id, j.created_at) FROM (
      SELECT deposit_id, pending_id FROM deposit_cases WHERE outcome IS NULL
      UNION ALL SELECT deposit_id, pending_id FROM deposit_checks
    ) s JOIN ledger.transfers t ON t.id = s.pending_id JOIN ledger.journals j ON j.id = t.journal_id
    WHERE j.created_at < clock_timestamp() - make_interval(hours => ${holdHours + overdueHours}) OR ${atRest}
    UNION ALL
    SELECT 'I22', format('transaction %s is shown as coming in and its block %s is booked', p.tx_id, p.block_number)
    FROM pending_deposits p, deposit_cursor c WHERE p.block_number <= c.block_number OR ${atRest}
    ORDER BY 1, 2`.execute(db);
  return rows;
}
