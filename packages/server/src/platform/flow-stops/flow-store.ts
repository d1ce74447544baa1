import type { OperatorId } from '@tern/base/ids';
import type { Flow } from '@tern/contracts/routes/console-flows';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export type FlowStop = {
  readonly flow: Flow;
  readonly reason: string;
  readonly stoppedBy: OperatorId;
  readonly stoppedAt: Date;
};

/** Every flow that is stopped now; what is not there runs. */
export async function selectStops(db: DbReader): Promise<readonly FlowStop[]> {
  const { rows } = await sql<{ flow: Flow; reason: string; stopped_by: OperatorId; stopped_at: Date }>`
    SELECT flow, reason, stopped_by, stopped_at FROM flow_stops ORDER BY flow`.execute(db);
  return rows.map((row) => ({
    flow: row.flow,
    reason: row.reason,
    stoppedBy: row.stopped_by,
    stoppedAt: row.stopped_at,
  }));
}

/** False where it was stopped already. */
export async function insertStop(tx: DbTx, stop: Omit<FlowStop, 'stoppedAt'>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO flow_stops (flow, reason, stopped_by) VALUES (${stop.flow}, ${stop.reason}, ${stop.stoppedBy})
    ON CONFLICT ON CONSTRAINT flow_stops_pkey DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** False where it was running already. */
export async function deleteStop(tx: DbTx, flow: Flow): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM flow_stops WHERE flow = ${flow}`.execute(tx);
  return numAffectedRows === 1n;
}
