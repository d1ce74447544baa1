import type { DbTx } from '@tern/db/database';
import type { ReturnSettling } from '../../money/deposits/public.ts';
import { endOrder, type OrderEnd } from './order-store.ts';
import type { TreasuryDeps } from './treasury-deps.ts';
import { bookBurnt, bookDone, type Burnt } from './treasury-money.ts';
import type { TreasuryOrder } from './treasury-order.ts';

/** An end that cannot be booked now. Thrown within the transaction, so that nothing of it stays. */
export class UnsettledReturn extends Error {
  override name = 'UnsettledReturn';
  readonly settling: ReturnSettling;

  constructor(settling: ReturnSettling) {
    super(settling);
    this.settling = settling;
  }
}

/**
 * Ends an order with everything that belongs to its end. The caller has it locked and knows that the step exists.
 * @throws UnsettledReturn
 */
export async function closeOrder(
  tx: DbTx,
  { endReturn }: Pick<TreasuryDeps, 'endReturn'>,
  { order, end, burnt }: { readonly order: TreasuryOrder; readonly end: OrderEnd; readonly burnt?: Burnt },
): Promise<void> {
  const { id: orderId, content } = order;
  await endOrder(tx, order, end);
  const journalId = burnt !== undefined && end.state === 'done' ? await bookDone(tx, order, burnt) : undefined;
  if (burnt !== undefined && end.state === 'failed') await bookBurnt(tx, order, burnt);
  if (content.kind !== 'return') return;
  const settling = await endReturn(tx, { orderId, content, journalId });
  if (settling !== 'settled') throw new UnsettledReturn(settling);
}
