import { assert } from '@tern/base/assert';
import type { DepositId, OperatorId, RecordId, WalletId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import type { QuarantineReason } from '@tern/tron/list-inflows';
import { sql, type RawBuilder } from 'kysely';
import { exactPlace, isBehind } from '../../platform/exact-place.ts';
import { invalidCursor } from '../../platform/list-place.ts';
import { assigned, isDisowned } from './assignment-store.ts';
import type { SuspenseReason } from './deposit.ts';
import {
  graveReasons,
  waitMinutesMax,
  type QuarantinedInflow,
  type QuarantineNoise,
  type SuspenseItem,
} from './quarantine.ts';
import { isGoingBack } from './return-store.ts';

const listMax = 200;

/** Where a page of a list begins, and how many rows it has at most. */
export type QuarantinePage = { readonly after?: string | undefined; readonly limit: number };

/** Open items somebody has to look at, oldest first; only one where that is asked. Throws `INPUT_INVALID` for a place that is none. */
export async function selectGrave(
  db: DbReader,
  { id, after, limit }: QuarantinePage & { readonly id?: string },
): Promise<readonly QuarantinedInflow[]> {
  if (after !== undefined && !/^(0|[1-9]\d{0,17})$/.test(after)) throw invalidCursor();
  const rows = await db
    .selectFrom('quarantined_inflows')
    .selectAll()
    .where('dismissed_at', 'is', null)
    .where('reason', '=', sql<string>`ANY(${graveReasons}::text[])`)
    .where('id', '>', after ?? '0')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    place: row.id,
    txId: row.tx_id,
    block: Number(row.block_number),
    reason: row.reason as QuarantineReason,
    subject: row.subject,
    to: row.to_address as TronAddress | null,
    amount: row.amount === null ? null : unitsFromWire(row.amount),
    since: row.created_at,
  }));
}

/** Open items that say that a key of ours is in other hands: the transactions that changed who may sign. */
export async function selectKeyAlarms(db: DbReader): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('quarantined_inflows')
    .select('tx_id')
    .where('dismissed_at', 'is', null)
    .where('reason', '=', 'permission-change')
    .orderBy('id')
    .limit(listMax)
    .execute();
  return rows.map(({ tx_id: txId }) => txId);
}

/** Transactions that took something from us and that nobody is known to have ordered. At most 200. */
export async function selectUnknownOutflows(db: DbReader): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('quarantined_inflows')
    .select('tx_id')
    .distinct()
    .where('dismissed_at', 'is', null)
    .where('reason', '=', 'unknown-outflow')
    .orderBy('tx_id')
    .limit(listMax)
    .execute();
  return rows.map(({ tx_id: txId }) => txId);
}

