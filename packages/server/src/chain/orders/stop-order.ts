import type { Attempt } from './attempt.ts';
import { setAttention } from './claim-store.ts';
import type { OrderItem } from './order-policy.ts';
import { endClaim, type Claim } from './work-claims.ts';

/** Leaves an order to operators. */
export async function stopOrder<Item extends OrderItem>(
  claim: Claim<Item>,
  { detail, forgotten }: { readonly detail: string; readonly forgotten?: Attempt | undefined },
): Promise<void> {
  const { policy, item: claimed, row } = claim;
  await endClaim(claim, async (tx, item) => {
    if (forgotten !== undefined) await policy.forgetQuestion(tx, item, forgotten);
    await setAttention(tx, row, detail);
  });
  policy.say(claimed, { news: 'stopped', detail });
}
