import type { OperatorId, TreasuryOrderId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { zero } from '@tern/money/units';
import { sql } from 'kysely';
import { findHotShortage, type HotNeed } from '../../chain/orders/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { hotOutflows } from './hot-money.ts';
import { endOrder, findOrder, insertReview, lockOrder, makeReady } from './order-store.ts';
import type { TreasuryOrder } from './treasury-order.ts';

export type ColdDecision = {
  readonly orderId: TreasuryOrderId;
  readonly operatorId: OperatorId;
  readonly decision: 'approve' | 'reject';
};

export type ColdOutcome =
  | 'approved'
  | 'second-operator-needed'
  | 'rejected'
  /** Payments were promised the money meanwhile; the proposal is withdrawn. */
  | 'needed-meanwhile'
  | 'not-found'
  | 'not-proposed'
  | 'already-decided-by-you';

/** How many different operators a proposed order needs. */
const approvalsNeeded = 2;

/** One operator's decision about a proposed order. Two different ones have to approve; one rejection ends it. */
export async function decideColdOrder(db: Database, decision: ColdDecision): Promise<ColdOutcome> {
  const { orderId, operatorId } = decision;
  return await transact(db, async (tx) => {
    if ((await findOrder(tx, orderId)) === undefined) return 'not-found';
    const order = await lockOrder(tx, orderId);
    if (order.state !== 'proposed') return 'not-proposed';
    if (!(await insertReview(tx, { orderId, operatorId, decision: decision.decision })))
      return 'already-decided-by-you';
    const kind = decision.decision === 'approve' ? 'cold-order-approved' : 'cold-order-rejected';
    await recordOperatorAction(tx, { operatorId, kind, subject: orderId });
    if (decision.decision === 'reject') {
      await endOrder(tx, order, { state: 'rejected' });
      return 'rejected';
    }
    const { rows } = await sql<{ approvals: number }>`
      SELECT count(*)::int AS approvals FROM treasury_reviews WHERE order_id = ${orderId} AND decision = 'approve'`.execute(
      tx,
    );
    if ((rows[0]?.approvals ?? 0) < approvalsNeeded) return 'second-operator-needed';
    const need = needOf(order);
    if (need !== undefined && (await findHotShortage(tx, hotOutflows, need)) !== undefined) {
      await endOrder(tx, order, { state: 'dropped' });
      return 'needed-meanwhile';
    }
    await makeReady(tx, orderId);
    return 'approved';
  });
}

/** What a proposal takes out of the hot wallet; undefined where it takes nothing. */
function needOf({ content, costMaxSun: costSun }: TreasuryOrder): HotNeed | undefined {
  if (content.kind === 'cold') return { assetId: content.assetId, amount: content.amount, costSun };
  return content.kind === 'restrict' && content.account === 'hot'
    ? { assetId: 'trx', amount: zero, costSun }
    : undefined;
}
