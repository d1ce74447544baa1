import { assert } from '@tern/base/assert';
import type { OperatorId, TreasuryOrderId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { units, zero, type Units } from '@tern/money/units';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { insertOrder, insertReview } from './order-store.ts';
import { proposedKinds, type OrderContent } from './treasury-order.ts';

/** What operators order themselves; cold orders are proposed by the worker. */
export type Proposal =
  | { readonly kind: 'unstake'; readonly assetId: 'trx'; readonly amount: Units }
  | Extract<OrderContent, { readonly kind: 'restrict' }>;

/** What one transaction of the house burns at most beside what it is for: 5 TRX. */
const costMaxSun = units(5_000_000n);

/** What the chain takes for a change of permissions (`getUpdateAccountPermissionFee`): 100 TRX. */
export const permissionFeeSun = units(100_000_000n);

/**
 * An operator proposes an order of the house, and so approves it; a second, different one has to. Undefined where one of
 * its kind is open.
 */
export function proposeOrder(
  db: Database,
  {
    content,
    operatorId,
    reason,
  }: { readonly content: Proposal; readonly operatorId: OperatorId; readonly reason: string },
): Promise<TreasuryOrderId | undefined> {
  assert(proposedKinds.has(content.kind), `${content.kind} is proposed`);
  return transact(db, async (tx) => {
    const fee: Units = content.kind === 'restrict' ? permissionFeeSun : zero;
    const orderId = await insertOrder(tx, { content, costMaxSun: units(costMaxSun + fee) });
    if (orderId === undefined) return undefined;
    await insertReview(tx, { orderId, operatorId, decision: 'approve' });
    const details = { kind: content.kind, reason };
    await recordOperatorAction(tx, { operatorId, kind: 'treasury-order-proposed', subject: orderId, details });
    return orderId;
  });
}
