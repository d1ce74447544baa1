import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import { exactPlace, isBehind } from '../../platform/exact-place.ts';
import { noteOf, type DecideReviewInput } from './review.ts';
import type { ReviewCause } from './withdrawal.ts';

/** False where this operator has decided about this withdrawal before. */
export async function insertReview(tx: DbTx, input: DecideReviewInput): Promise<boolean> {
  const reason = noteOf(input)?.slice(0, 500) ?? null;
  const { numAffectedRows } = await sql`
    INSERT INTO withdrawal_reviews (withdrawal_id, operator_id, decision, reason)
    VALUES (${input.withdrawalId}, ${input.operatorId}, ${input.decision}, ${reason})
    ON CONFLICT ON CONSTRAINT withdrawal_reviews_pkey DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Approvals that count: none from before a case was opened, which did not see what was found, and none from after its deadline,
 * unless it was signed before its database was set back.
 */
export async function countApprovals(tx: DbTx, id: WithdrawalId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM withdrawal_reviews r WHERE r.withdrawal_id = ${id} AND r.decision = 'approve'
       AND NOT EXISTS (SELECT FROM screening_cases c WHERE c.withdrawal_id = r.withdrawal_id AND (c.opened_at > r.at
         OR c.until <= r.at AND NOT may_have_paid(r.withdrawal_id)))`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** A send that waits for operators. */
export type OpenReview = {
  readonly id: WithdrawalId;
  readonly assetId: AssetId;
  readonly amount: Units;
  readonly fee: Units;
  /** In USDT base units. */
  readonly usdtValue: Units;
  readonly settlement: 'chain' | 'internal';
  readonly toAddress: string;
  readonly approvals: number;
  readonly approvalsNeeded: number;
  readonly cause: ReviewCause;
  readonly requestedAt: Date;
  /** Its place in the list, behind which the next page begins. */
  readonly place: string;
};

/** Which sends under review are wanted, and from which place on. */
export type OpenReviewsPage = {
  readonly assetId?: AssetId | undefined;
  /** Those that nobody has approved yet, or those that wait for a second operator. */
  readonly waiting?: 'new' | 'second' | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

const requestedAt = sql`w.created_at`;
const withdrawalId = sql`w.id`;
const approvalsOfAny = sql<number>`(
  SELECT count(*)::int FROM withdrawal_reviews r WHERE r.withdrawal_id = w.id AND r.decision = 'approve')`;

/** The sends under review, oldest first. Throws `INPUT_INVALID` for a place that is none. */
export async function selectOpenReviews(
  db: DbReader,
  { assetId, waiting, after, limit }: OpenReviewsPage,
): Promise<readonly OpenReview[]> {
  const { rows } = await sql<{
    id: WithdrawalId;
    asset_id: AssetId;
    amount: string;
    fee: string;
    usdt_value: string;
    settlement: 'chain' | 'internal';
    to_address: string;
    approvals: number;
    approvals_needed: number;
    review_cause: ReviewCause;
    created_at: Date;
    place: string;
  }>`
    SELECT w.*, ${approvalsOfAny} AS approvals, ${exactPlace(requestedAt, withdrawalId)} AS place
      FROM withdrawals w
     WHERE w.state = 'under-review' AND coalesce(w.asset_id = ${assetId ?? null}::text, true)
       AND coalesce((${approvalsOfAny} > 0) = ${waiting === undefined ? null : waiting === 'second'}::boolean, true)
       AND ${isBehind(requestedAt, withdrawalId, after)}
     ORDER BY w.created_at, w.id LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    assetId: row.asset_id,
    amount: unitsFromWire(row.amount),
    fee: unitsFromWire(row.fee),
    usdtValue: unitsFromWire(row.usdt_value),
    settlement: row.settlement,
    toAddress: row.to_address,
    approvals: row.approvals,
    approvalsNeeded: row.approvals_needed,
    cause: row.review_cause,
    requestedAt: row.created_at,
    place: row.place,
  }));
}

export type ReviewRow = {
  readonly operatorId: OperatorId;
  readonly decision: 'approve' | 'reject';
  readonly reason: string | null;
  readonly at: Date;
};

export async function selectReviews(db: DbReader, id: WithdrawalId): Promise<readonly ReviewRow[]> {
  const { rows } = await sql<{
    operator_id: OperatorId;
    decision: 'approve' | 'reject';
    reason: string | null;
    at: Date;
  }>`
    SELECT operator_id, decision, reason, at FROM withdrawal_reviews WHERE withdrawal_id = ${id} ORDER BY at`.execute(
    db,
  );
  return rows.map(({ operator_id: operatorId, ...rest }) => ({ operatorId, ...rest }));
}
