import { newOrderedId, type DepositId, type RecordId, type WalletId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import type { BlockHead } from '@tern/tron/get-block-head';
import type { QuarantinedItem } from '@tern/tron/list-inflows';
import { sql } from 'kysely';
import { inflowKey, type Booking, type ChainInflow, type InflowKey, type ShownRecords } from './deposit.ts';

/** The last block whose inflows are booked. */
export type Cursor = { readonly number: number; readonly id: string; readonly time: Date };

export async function selectCursor(db: DbReader): Promise<Cursor | undefined> {
  const row = await db.selectFrom('deposit_cursor').selectAll().executeTakeFirst();
  return row === undefined ? undefined : fromCursorRow(row);
}

/** Held until the transaction ends: whoever books the next block, and whoever shows what is not booked yet, take turns. */
export async function lockCursor(tx: DbTx): Promise<Cursor | undefined> {
  const row = await tx.selectFrom('deposit_cursor').selectAll().forUpdate().executeTakeFirst();
  return row === undefined ? undefined : fromCursorRow(row);
}

/** As `lockCursor` where it is at this block; false where it is not, or in somebody's hands who will move it. */
export async function takeCursor(tx: DbTx, { id }: Pick<Cursor, 'id'>): Promise<boolean> {
  const row = await tx
    .selectFrom('deposit_cursor')
    .select('block_id')
    .where('block_id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

function fromCursorRow(row: { block_number: string; block_id: string; block_time: Date }): Cursor {
  return { number: Number(row.block_number), id: row.block_id, time: row.block_time };
}

/** Sets where reading begins, once; does nothing when it has begun. */
export async function insertCursor(db: DbReader, start: BlockHead): Promise<void> {
  await db
    .insertInto('deposit_cursor')
    .values({ block_number: String(start.number), block_id: start.id, block_time: new Date(start.timeMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function moveCursor(tx: DbTx, { number, id, time }: Cursor): Promise<void> {
  await tx
    .updateTable('deposit_cursor')
    .set({ block_number: String(number), block_id: id, block_time: time, moved_at: sql<Date>`now()` })
    .execute();
}

/** What was booked under the key of an inflow. */
export type BookedInflow = Pick<ChainInflow, 'assetId' | 'amount' | 'to'>;

/** Which of these inflows are booked already, by `inflowKey`. */
export async function selectBookedAmong(
  db: DbReader,
  inflows: readonly InflowKey[],
): Promise<ReadonlyMap<string, BookedInflow>> {
  if (inflows.length === 0) return new Map();
  const rows = await db
    .selectFrom('deposits')
    .select(['tx_id', 'kind', 'index', 'asset', 'amount', 'to_address'])
    .where('tx_id', '=', sql<string>`ANY(${inflows.map(({ txId }) => txId)}::text[])`)
    .execute();
  return new Map(
    rows.map(({ tx_id: txId, kind, index, asset, amount, to_address: to }) => [
      `${txId}:${kind}:${index}`,
      { assetId: asset as AssetId, amount: unitsFromWire(amount), to: to as TronAddress },
    ]),
  );
}

/** The last block whose events are in the holdings: what is read again up to it does not count twice. */
export async function selectHoldingsEnd(db: DbReader): Promise<number> {
  const { rows } = await sql<{ number: string }>`
    SELECT greatest(
      (SELECT coalesce(max(block_number), 0) FROM deposits),
      (SELECT coalesce(max(to_number), 0) FROM single_node_readings)) AS number`.execute(db);
  return Number(rows[0]?.number ?? 0);
}

/** What is booked of these blocks, by `inflowKey`. */
export async function selectBookedOf(
  db: DbReader,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('deposits')
    .select(['tx_id', 'kind', 'index'])
    .where('block_number', '>=', String(from))
    .where('block_number', '<=', String(to))
    .execute();
  return rows.map(({ tx_id: txId, kind, index }) => `${txId}:${kind}:${index}`);
}

export type NewDeposit = Booking & {
  readonly recordId?: RecordId;
  readonly journalId?: string;
};

// A statement takes 65,535 parameters; a deposit has seventeen.
const rowsPerStatement = 2_000;

/** Returns the ids in the order of the rows. */
export async function insertDeposits(tx: DbTx, deposits: readonly NewDeposit[]): Promise<readonly DepositId[]> {
  const rows = deposits.map(depositColumns);
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await tx
      .insertInto('deposits')
      .values(rows.slice(at, at + rowsPerStatement))
      .execute();
  }
  return rows.map(({ id }) => id);
}

function depositColumns({ inflow, block, destination, recordId, journalId }: NewDeposit) {
  return {
    id: newOrderedId<DepositId>(block.timeMs),
    tx_id: inflow.txId,
    kind: inflow.kind,
    index: inflow.index,
    asset: inflow.assetId,
    amount: unitsToWire(inflow.amount),
    from_address: inflow.from,
    to_address: inflow.to,
    block_number: String(block.number),
    block_id: block.id,
    block_time: new Date(block.timeMs),
    destination: destination.to,
    reason: destination.to === 'suspense' ? destination.reason : null,
    wallet_id: destination.to === 'customer' ? destination.wallet.id : null,
    record_id: recordId ?? null,
    journal_id: journalId ?? null,
  };
}

export type NewQuarantined = { readonly item: QuarantinedItem; readonly block: BlockHead };

/** Keeps what is not understood for an operator; the same thing read twice is kept once. */
export async function insertQuarantined(tx: DbTx, items: readonly NewQuarantined[]): Promise<void> {
  for (let at = 0; at < items.length; at += rowsPerStatement) {
    const rows = items.slice(at, at + rowsPerStatement).map(({ item, block }) => ({
      tx_id: item.txId,
      kind: item.kind,
      index: item.index,
      block_number: String(block.number),
      block_id: block.id,
      subject: item.subject,
      to_address: item.to,
      amount: item.amount === undefined ? null : unitsToWire(item.amount),
      asset_id: item.assetId ?? null,
      reason: item.reason,
    }));
    await tx
      .insertInto('quarantined_inflows')
      .values(rows)
      .onConflict((conflict) => conflict.constraint('quarantined_inflows_key').doNothing())
      .execute();
  }
}

export type PendingDeposit = {
  readonly inflow: ChainInflow;
  readonly walletId: WalletId;
  readonly recordId: RecordId;
  readonly block: BlockHead;
};

export async function upsertPending(tx: DbTx, { inflow, walletId, recordId, block }: PendingDeposit): Promise<void> {
  const place = { wallet_id: walletId, record_id: recordId, block_number: String(block.number), block_id: block.id };
  await tx
    .insertInto('pending_deposits')
    .values({ tx_id: inflow.txId, kind: inflow.kind, index: inflow.index, ...place })
    .onConflict((conflict) => conflict.constraint('pending_deposits_pkey').doUpdateSet(place))
    .execute();
}

/** Takes away the pending rows of these inflows and returns the records they had shown, by `inflowKey`. */
export async function takePendingAmong(tx: DbTx, inflows: readonly InflowKey[]): Promise<ShownRecords> {
  if (inflows.length === 0) return new Map();
  const { rows } = await sql<InflowKey & { recordId: RecordId }>`
    DELETE FROM pending_deposits p
    USING unnest(
      ${inflows.map(({ txId }) => txId)}::text[], ${inflows.map(({ kind }) => kind)}::text[],
      ${inflows.map(({ index }) => index)}::int[]
    ) AS i (tx_id, kind, index)
    WHERE p.tx_id = i.tx_id AND p.kind = i.kind AND p.index = i.index
    RETURNING p.tx_id AS "txId", p.kind, p.index, p.record_id AS "recordId"`.execute(tx);
  return new Map(rows.map((row) => [inflowKey(row), row.recordId]));
}

/** Takes away the pending rows of blocks up to `number` and returns their records: what is final now did not contain them. */
export async function takePendingUpTo(tx: DbTx, number: number): Promise<RecordId[]> {
  const rows = await tx
    .deleteFrom('pending_deposits')
    .where('block_number', '<=', String(number))
    .returning('record_id')
    .execute();
  return rows.map((row) => row.record_id);
}

/** The records of pending rows of blocks from `number` on. The rows stay: only what is final takes them away. */
export async function selectPendingFrom(tx: DbTx, number: number): Promise<RecordId[]> {
  const rows = await tx
    .selectFrom('pending_deposits')
    .select('record_id')
    .where('block_number', '>=', String(number))
    .execute();
  return rows.map((row) => row.record_id);
}
