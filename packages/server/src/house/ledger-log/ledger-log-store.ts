import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { DayTree } from './day-tree.ts';
import type { KeptDay } from './ledger-log.ts';

/** Any number will do; it only has to differ from other locks. */
const logLock = 7_310_925_561;

/** Whether this transaction alone adds to the log, until it ends. */
export async function claimLog(tx: DbTx): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`SELECT pg_try_advisory_xact_lock(${logLock}) AS claimed`.execute(tx);
  return rows[0]?.claimed === true;
}

/** Days of the log from a place on, the oldest first. */
export async function selectDays(
  db: DbReader,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<readonly KeptDay[]> {
  const { rows } = await sql<Omit<KeptDay, 'leaves'> & { readonly leaves: string }>`
    SELECT position, day::text AS day, seed, leaves::text AS leaves, root, head FROM ledger_log_days
     WHERE position >= ${from} ORDER BY position LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, leaves: Number(row.leaves) }));
}

/** What the books say of a day that is closed. */
export type ClosedDay = { readonly day: string; readonly dailyRoot: string; readonly entries: number };

/** The first closed day after one, or of all; undefined where none is. */
export async function findClosedDay(db: DbReader, after: string | undefined): Promise<ClosedDay | undefined> {
  const { rows } = await sql<{ day: string; daily_root: string; entries: string }>`
    SELECT day::text AS day, encode(root, 'hex') AS daily_root, entries::text AS entries FROM ledger.daily_roots
     WHERE day > coalesce(${after ?? null}::date, '-infinity') ORDER BY day LIMIT 1`.execute(db);
  const [row] = rows;
  return row && { day: row.day, dailyRoot: row.daily_root, entries: Number(row.entries) };
}

/** What the books say now about a closed day; undefined where they have no such day. */
export async function findDailyRoot(db: DbReader, day: string): Promise<string | undefined> {
  const { rows } = await sql<{ daily_root: string }>`
    SELECT encode(root, 'hex') AS daily_root FROM ledger.daily_roots WHERE day = ${day}::date`.execute(db);
  return rows[0]?.daily_root;
}

export async function insertDay(
  tx: DbTx,
  { day, tree }: { readonly day: Omit<KeptDay, 'leaves' | 'root'>; readonly tree: DayTree },
): Promise<void> {
  await sql`
    INSERT INTO ledger_log_days (position, day, seed, leaves, root, head, nodes)
    VALUES (${day.position}, ${day.day}::date, ${day.seed}, ${tree.leaves}, ${tree.root}, ${day.head},
      ${tree.nodes})`.execute(tx);
  for (const [chunk, leaves] of tree.chunks.entries())
    await sql`
      INSERT INTO ledger_log_chunks (position, chunk, first_leaf, leaves)
      VALUES (${day.position}, ${chunk}, ${leaves.subarray(0, 32)}, ${leaves})`.execute(tx);
}

/** The chunk of a day in which a leaf stands, if it stands there at all, and the roots of all chunks of the day. */
export async function findChunkOfLeaf(
  db: DbReader,
  { position, leaf }: { readonly position: number; readonly leaf: Buffer },
): Promise<{ readonly chunk: number; readonly leaves: Buffer; readonly nodes: Buffer } | undefined> {
  const { rows } = await sql<{ chunk: number; leaves: Buffer; nodes: Buffer }>`
    SELECT c.chunk, c.leaves, d.nodes FROM ledger_log_chunks c JOIN ledger_log_days d USING (position)
     WHERE c.position = ${position} AND c.first_leaf <= ${leaf} ORDER BY c.first_leaf DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Faults that are open, by name. */
export async function selectFaults(
  db: DbReader,
): Promise<readonly { readonly name: string; readonly finding: string }[]> {
  const { rows } = await sql<{ name: string; finding: string }>`
    SELECT name, finding FROM ledger_log_faults ORDER BY name`.execute(db);
  return rows;
}

/** Keeps a fault, or that there is none of this name any more. */
export async function storeFault(
  tx: DbTx,
  { name, finding }: { readonly name: string; readonly finding: string | undefined },
): Promise<void> {
  if (finding === undefined) await sql`DELETE FROM ledger_log_faults WHERE name = ${name}`.execute(tx);
  else
    await sql`
      INSERT INTO ledger_log_faults (name, finding) VALUES (${name}, ${finding})
      ON CONFLICT (name) DO UPDATE SET finding = excluded.finding`.execute(tx);
}

/**
 * The number of the newest statement that the signer has signed for the chain and that is not here, or not as it was signed. What
 * it refused to sign was never anywhere.
 */
export async function findLostStatement(db: DbReader): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    SELECT o.statement_number AS number FROM treasury_orders o
     WHERE o.statement_number IS NOT NULL AND o.tx_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM liability_snapshots s
        WHERE s.number = o.statement_number AND encode(s.statement_hash, 'hex') = o.statement_hash)
     ORDER BY o.statement_number DESC LIMIT 1`.execute(db);
  return rows[0]?.number;
}

/** The logs that statements name, the newest first; a constraint keeps them as the text of the statement has them. */
export async function selectNamedLogs(
  db: DbReader,
): Promise<readonly { readonly number: number; readonly size: number; readonly head: Buffer }[]> {
  const { rows } = await sql<{ number: number; size: number; head: Buffer }>`
    SELECT number, log_last + 1 AS size, log_head AS head FROM liability_snapshots
     WHERE log_last IS NOT NULL ORDER BY number DESC`.execute(db);
  return rows;
}