/** Closes what these transactions were quarantined for as unknown outflows. Returns how many items. */
export async function dismissTransactions(
  tx: DbTx,
  { txIds, text }: { readonly txIds: readonly string[]; readonly text: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('quarantined_inflows')
    .set({ dismissed_at: sql<Date>`now()`, dismissal: text })
    .where('dismissed_at', 'is', null)
    .where('reason', '=', 'unknown-outflow')
    .where('tx_id', '=', sql<string>`ANY(${[...txIds]}::text[])`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function countNoise(db: DbReader): Promise<readonly QuarantineNoise[]> {
  const { rows } = await noiseByReason().execute(db);
  return rows;
}

/** The statement of `countNoise`: anybody can cause as much noise as they like, so that it reads an index and no row. */
export function noiseByReason(): RawBuilder<QuarantineNoise> {
  return sql<QuarantineNoise>`
    SELECT reason, count(*)::int AS items, min(created_at) AS since FROM quarantined_inflows
     WHERE dismissed_at IS NULL AND reason <> ALL (${graveReasons}::text[])
     GROUP BY reason ORDER BY reason`;
}

/** Closes open items: the one of this id, or all of this reason. Returns how many. */
export async function dismissOpen(
  tx: DbTx,
  { item, text }: { readonly item: { readonly id: string } | { readonly reason: string }; readonly text: string },
): Promise<number> {
  let query = tx
    .updateTable('quarantined_inflows')
    .set({ dismissed_at: sql<Date>`now()`, dismissal: text })
    .where('dismissed_at', 'is', null);
  query = 'id' in item ? query.where('id', '=', item.id) : query.where('reason', '=', item.reason);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

type SuspenseRow = {
  readonly id: DepositId;
  readonly asset: AssetId;
  readonly amount: string;
  readonly from_address: TronAddress;
  readonly to_address: TronAddress;
  readonly tx_id: string;
  readonly block_number: string;
  readonly reason: SuspenseReason;
  readonly created_at: Date;
  readonly votes: number;
  readonly returning: boolean;
  readonly place: string;
};

const arrivedAt = sql`d.created_at`;
const depositOf = sql`d.id`;

/**
 * A deposit in suspense that something can be made of: not settled, not on its way back, and not of a wallet that two operators
 * have named. That is decided, though the worker has still to credit it; where the wallet closes before, it is open again.
 */
export async function findSuspense(db: DbReader, depositId: DepositId): Promise<SuspenseItem | undefined> {
  const item = (await selectSuspense(db, { depositId })).find(({ returning }) => !returning);
  if (item === undefined) return undefined;
  const { rows } = await sql<{ open: boolean }>`
    SELECT a.open FROM deposits d CROSS JOIN LATERAL ${assigned} a WHERE d.id = ${depositId}`.execute(db);
  return rows[0]?.open === true ? undefined : item;
}

/**
 * Money in suspense, oldest first, at most 200 unless a limit is given; only one deposit, or only what came from one address,
 * where that is asked. Throws `INPUT_INVALID` for a place that is none.
 */
export async function selectSuspense(
  db: DbReader,
  {
    depositId,
    from,
    after,
    limit = listMax,
  }: { readonly depositId?: DepositId; readonly from?: TronAddress } & Partial<QuarantinePage> = {},
): Promise<readonly SuspenseItem[]> {
  const { rows } = await sql<SuspenseRow>`
    SELECT d.id, d.asset, d.amount, d.from_address, d.to_address, d.tx_id, d.block_number, d.created_at,
           CASE WHEN ${isDisowned} THEN 'address-disowned' ELSE d.reason END AS reason,
           coalesce((SELECT count(*)::int FROM quarantine_votes v WHERE v.subject = 'deposit:' || d.id
             GROUP BY v.decision ORDER BY count(*) DESC LIMIT 1), 0) AS votes,
           ${isGoingBack} AS returning, ${exactPlace(arrivedAt, depositOf)} AS place
      FROM deposits d
     WHERE d.destination = 'suspense' AND coalesce(d.id = ${depositId ?? null}::uuid, true)
       AND coalesce(d.from_address = ${from ?? null}::text, true)
       AND NOT EXISTS (SELECT FROM suspense_resolutions r WHERE r.deposit_id = d.id)
       AND ${isBehind(arrivedAt, depositOf, after)}
     ORDER BY d.created_at, d.id LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    depositId: row.id,
    place: row.place,
    assetId: row.asset,
    amount: unitsFromWire(row.amount),
    from: row.from_address,
    to: row.to_address,
    txId: row.tx_id,
    block: Number(row.block_number),
    reason: row.reason,
    since: row.created_at,
    votes: row.votes,
    returning: row.returning,
  }));
}

/** All deposits of an asset in suspense that nobody has settled. */
export async function sumSuspense(db: DbReader, assetId: AssetId): Promise<bigint> {
  const { rows } = await sql<{ total: string }>`
    SELECT coalesce(sum(d.amount), 0)::text AS total FROM deposits d
     WHERE d.destination = 'suspense' AND d.asset = ${assetId}
       AND NOT EXISTS (SELECT FROM suspense_resolutions r WHERE r.deposit_id = d.id)`.execute(db);
  return BigInt(rows[0]?.total ?? '0');
}

export type Vote = {
  readonly subject: string;
  readonly operatorId: OperatorId;
  readonly decision: string;
  readonly reason: string;
};

/** One after the other for a subject, so that the second vote always sees the first, and nobody settles it meanwhile. */
export async function lockSubject(tx: DbTx, subject: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('quarantine ' || ${subject}::text, 0))`.execute(tx);
}

/** The same for a deposit: nobody decides about it, or settles it, meanwhile. */
export async function lockSuspense(tx: DbTx, depositId: DepositId): Promise<void> {
  await lockSubject(tx, `deposit:${depositId}`);
}

/** All that the issuer of a token was seen to destroy on an address of ours, whenever that was. */
export async function sumDestroyed(
  db: DbReader,
  { address, assetId }: { readonly address: string; readonly assetId: AssetId },
): Promise<bigint> {
  const { rows } = await sql<{ total: string }>`
    SELECT coalesce(sum(amount), 0)::text AS total FROM quarantined_inflows
     WHERE to_address = ${address} AND asset_id = ${assetId} AND reason = 'issuer-act'
       AND subject = 'DestroyedBlackFunds'`.execute(db);
  return BigInt(rows[0]?.total ?? '0');
}

/** Stores the operator's vote in place of an earlier one, under `lockSubject` and a look at the subject after it. Returns how many operators say the same now. */
export async function castVote(tx: DbTx, { subject, operatorId, decision, reason }: Vote): Promise<number> {
  await tx
    .deleteFrom('quarantine_votes')
    .where('subject', '=', subject)
    .where('operator_id', '=', operatorId)
    .execute();
  await tx.insertInto('quarantine_votes').values({ subject, operator_id: operatorId, decision, reason }).execute();
  const { count } = await tx
    .selectFrom('quarantine_votes')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('subject', '=', subject)
    .where('decision', '=', decision)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What an operator voted for and why; of a wallet the decision names the address. */
export type QuarantineVote = Vote & { readonly at: Date };

/** The votes about these subjects that count, in order. */
export async function selectVotes(db: DbReader, subjects: readonly string[]): Promise<readonly QuarantineVote[]> {
  const { rows } = await sql<QuarantineVote>`
    SELECT v.subject, v.operator_id AS "operatorId", v.reason, v.voted_at AS at,
           replace(CASE WHEN v.decision LIKE 'assign:%'
             THEN 'assign:' || (SELECT w.address FROM wallets w WHERE w.id = substr(v.decision, 8)::uuid)
             ELSE v.decision END, ':', ' ') AS decision
      FROM quarantine_votes v
     WHERE v.subject = ANY (${[...subjects]}::text[]) ORDER BY v.voted_at, v.operator_id`.execute(db);
  return rows;
}

export async function deleteVotes(tx: DbTx, subject: string): Promise<void> {
  await tx.deleteFrom('quarantine_votes').where('subject', '=', subject).execute();
}

/** False where it found its owner before. */
export async function insertResolution(
  tx: DbTx,
  resolution: {
    readonly depositId: DepositId;
    /** Both null where it belonged to the house, or went back to where it came from. */
    readonly walletId: WalletId | null;
    readonly recordId: RecordId | null;
    readonly journalId: string;
  },
): Promise<boolean> {
  const result = await tx
    .insertInto('suspense_resolutions')
    .values({
      deposit_id: resolution.depositId,
      wallet_id: resolution.walletId,
      record_id: resolution.recordId,
      journal_id: resolution.journalId,
    })
    .onConflict((conflict) => conflict.constraint('suspense_resolutions_pkey').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Settles a deposit in suspense for ever that is no person's; what operators said about it before counts no more. */
export async function settleSuspended(tx: DbTx, depositId: DepositId, journalId: string): Promise<void> {
  const settled = await insertResolution(tx, { depositId, walletId: null, recordId: null, journalId });
  assert(settled, `deposit ${depositId} is settled once`);
  await deleteVotes(tx, `deposit:${depositId}`);
}

/** What has waited longer than it may, by kind of item. */
export type OverdueRow = { readonly what: string; readonly items: number; readonly since: Date };

export async function selectOverdue(db: DbReader, atOnce: readonly QuarantineReason[]): Promise<readonly OverdueRow[]> {
  const { rows } = await sql<OverdueRow>`
    SELECT reason AS what, count(*)::int AS items, min(created_at) AS since FROM quarantined_inflows
     WHERE dismissed_at IS NULL AND reason = ANY(${graveReasons}::text[])
       AND created_at < now() - make_interval(mins => CASE WHEN reason = ANY(${[...atOnce]}::text[])
         THEN ${waitMinutesMax['at-once']}::int ELSE ${waitMinutesMax.soon}::int END)
     GROUP BY reason
    UNION ALL
    SELECT 'suspense', count(*)::int, min(d.created_at) FROM deposits d
     WHERE d.destination = 'suspense' AND d.created_at < now() - make_interval(mins => ${waitMinutesMax.suspense})
       AND NOT EXISTS (SELECT FROM suspense_resolutions r WHERE r.deposit_id = d.id)
    HAVING count(*) > 0
    UNION ALL
    SELECT 'surplus', count(*)::int, min(kept_at) FROM deposit_surpluses
     WHERE ended_at IS NULL AND kept_at < now() - make_interval(mins => ${waitMinutesMax.suspense})
    HAVING count(*) > 0
    UNION ALL
    SELECT 'frozen ' || asset, 1, frozen_at FROM token_freezes
    UNION ALL
    SELECT 'single node', 1, begun_at FROM single_node_readings WHERE ended_at IS NULL
    ORDER BY 1`.execute(db);
  return rows;
}
