import type { WithdrawalId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import { deadlineMinutes, type StuckPayout } from './stuck-payout.ts';

export type SendingPause = { readonly assetId: AssetId; readonly reason: string; readonly startedAt: Date };

const stuckMax = 200;

export async function selectStuck(db: DbReader): Promise<readonly StuckPayout[]> {
  const states = Object.keys(deadlineMinutes);
  const minutes = Object.values(deadlineMinutes);
  const { rows } = await sql<StuckPayout>`
    SELECT w.id, w.asset_id AS "assetId", w.state, w.changed_at AS since, w.waiting_for AS "waitingFor",
           w.waiting_detail AS "waitingDetail", w.attention,
           EXISTS (SELECT FROM withdrawal_odd_receipts r WHERE r.withdrawal_id = w.id AND r.closed_at IS NULL) AS odd
      FROM withdrawals w JOIN unnest(${states}::text[], ${minutes}::int[]) AS deadline (state, minutes) ON deadline.state = w.state
     WHERE w.attention IS NOT NULL OR w.changed_at < clock_timestamp() - make_interval(mins => deadline.minutes)
     ORDER BY w.changed_at LIMIT ${stuckMax}`.execute(db);
  return rows;
}

export async function clearAttention(tx: DbTx, id: WithdrawalId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE withdrawals SET attention = NULL, due_at = clock_timestamp() WHERE id = ${id} AND attention IS NOT NULL`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export async function selectPauses(db: DbReader): Promise<readonly SendingPause[]> {
  const { rows } = await sql<SendingPause>`
    SELECT asset_id AS "assetId", reason, started_at AS "startedAt" FROM sending_pauses ORDER BY started_at`.execute(
    db,
  );
  return rows;
}

export async function deletePause(tx: DbTx, assetId: AssetId): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM sending_pauses WHERE asset_id = ${assetId}`.execute(tx);
  return numAffectedRows === 1n;
}
