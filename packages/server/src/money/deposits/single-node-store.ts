import type { DbReader, DbTx } from '@tern/db/database';
import { unitsFromWire, unitsToWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import type { Cursor } from './deposit-store.ts';

/** Blocks booked on the word of one node, from the one after `from` on. */
export type SingleNodeReading = { readonly from: Cursor; readonly value: Units; readonly begunAt: Date };

export async function selectSingleNodeReading(db: DbReader): Promise<SingleNodeReading | undefined> {
  const row = await db.selectFrom('single_node_readings').selectAll().where('ended_at', 'is', null).executeTakeFirst();
  if (row === undefined) return undefined;
  const from = { number: Number(row.from_number), id: row.from_id, time: row.from_time };
  return { from, value: unitsFromWire(row.value), begunAt: row.begun_at };
}

/** False where one is open already. */
export async function insertSingleNodeReading(db: DbReader, from: Cursor): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO single_node_readings (from_number, from_id, from_time) VALUES (${from.number}, ${from.id}, ${from.time})
    ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

/** Adds to what was credited on the word of one node. */
export async function addSingleNodeValue(tx: DbTx, value: Units): Promise<void> {
  await sql`UPDATE single_node_readings SET value = value + ${unitsToWire(value)} WHERE ended_at IS NULL`.execute(tx);
}

/** Ends it at `toNumber`, the last block booked so. Undefined where somebody else has. */
export async function endSingleNodeReading(tx: DbTx, toNumber: number): Promise<Cursor | undefined> {
  const { rows } = await sql<{ number: string; id: string; time: Date }>`
    UPDATE single_node_readings SET to_number = ${toNumber}, ended_at = clock_timestamp() WHERE ended_at IS NULL
    RETURNING from_number AS number, from_id AS id, from_time AS time`.execute(tx);
  const [row] = rows;
  return row === undefined ? undefined : { number: Number(row.number), id: row.id, time: row.time };
}
