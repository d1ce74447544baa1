import { broadcastDue, followDue, signDue } from '../../chain/orders/public.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { orderDepsOf, payoutPolicy } from './payout-policy.ts';

type Most = { readonly limit: number };

/** Gets approved withdrawals signed. Returns how many were. */
export function signPayouts(deps: PayoutDeps, most: Most): Promise<number> {
  return signDue(orderDepsOf(deps), payoutPolicy(deps), most);
}

/** Hands signed payments to the nodes. Returns how many were handed out. */
export function broadcastPayouts(deps: PayoutDeps, most: Most): Promise<number> {
  return broadcastDue(orderDepsOf(deps), payoutPolicy(deps), most);
}

/** Concludes what the irreversible chain shows of signed payments. Returns how many were concluded. */
export function followPayouts(deps: PayoutDeps, most: Most): Promise<number> {
  return followDue(orderDepsOf(deps), payoutPolicy(deps), most);
}
