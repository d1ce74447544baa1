import type { DbReader, DbTx } from '@tern/db/database';
import type { BlockHead } from '@tern/tron/get-block-head';
import { sql } from 'kysely';
import type { ChainHeads } from './chain-heads.ts';

export async function selectChainHeads(db: DbReader): Promise<ChainHeads | undefined> {
  const row = await db
    .selectFrom('chain_heads')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('read_at'))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    headNumber: Number(row.head_number),
    headTime: row.head_time,
    solidNumber: Number(row.solid_number),
    solidTime: row.solid_time,
    headMovedAt: row.head_moved_at,
    solidMovedAt: row.solid_moved_at,
    readAt: row.read_at,
  };
}

/** Stores the newest heads and tells every open screen when one of them moved. */
export async function upsertChainHeads(
  tx: DbTx,
  heads: { readonly head: BlockHead; readonly solid: BlockHead },
): Promise<void> {
  const { head, solid } = heads;
  const { rows } = await sql<{ moved: boolean }>`
    INSERT INTO chain_heads AS known (head_number, head_id, head_time, solid_number, solid_time)
    VALUES (${head.number}, ${head.id}, ${new Date(head.timeMs)}, ${solid.number}, ${new Date(solid.timeMs)})
    ON CONFLICT (singleton) DO UPDATE SET
      head_number = excluded.head_number,
      head_id = excluded.head_id,
      head_time = excluded.head_time,
      solid_number = excluded.solid_number,
      solid_time = excluded.solid_time,
      head_moved_at = CASE WHEN known.head_id = excluded.head_id THEN known.head_moved_at ELSE clock_timestamp() END,
      solid_moved_at = CASE WHEN known.solid_number = excluded.solid_number THEN known.solid_moved_at ELSE clock_timestamp() END
    WHERE (known.head_id, known.solid_number) IS DISTINCT FROM (excluded.head_id, excluded.solid_number)
    RETURNING true AS moved`.execute(tx);
  if (rows.length > 0) await sql`SELECT pg_notify('chain', ${String(head.number)})`.execute(tx);
}

export type SeenBlock = { readonly number: number; readonly id: string };

/** Held until the transaction ends: one process at a time follows the head. */
export async function lockHeadBlocks(tx: DbTx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('head_blocks', 0))`.execute(tx);
}

/** The head blocks looked at so far, newest first. */
export async function selectSeenBlocks(db: DbReader): Promise<SeenBlock[]> {
  const rows = await db.selectFrom('head_blocks').selectAll().orderBy('number', 'desc').execute();
  return rows.map((row) => ({ number: Number(row.number), id: row.block_id }));
}

export async function insertSeenBlock(tx: DbTx, { number, id }: SeenBlock): Promise<void> {
  await tx
    .insertInto('head_blocks')
    .values({ number: String(number), block_id: id })
    .execute();
}

/** Forgets what the head no longer contains, from `number` on. */
export async function deleteSeenFrom(tx: DbTx, number: number): Promise<void> {
  await tx.deleteFrom('head_blocks').where('number', '>=', String(number)).execute();
}

/** Forgets what can no longer change. */
export async function deleteSeenBelow(tx: DbTx, number: number): Promise<void> {
  await tx.deleteFrom('head_blocks').where('number', '<', String(number)).execute();
}
