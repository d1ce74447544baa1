import type { OperatorId, RecordId, WithdrawalId } from '@tern/base/ids';
import type { PayoutWait } from '@tern/contracts/routes/console-reviews';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql, type RawBuilder } from 'kysely';
import { isStranger } from '../../people/operators/public.ts';
import { exactPlace, isBehind } from '../../platform/exact-place.ts';
import type { WithdrawalState } from '../transfers/public.ts';
import { deadlineMinutes, type StuckPayout } from './stuck-payout.ts';

export type SendingPause = {
  readonly assetId: AssetId;
  /** The payment whose receipt paused the asset; null where the pause names none. */
  readonly payoutId: WithdrawalId | null;
  readonly recordId: RecordId | null;
  readonly reason: string;
  /** The reason without the payment that it names. */
  readonly detail: string;
  readonly startedAt: Date;
};

/** Where a page of stuck sends begins, and how many it has at most. */
export type StuckPage = { readonly after?: string | undefined; readonly limit: number };

const states = Object.keys(deadlineMinutes);
const minutes = Object.values(deadlineMinutes);
/** In a state that has a deadline: written out as in the index of those under way, by which PostgreSQL finds them. */
const isUnderWay = sql<boolean>`w.state IN ('requested', 'under-review', 'approved', 'signed', 'broadcast', 'included')`;
const changedAt = sql`w.changed_at`;
const withdrawalId = sql`w.id`;
const isLate = sql<boolean>`w.attention IS NOT NULL
  OR w.changed_at < clock_timestamp() - make_interval(mins => deadline.minutes)`;

/** Sends too long in one state or waiting for an operator, the longest first. Throws `INPUT_INVALID` for a place that is none. */
export async function selectStuck(db: DbReader, page: StuckPage): Promise<readonly StuckPayout[]> {
  const { rows } = await stuckOf(page).execute(db);
  return rows;
}

/** The statement of `selectStuck`. */
export function stuckOf({ after, limit }: StuckPage): RawBuilder<StuckPayout> {
  return sql<StuckPayout>`
    SELECT w.id, w.record_id AS "recordId", w.settlement,
           w.asset_id AS "assetId", w.amount::text, w.to_address AS "toAddress", w.state,
           (SELECT p.public_id FROM people p WHERE p.id = w.person_id) AS "publicId", w.changed_at AS since, w.waiting_for AS "waitingFor",
           w.waiting_detail AS "waitingDetail", w.attention,
           EXISTS (SELECT FROM withdrawal_unexpected_receipts r WHERE r.withdrawal_id = w.id AND r.closed_at IS NULL) AS "unexpectedReceipt",
           ${exactPlace(changedAt, withdrawalId)} AS place
      FROM withdrawals w JOIN unnest(${states}::text[], ${minutes}::int[]) AS deadline (state, minutes) ON deadline.state = w.state
     WHERE ${isUnderWay} AND (${isLate}) AND ${isBehind(changedAt, withdrawalId, after)}
     ORDER BY w.changed_at, w.id LIMIT ${limit}`;
}

type StuckCount = {
  readonly items: number;
  /** Those whose sender and receiver are not close to the operator. */
  readonly free: number;
  readonly oldest: Date | null;
};

/**
 * How many sends do not go on, and since when the first, as the operator `me` finds it. A review that is late is not among
 * them: it is a withdrawal to review.
 */
export async function countStuck(db: DbReader, me: OperatorId): Promise<StuckCount> {
  const { rows } = await stuckCount(me).execute(db);
  return rows[0] ?? { items: 0, free: 0, oldest: null };
}

