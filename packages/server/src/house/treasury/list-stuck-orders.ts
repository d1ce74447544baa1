import type { Database } from '@tern/db/database';
import { listOpenOrders, type OpenOrder } from './order-store.ts';

/** The one thing an operator can do about an order that is right whatever the cause turns out to be. */
export type SafeOrderAction = 'compare-and-resume' | 'mend-signer' | 'mend-nodes' | 'wait';

export type StuckOrder = OpenOrder & { readonly action: SafeOrderAction };

/** Longest an order is under way by itself: ten minutes of chain time for its bytes, twice as much for the proof that they are dead. */
const deadlineMinutes = 30;

/** Orders of the treasury that do not go on: stopped, waiting, or under way for too long. Proposals are people's matter. */
export async function listStuckOrders({ kysely }: Database): Promise<readonly StuckOrder[]> {
  const open = await listOpenOrders(kysely);
  return open
    .filter(({ state }) => state !== 'proposed')
    .filter(
      ({ attention, waitingFor, minutesOpen }) =>
        attention !== null || waitingFor !== null || minutesOpen > deadlineMinutes,
    )
    .map((order) => ({ ...order, action: safeActionOf(order) }));
}

/** Pure. */
export function safeActionOf({ attention, waitingFor }: Pick<OpenOrder, 'attention' | 'waitingFor'>): SafeOrderAction {
  if (attention !== null) return 'compare-and-resume';
  if (waitingFor === 'signer') return 'mend-signer';
  // What the signer refuses for a limit, a fee or a token goes on by itself; nothing known is the worker or its nodes.
  return waitingFor === null || waitingFor === 'node' ? 'mend-nodes' : 'wait';
}
