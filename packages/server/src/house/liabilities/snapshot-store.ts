import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import type { LogHead } from '@tern/proofs/log/consistency';
import { sql } from 'kysely';
import type { FurtherParts } from './further-parts.ts';
import { chunkBytes, middleBytes } from './hash-list.ts';
import { packedBalanceBytes } from './packed-balances.ts';

/** Any number will do; it only has to differ from other locks. */
const snapshotLock = 7_310_925_560;

/** Whether this transaction alone takes a snapshot, until it ends. */
export async function claimSnapshot(tx: DbTx): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    SELECT pg_try_advisory_xact_lock(${snapshotLock}) AS claimed`.execute(tx);
  return rows[0]?.claimed === true;
}

/** The newest snapshot, as far as the next one follows from it. */
export type LastSnapshot = {
  readonly number: number;
  readonly statementHash: string;
};

export async function findLastSnapshot(db: DbReader): Promise<LastSnapshot | undefined> {
  const { rows } = await sql<{ number: number; statement_hash: Buffer }>`
    SELECT number, statement_hash FROM liability_snapshots
     ORDER BY number DESC LIMIT 1`.execute(db);
  const [row] = rows;
  return (
    row && {
      number: row.number,
      statementHash: row.statement_hash.toString('hex'),
    }
  );
}

/** The newest count of a day, from whose block the moment of the next one follows; none that operators asked for. */
export async function findLastDaily(
  db: DbReader,
): Promise<{ readonly day: string; readonly blockId: string } | undefined> {
  const { rows } = await sql<{ day: string; block_id: string }>`
    SELECT day::text AS day, block_id FROM liability_snapshots WHERE change_id IS NULL
     ORDER BY number DESC LIMIT 1`.execute(db);
  const [row] = rows;
  return row && { day: row.day, blockId: row.block_id };
}

/** A count that two operators asked for. */
export type Demand = { readonly changeId: string; readonly at: Date };

/** Lets this transaction wait while the books are read and the lists are built, which a busy machine does slowly. */
export async function waitForLists(tx: DbTx): Promise<void> {
  await sql`SET LOCAL idle_in_transaction_session_timeout = '2h'`.execute(tx);
}

/** The oldest demand that was not met yet. */
export async function findDemand(db: DbReader): Promise<Demand | undefined> {
  const { rows } = await sql<{ change_id: string; at: Date }>`
    SELECT c.id AS change_id, date_trunc('milliseconds', c.decided_at) AS at FROM house_changes c
     WHERE c.state = 'done' AND c.content ->> 'kind' = 'snapshot'
       AND NOT EXISTS (SELECT FROM liability_snapshots s WHERE s.change_id = c.id)
     ORDER BY c.decided_at LIMIT 1`.execute(db);
  const [row] = rows;
  return row && { changeId: row.change_id, at: row.at };
}

/**
 * The block up to which all deposits are booked, as `tx` sees the books; undefined before there is one. The chain's first block does
 * not count: its time is one that somebody wrote down, often years ago, and the count of the day would follow it late.
 */
export async function findBookedBlock(
  tx: DbTx,
): Promise<{ readonly number: number; readonly id: string; readonly at: Date } | undefined> {
  const { rows } = await sql<{ block_number: string; block_id: string; block_time: Date }>`
    SELECT block_number::text AS block_number, block_id, block_time FROM deposit_cursor WHERE block_number > 0`.execute(
    tx,
  );
  const [row] = rows;
  return row && { number: Number(row.block_number), id: row.block_id, at: row.block_time };
}

export async function insertSnapshot(
  tx: DbTx,
  snapshot: {
    readonly number: number;
    readonly day: string;
    readonly dueAt: Date;
    readonly block: { readonly number: number; readonly id: string; readonly at: Date };
    readonly seed: Buffer;
    readonly statement: string;
    readonly statementHash: Buffer;
    readonly log: LogHead | undefined;
    /** The change by which operators asked for it; undefined for the count of the day. */
    readonly changeId: string | undefined;
  },
): Promise<void> {
  const { number, day, dueAt, block, seed, statement, statementHash, log, changeId } = snapshot;
  const [last, head] = log === undefined ? [null, null] : [log.size - 1, Buffer.from(log.hash, 'hex')];
  await sql`
    INSERT INTO liability_snapshots
      (number, day, due_at, block_number, block_id, block_time, seed, statement, statement_hash, log_last, log_head,
       change_id)
    VALUES (${number}, ${day}::date, ${dueAt}, ${block.number}, ${block.id}, ${block.at}, ${seed}, ${statement},
      ${statementHash}, ${last}, ${head}, ${changeId ?? null})`.execute(tx);
}

export async function insertList(
  tx: DbTx,
  list: {
    readonly number: number;
    readonly assetId: AssetId;
    readonly owed: bigint;
    readonly partMax: bigint;
    readonly lines: number;
    readonly root: Buffer;
    readonly nodes: Buffer;
    readonly further: FurtherParts;
  },
): Promise<void> {
  const { number, assetId, owed, partMax, lines, root, nodes, further } = list;
  await sql`
    INSERT INTO liability_lists (snapshot_number, asset_id, owed, part_max, lines, root, nodes, further_every, further_below)
    VALUES (${number}, ${assetId}, ${owed.toString()}, ${partMax.toString()}, ${lines}, ${root}, ${nodes},
            ${further.every}, ${further.below.toString()}::bigint)`.execute(tx);
}

/** Lets this transaction store pieces of lists before the lists themselves, whose roots are known last. */
export async function storeBeforeLists(tx: DbTx): Promise<void> {
  await sql`SET CONSTRAINTS liability_chunks_list_fkey, liability_balances_list_fkey DEFERRED`.execute(tx);
}

/** Whole chunks with their middle nodes, from the number of the first. */
export async function insertChunks(
  tx: DbTx,
  input: {
    readonly number: number;
    readonly assetId: AssetId;
    readonly chunk: number;
    readonly lines: Buffer;
    readonly middleNodes: Buffer;
  },
): Promise<void> {
  const { number, assetId, chunk, lines, middleNodes } = input;
  await sql`
    INSERT INTO liability_chunks (snapshot_number, asset_id, chunk, first_commitment, lines, middle_nodes)
    SELECT ${number}::integer, ${assetId}::text, ${chunk}::integer + place,
           substring(given.lines FROM place * ${chunkBytes}::integer + 1 FOR 32),
           substring(given.lines FROM place * ${chunkBytes}::integer + 1 FOR ${chunkBytes}::integer),
           substring(given.nodes FROM place * ${middleBytes}::integer + 1 FOR ${middleBytes}::integer)
      FROM (SELECT ${lines}::bytea AS lines, ${middleNodes}::bytea AS nodes) AS given,
           generate_series(0, ${lines.length / chunkBytes - 1}::integer) AS place`.execute(tx);
}

/**
 * Few enough that a row fits into a quarter of a page as it is. What is longer PostgreSQL compresses first, which took 2.4 s of its
 * processor for half a million accounts, ten times as long as storing their lines. A person's request reads one row of each asset.
 */
export const balancesPerRow = 80;
const bytesPerRow = balancesPerRow * packedBalanceBytes;

/** Balances in the order of their accounts; whole rows, but for the last ones of a list. */
export async function insertBalances(
  tx: DbTx,
  input: { readonly number: number; readonly assetId: AssetId; readonly balances: Buffer },
): Promise<void> {
  const { number, assetId, balances } = input;
  const firstIds: string[] = [];
  for (let at = 0; at < balances.length; at += bytesPerRow) firstIds.push(balances.readBigUInt64BE(at).toString());
  await sql`
    INSERT INTO liability_balances (snapshot_number, asset_id, first_account_id, balances)
    SELECT ${number}::integer, ${assetId}::text, first_id,
           substring(given.balances FROM (place::integer - 1) * ${bytesPerRow}::integer + 1 FOR ${bytesPerRow}::integer)
      FROM (SELECT ${balances}::bytea AS balances) AS given,
           unnest(${firstIds}::bigint[]) WITH ORDINALITY AS row (first_id, place)`.execute(tx);
}
