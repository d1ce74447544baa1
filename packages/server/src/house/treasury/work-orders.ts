import { broadcastDue, followDue, signDue } from '../../chain/orders/public.ts';
import type { TreasuryDeps } from './treasury-deps.ts';
import { orderDepsOf, treasuryPolicy } from './treasury-policy.ts';

type Most = { readonly limit: number };

/** Gets ready orders signed. Returns how many were. */
export function signOrders(deps: TreasuryDeps, most: Most): Promise<number> {
  return signDue(orderDepsOf(deps), treasuryPolicy(deps), most);
}

/** Hands signed orders to the nodes. Returns how many were handed out. */
export function broadcastOrders(deps: TreasuryDeps, most: Most): Promise<number> {
  return broadcastDue(orderDepsOf(deps), treasuryPolicy(deps), most);
}

/** Concludes what the irreversible chain shows of signed orders. Returns how many were concluded. */
export function followOrders(deps: TreasuryDeps, most: Most): Promise<number> {
  return followDue(orderDepsOf(deps), treasuryPolicy(deps), most);
}
