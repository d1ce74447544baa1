import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { DecidedReceipt, ReceiptDecision, ReceiptEvent, UnexpectedReceipt } from './unexpected-receipt.ts';

type Row = {
  readonly withdrawal_id: WithdrawalId;
  readonly number: number;
  readonly block_number: string;
  readonly block_id: string;
  readonly block_time: Date;
  readonly detail: string;
  readonly outflow: string;
  readonly fee_sun: string;
  readonly energy_used: string;
  readonly bandwidth_used: string;
  readonly events: readonly ReceiptEvent[];
};

/** Stores what was found, anew where it was looked at before: decisions made until now do not count for it. */
export async function storeUnexpectedReceipt(tx: DbTx, receipt: UnexpectedReceipt): Promise<void> {
  const r = receipt;
  await sql`
    INSERT INTO withdrawal_unexpected_receipts (withdrawal_id, number, block_number, block_id, block_time, detail, outflow, fee_sun,
      energy_used, bandwidth_used, events)
    VALUES (${r.withdrawalId}, ${r.number}, ${r.blockNumber}, ${r.blockId}, ${r.blockTime}, ${r.detail},
      ${r.outflow.toString()}, ${r.feeSun.toString()}, ${r.energyUsed}, ${r.bandwidthUsed}, ${JSON.stringify(r.events)}::jsonb)
    ON CONFLICT ON CONSTRAINT withdrawal_unexpected_receipts_pkey DO UPDATE SET
      (block_number, block_id, block_time, detail, outflow, fee_sun, energy_used, bandwidth_used, events, noted_at, closed_at) =
      (excluded.block_number, excluded.block_id, excluded.block_time, excluded.detail, excluded.outflow, excluded.fee_sun,
       excluded.energy_used, excluded.bandwidth_used, excluded.events, clock_timestamp(), NULL)`.execute(tx);
}

/** The receipt of a withdrawal that operators have to decide about. */
export async function findUnexpectedReceipt(db: DbReader, id: WithdrawalId): Promise<UnexpectedReceipt | undefined> {
  const { rows } = await sql<Row>`
    SELECT * FROM withdrawal_unexpected_receipts WHERE withdrawal_id = ${id} AND closed_at IS NULL`.execute(db);
  const [row] = rows;
  return row === undefined
    ? undefined
    : {
        withdrawalId: row.withdrawal_id,
        number: row.number,
        blockNumber: Number(row.block_number),
        blockId: row.block_id,
        blockTime: row.block_time,
        detail: row.detail,
        outflow: BigInt(row.outflow),
        feeSun: BigInt(row.fee_sun),
        energyUsed: Number(row.energy_used),
        bandwidthUsed: Number(row.bandwidth_used),
        events: row.events,
      };
}

/** Ends the question: it was decided, or somebody wants the chain looked at again. */
export async function closeUnexpectedReceipt(tx: DbTx, id: WithdrawalId): Promise<void> {
  await sql`
    UPDATE withdrawal_unexpected_receipts SET closed_at = clock_timestamp()
     WHERE withdrawal_id = ${id} AND closed_at IS NULL`.execute(tx);
}

/** Stores an operator's word, in place of another one they gave before. False where it is the same word again. */
export async function storeReceiptDecision(
  tx: DbTx,
  input: {
    readonly receipt: Pick<UnexpectedReceipt, 'withdrawalId' | 'number'>;
    readonly operatorId: OperatorId;
    readonly decision: ReceiptDecision;
    readonly reason: string;
  },
): Promise<boolean> {
  const { withdrawalId, number } = input.receipt;
  const { numAffectedRows } = await sql`
    INSERT INTO withdrawal_receipt_decisions AS known (withdrawal_id, number, operator_id, decision, reason)
    VALUES (${withdrawalId}, ${number}, ${input.operatorId}, ${input.decision}, ${input.reason})
    ON CONFLICT ON CONSTRAINT withdrawal_receipt_decisions_pkey DO UPDATE SET
      decision = excluded.decision, reason = excluded.reason, at = clock_timestamp()
    WHERE known.decision <> excluded.decision OR known.at < (
      SELECT noted_at FROM withdrawal_unexpected_receipts r WHERE r.withdrawal_id = known.withdrawal_id AND r.number = known.number)
    `.execute(tx);
  return numAffectedRows === 1n;
}

/** What operators said about a receipt since it was last looked at, in order. */
export async function selectReceiptDecisions(db: DbReader, id: WithdrawalId): Promise<readonly DecidedReceipt[]> {
  const { rows } = await sql<DecidedReceipt>`
    SELECT d.operator_id AS "operatorId", d.decision, d.reason, d.at
      FROM withdrawal_receipt_decisions d JOIN withdrawal_unexpected_receipts r USING (withdrawal_id, number)
     WHERE d.withdrawal_id = ${id} AND d.at >= r.noted_at ORDER BY d.at`.execute(db);
  return rows;
}
