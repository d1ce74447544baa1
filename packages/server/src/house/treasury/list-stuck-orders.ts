import type { Database } from '@tern/db/database';
import { listOpenOrders, type OpenOrder } from './order-store.ts';

/** The one thing an operator can do about an order that is right whatever the cause turns out to be. */
export type SafeOrderAction = 'compare-and-resume' | 'fix-signer' | 'fix-nodes' | 'wait';

export type StuckOrder = OpenOrder & { readonly action: SafeOrderAction };

/**
 * Longest time in a state that is no reason to look, in minutes, whatever the nodes say meanwhile: signed bytes live for five
 * minutes of chain time, and the proof that they are dead takes a little more.
 */
const deadlineMinutes = { ready: 30, signed: 15 } as const;

/** Orders of the treasury that do not go on: stopped, waiting, or under way for too long. Proposals are people's matter. */
export async function listStuckOrders({ kysely }: Database): Promise<readonly StuckOrder[]> {
  const open = await listOpenOrders(kysely);
  return open
    .filter(({ state }) => state !== 'proposed')
    .filter(isStuck)
    .map((order) => ({ ...order, action: safeActionOf(order) }));
}

/** Nodes that are a block apart show an order unlike for a moment; what is not signed yet says at once why. */
function isStuck({ state, attention, waitingFor, minutesInState }: OpenOrder): boolean {
  if (attention !== null) return true;
  if (state === 'signed') return minutesInState > deadlineMinutes.signed;
  return waitingFor !== null || minutesInState > deadlineMinutes.ready;
}

/** Pure. */
export function safeActionOf({ attention, waitingFor }: Pick<OpenOrder, 'attention' | 'waitingFor'>): SafeOrderAction {
  if (attention !== null) return 'compare-and-resume';
  if (waitingFor === 'signer') return 'fix-signer';
  // What the signer refuses for a limit, a fee or a token goes on by itself; nothing known is the worker or its nodes.
  return waitingFor === null || waitingFor === 'node' || waitingFor === 'proof' ? 'fix-nodes' : 'wait';
}
