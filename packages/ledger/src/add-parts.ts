import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * Adds the next parts to the table of entries long before they are needed (docs/ledger.md, "Parts"), and returns how many. It
 * keeps nobody from reading or posting. Any number of workers may call it.
 *
 * @example
 * await addParts(tx); // → 1
 * await addParts(tx); // → 0
 */
export async function addParts(tx: DbTx): Promise<number> {
  const { rows } = await sql<{ added: number }>`SELECT ledger.add_parts() AS added`.execute(tx);
  return rows[0]?.added ?? 0;
}

/**
 * Reads how many more transfers the parts have room for. At zero nothing can be posted any more.
 *
 * @example
 * (await readRoom(tx)) > 100_000_000; // → true
 */
export async function readRoom(db: DbReader): Promise<number> {
  const { rows } = await sql<{ room: string }>`SELECT ledger.entries_room() AS room`.execute(db);
  return Number(rows[0]?.room ?? 0);
}