/** The statement of `countStuck`. */
export function stuckCount(me: OperatorId): RawBuilder<StuckCount> {
  return sql`
    SELECT count(*)::int AS items, min(w.changed_at) AS oldest,
           (count(*) FILTER (WHERE ${isStranger(me, sql`w.person_id`)}
             AND ${isStranger(me, sql`(SELECT v.person_id FROM wallets v WHERE v.address = w.to_address)`)}))::int AS free
      FROM withdrawals w JOIN unnest(${states}::text[], ${minutes}::int[]) AS deadline (state, minutes) ON deadline.state = w.state
     WHERE ${isUnderWay} AND w.state <> 'under-review' AND (${isLate})`;
}

/** States of a payment on its way to the chain. */
const sendingStates: readonly WithdrawalState[] = ['approved', 'signed', 'broadcast', 'included'];
/** Causes that lie with the house, not with one receiver or one payment. */
const houseCauses: readonly PayoutWait[] = ['signer', 'node', 'proof', 'hot-wallet'];

/**
 * Since when the payment that waits longest has been in its state, where that is too long and nothing about itself is the
 * reason; undefined where all go on.
 */
export async function selectLateSending(db: DbReader): Promise<Date | undefined> {
  const sendingMinutes = sendingStates.map((state) => deadlineMinutes[state] ?? 0);
  const { rows } = await sql<{ since: Date | null }>`
    SELECT min(w.changed_at) AS since
      FROM withdrawals w JOIN unnest(${sendingStates}::text[], ${sendingMinutes}::int[]) AS deadline (state, minutes) ON deadline.state = w.state
     WHERE ${isUnderWay} AND w.settlement = 'chain' AND w.attention IS NULL
       AND (w.waiting_for IS NULL OR w.waiting_for = ANY (${houseCauses}::text[]))
       AND w.changed_at < clock_timestamp() - make_interval(mins => deadline.minutes)`.execute(db);
  return rows[0]?.since ?? undefined;
}

/** What an operator has said about a send. */
export type WordOnPayout = {
  readonly id: WithdrawalId;
  readonly operatorId: OperatorId;
  readonly decision: string;
  readonly reason: string | null;
  readonly at: Date;
};

/** What operators said about these sends, and about their receipts since these were last looked at, in order. */
export async function selectWords(db: DbReader, ids: readonly WithdrawalId[]): Promise<readonly WordOnPayout[]> {
  const { rows } = await sql<WordOnPayout>`
    SELECT withdrawal_id AS id, operator_id AS "operatorId", decision, reason, at FROM withdrawal_reviews
     WHERE withdrawal_id = ANY (${[...ids]}::uuid[])
    UNION ALL
    SELECT d.withdrawal_id, d.operator_id, d.decision, d.reason, d.at
      FROM withdrawal_receipt_decisions d JOIN withdrawal_unexpected_receipts r USING (withdrawal_id, number)
     WHERE d.withdrawal_id = ANY (${[...ids]}::uuid[]) AND d.at >= r.noted_at
     ORDER BY at`.execute(db);
  return rows;
}

export async function clearAttention(tx: DbTx, id: WithdrawalId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE withdrawals SET attention = NULL, due_at = clock_timestamp() WHERE id = ${id} AND attention IS NOT NULL`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** How the reason of a pause begins that a payment's receipt caused. */
const namedPayout = 'withdrawal ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}): ';

export async function selectPauses(db: DbReader): Promise<readonly SendingPause[]> {
  const { rows } = await sql<SendingPause>`
    SELECT p.asset_id AS "assetId", w.id AS "payoutId", w.record_id AS "recordId",
           p.reason, regexp_replace(p.reason, ${`^${namedPayout}`}::text, '') AS detail, p.started_at AS "startedAt"
      FROM sending_pauses p LEFT JOIN withdrawals w ON w.id = substring(p.reason FROM ${`^${namedPayout}`}::text)::uuid
     ORDER BY p.started_at`.execute(db);
  return rows;
}

export async function deletePause(tx: DbTx, assetId: AssetId): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM sending_pauses WHERE asset_id = ${assetId}`.execute(tx);
  return numAffectedRows === 1n;
}
