import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { OrderTable } from './order-policy.ts';
import type { Wait } from './waiting.ts';

/** Where an order's row is. */
export type OrderRow = { readonly table: OrderTable; readonly id: string };

export type ClaimedRow = OrderRow & { readonly lease: string };

/** Lengthens a claim. False where somebody else has it by now. */
export async function renewLease(db: DbReader, row: ClaimedRow, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(row.table)} SET leased_until = clock_timestamp() + make_interval(secs => ${seconds})
     WHERE id = ${row.id} AND lease = ${row.lease}`.execute(db);
  return numAffectedRows === 1n;
}

/** Gives a claim back with nothing done and nothing put off: whoever looks next goes on at once. */
export async function releaseLease(db: DbReader, row: ClaimedRow): Promise<void> {
  await sql`
    UPDATE ${sql.table(row.table)} SET lease = NULL, leased_until = NULL WHERE id = ${row.id} AND lease = ${row.lease}`.execute(
    db,
  );
}

/** Locks an order until the transaction ends, if the claim still holds. False where somebody else has gone on from here. */
export async function lockClaimed(tx: DbTx, row: ClaimedRow): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(row.table)} WHERE id = ${row.id} AND lease = ${row.lease} FOR NO KEY UPDATE`.execute(tx);
  return rows.length === 1;
}

/** Takes a claim away from whoever has it: their work on this order comes to nothing. */
export async function revokeLease(tx: DbTx, row: OrderRow): Promise<void> {
  await sql`UPDATE ${sql.table(row.table)} SET lease = NULL, leased_until = NULL WHERE id = ${row.id}`.execute(tx);
}

export async function setDue(tx: DbTx, row: OrderRow, afterMs: number): Promise<void> {
  await sql`
    UPDATE ${sql.table(row.table)} SET due_at = clock_timestamp() + make_interval(secs => ${afterMs / 1000})
     WHERE id = ${row.id}`.execute(tx);
}

/** Notes why an order waits and when to look again. True where it waits for something else than before. */
export async function setWaiting(
  tx: DbTx,
  row: OrderRow,
  { waitingFor, detail }: Wait,
  afterMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ news: boolean }>`
    WITH before AS (SELECT waiting_for FROM ${sql.table(row.table)} WHERE id = ${row.id})
    UPDATE ${sql.table(row.table)} SET waiting_for = ${waitingFor}, waiting_detail = ${detail.slice(0, 500)},
      due_at = clock_timestamp() + make_interval(secs => ${afterMs / 1000})
     WHERE id = ${row.id} RETURNING (SELECT waiting_for FROM before) IS DISTINCT FROM ${waitingFor} AS news`.execute(
    tx,
  );
  return rows[0]?.news === true;
}

export async function clearWaiting(tx: DbTx, row: OrderRow): Promise<void> {
  await sql`
    UPDATE ${sql.table(row.table)} SET waiting_for = NULL, waiting_detail = NULL
     WHERE id = ${row.id} AND waiting_for IS NOT NULL`.execute(tx);
}

/** Stops the machinery for one order until an operator has looked. */
export async function setAttention(tx: DbTx, row: OrderRow, attention: string): Promise<void> {
  await sql`UPDATE ${sql.table(row.table)} SET attention = ${attention.slice(0, 500)} WHERE id = ${row.id}`.execute(tx);
}
