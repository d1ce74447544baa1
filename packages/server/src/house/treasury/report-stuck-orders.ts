import { listStuckOrders } from './list-stuck-orders.ts';
import type { TreasuryDeps } from './treasury-deps.ts';
import { nameOrder } from './treasury-order.ts';

/** Says which orders do not go on, again at every look until they do. Returns 0, so that its loop comes back after its idle time. */
export async function reportStuckOrders({ db, report }: Pick<TreasuryDeps, 'db' | 'report'>): Promise<number> {
  for (const order of await listStuckOrders(db)) {
    const { state, waitingFor, waitingDetail, attention, action } = order;
    const waits = waitingFor === null ? 'for no known reason' : `waits for ${waitingFor}: ${waitingDetail ?? ''}`;
    report({ event: 'order-stuck', ...nameOrder(order), detail: `${state}: ${attention ?? waits}; ${action}` });
  }
  return 0;
}
