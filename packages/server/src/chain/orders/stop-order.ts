import type { Attempt } from './attempt.ts';
import { setAttention } from './claim-store.ts';
import type { OrderDeps, OrderItem, OrderPolicy } from './order-policy.ts';
import { endClaim, type Claim } from './work-claims.ts';

/** Leaves an order to operators. */
export async function stopOrder<Item extends OrderItem>(
  deps: OrderDeps,
  policy: OrderPolicy<Item>,
  claim: Claim<Item>,
  { detail, forgotten }: { readonly detail: string; readonly forgotten?: Attempt | undefined },
): Promise<void> {
  await endClaim(deps, policy, claim, async (tx, item) => {
    if (forgotten !== undefined) await policy.forgetQuestion(tx, item, forgotten);
    await setAttention(tx, claim.row, detail);
  });
  policy.say(claim.item, { news: 'stopped', detail });
}
