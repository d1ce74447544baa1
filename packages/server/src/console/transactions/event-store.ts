import type { DepositId, RecordId, WithdrawalId } from '@tern/base/ids';
import type { TransactionEvent } from '@tern/contracts/routes/console-transactions';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/** Something that happened behind a row, as the tables of its flow keep it. */
export type FlowEvent = {
  readonly event: TransactionEvent;
  readonly at: Date;
  readonly code: string | null;
  readonly text: string | null;
  readonly block: string | null;
  readonly tx_id: string | null;
  /** `todo`: it is to happen then. */
  readonly state: 'done' | 'failed' | 'todo';
};

const eventsMax = 200;

type RecordSource = {
  readonly kind: string;
  /** Null for what is no withdrawal. */
  readonly withdrawalId: WithdrawalId | null;
  readonly waitingFor: string | null;
};

/** Where a record comes from: which withdrawal, if it is one, and what that one waits for. */
export async function selectSource(db: DbReader, id: RecordId): Promise<RecordSource | undefined> {
  const { rows } = await sql<RecordSource>`
    SELECT r.source_kind AS kind, w.waiting_for AS "waitingFor",
           CASE r.source_kind WHEN 'withdrawal' THEN r.source_id::uuid END AS "withdrawalId"
      FROM records r LEFT JOIN withdrawals w ON w.record_id = r.id WHERE r.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Every try to pay a send on chain: the order, what each node answered to it (the same answer once, with how often), the
 * receipt or the end without one, and a receipt that nobody expected.
 */
export async function selectPayoutEvents(db: DbReader, id: WithdrawalId): Promise<readonly FlowEvent[]> {
  const { rows } = await sql<FlowEvent>`
    SELECT 'order-made' AS event, created_at AS at, number::text AS code, NULL AS text, NULL::bigint AS block, tx_id,
           'done' AS state
      FROM withdrawal_attempts WHERE withdrawal_id = ${id}
    UNION ALL
    SELECT 'node-answered', min(b.at), b.outcome,
           concat_ws(' ', b.node || ':', b.code, '×' || nullif(count(*), 1)), NULL, a.tx_id, 'done'
      FROM withdrawal_broadcasts b JOIN withdrawal_attempts a ON a.withdrawal_id = b.withdrawal_id AND a.number = b.number
     WHERE b.withdrawal_id = ${id} GROUP BY a.tx_id, b.node, b.outcome, b.code
    UNION ALL
    SELECT CASE state WHEN 'dead' THEN 'attempt-ended' ELSE 'receipt' END, ended_at, coalesce(result, state), NULL,
           block_number, tx_id, CASE state WHEN 'succeeded' THEN 'done' ELSE 'failed' END
      FROM withdrawal_attempts WHERE withdrawal_id = ${id} AND ended_at IS NOT NULL
    UNION ALL
    SELECT 'unexpected-receipt', noted_at, NULL, detail, block_number, NULL, 'failed'
      FROM withdrawal_unexpected_receipts WHERE withdrawal_id = ${id}
    ORDER BY at LIMIT ${eventsMax}`.execute(db);
  return rows;
}

/** What became of an arrival from its block on. */
export async function selectArrivalEvents(db: DbReader, id: DepositId): Promise<readonly FlowEvent[]> {
  const { rows } = await sql<FlowEvent>`
    SELECT 'arrived' AS event, block_time AS at, NULL AS code, NULL AS text, block_number AS block, tx_id, 'done' AS state
      FROM deposits WHERE id = ${id}
    UNION ALL
    SELECT 'put-in-suspense', created_at, reason, NULL, NULL, NULL, 'done'
      FROM deposits WHERE id = ${id} AND destination = 'suspense'
    UNION ALL
    SELECT 'return-ordered', ordered_at, NULL, to_address, NULL, NULL, 'done' FROM suspense_returns WHERE deposit_id = ${id}
    UNION ALL
    SELECT CASE outcome WHEN 'returned' THEN 'sent-back' ELSE 'not-sent-back' END, ended_at, NULL, NULL, NULL, NULL,
           CASE outcome WHEN 'returned' THEN 'done' ELSE 'failed' END
      FROM suspense_returns WHERE deposit_id = ${id} AND ended_at IS NOT NULL
    UNION ALL
    SELECT CASE WHEN wallet_id IS NULL THEN 'given-to-house' ELSE 'assigned' END, resolved_at, NULL, NULL, NULL, NULL,
           'done'
      FROM suspense_resolutions s WHERE deposit_id = ${id} AND NOT EXISTS (
        SELECT FROM suspense_returns b WHERE b.deposit_id = s.deposit_id AND b.outcome = 'returned')
    ORDER BY at LIMIT ${eventsMax}`.execute(db);
  return rows;
}

/** The deposit that a record shows; the transaction of the record finds it. */
export async function selectDepositOf(db: DbReader, recordId: RecordId, txId: string): Promise<DepositId | undefined> {
  const { rows } = await sql<{ id: DepositId }>`
    SELECT d.id FROM deposits d LEFT JOIN suspense_resolutions s ON s.deposit_id = d.id
     WHERE d.tx_id = ${txId} AND ${recordId} IN (d.record_id, s.record_id) LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** What an arrival says of itself. */
export async function selectArrival(db: DbReader, id: DepositId) {
  const { rows } = await sql<{
    from_address: string;
    to_address: string;
    reason: string | null;
    block_number: string;
    block_time: Date;
  }>`
    SELECT from_address, to_address, reason, block_number, block_time FROM deposits WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** What an item of quarantine says of itself. */
export async function selectItem(db: DbReader, id: string) {
  const { rows } = await sql<{
    subject: string;
    to_address: string | null;
    amount: string | null;
    reason: string;
    block_number: string;
    created_at: Date;
    dismissed_at: Date | null;
    dismissal: string | null;
  }>`
    SELECT subject, to_address, amount, reason, block_number, created_at, dismissed_at, dismissal
      FROM quarantined_inflows WHERE id = ${id}::bigint`.execute(db);
  return rows[0];
}
