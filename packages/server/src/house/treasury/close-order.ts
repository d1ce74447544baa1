import type { DbTx } from '@tern/db/database';
import { Unbooked } from '../../chain/orders/public.ts';
import { lockReturn } from '../../money/deposits/public.ts';
import { endOrder, type OrderEnd } from './order-store.ts';
import type { TreasuryDeps } from './treasury-deps.ts';
import { bookBurnt, bookDone, type Burnt } from './treasury-money.ts';
import type { TreasuryOrder } from './treasury-order.ts';

/**
 * Ends an order with everything that belongs to its end. The caller has it locked and knows that the step exists.
 * @throws Unbooked
 */
export async function closeOrder(
  tx: DbTx,
  { endReturn }: Pick<TreasuryDeps, 'endReturn'>,
  { order, end, burnt }: { readonly order: TreasuryOrder; readonly end: OrderEnd; readonly burnt?: Burnt },
): Promise<void> {
  const { id: orderId, content } = order;
  // Before any account of the ledger: whoever decides about a surplus, or finds its deposit, locks the two in this order.
  if (content.kind === 'return') await lockReturn(tx, content);
  await endOrder(tx, order, end);
  const journalId = burnt !== undefined && end.state === 'done' ? await bookDone(tx, order, burnt) : undefined;
  if (burnt !== undefined && end.state === 'failed') await bookBurnt(tx, order, burnt);
  if (content.kind !== 'return') return;
  const settling = await endReturn(tx, { orderId, content, journalId });
  if (settling === 'settled-otherwise') throw new Unbooked('stop', 'paid back, but its deposit was settled otherwise');
  // Its arrival is not read again yet, and will be.
  if (settling === 'not-known-yet') throw new Unbooked('try-again', 'its deposit is not known yet');
}
