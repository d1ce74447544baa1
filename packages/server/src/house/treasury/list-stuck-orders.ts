import type { Database } from '@tern/db/database';
import { signerActionOf, type SignerAction } from '../../chain/orders/public.ts';
import { listOpenOrders, type OpenOrder, type OpenOrdersPage } from './order-store.ts';

/** The one thing an operator can do about an order that is right whatever the cause turns out to be. */
export type SafeOrderAction = 'compare-and-resume' | SignerAction | 'fix-nodes' | 'wait';

export type StuckOrder = OpenOrder & { readonly action: SafeOrderAction };

/**
 * Orders of the treasury that do not go on: stopped, waiting, or under way for too long. The oldest first, at most 500 unless
 * another page is asked for. Throws `INPUT_INVALID` for a place that is none.
 */
export async function listStuckOrders(
  { kysely }: Database,
  page: Pick<OpenOrdersPage, 'after' | 'limit'> = { limit: 500 },
): Promise<readonly StuckOrder[]> {
  const open = await listOpenOrders(kysely, { ...page, stuck: true });
  return open.map((order) => ({ ...order, action: safeActionOf(order) }));
}

/** Pure. */
export function safeActionOf({
  attention,
  waitingFor,
  waitingDetail,
}: Pick<OpenOrder, 'attention' | 'waitingFor' | 'waitingDetail'>): SafeOrderAction {
  if (attention !== null) return 'compare-and-resume';
  if (waitingFor === 'signer') return signerActionOf(waitingDetail);
  // What the signer refuses for a limit, a fee or a token goes on by itself; nothing known is the worker or its nodes.
  return waitingFor === null || waitingFor === 'node' || waitingFor === 'proof' ? 'fix-nodes' : 'wait';
}
