import { crashPoint } from '@tern/base/crash-point';
import type { DbTx } from '@tern/db/database';
import type { DeathProof } from '@tern/tron/signer-protocol';
import type { SignedAttempt } from './attempt.ts';
import { clearWaiting, setAttention } from './claim-store.ts';
import { Unbooked, type Conclusion, type OrderDeps, type OrderItem, type OrderPolicy } from './order-policy.ts';
import { stopOrder } from './stop-order.ts';
import { endClaim, returnClaim, type Claim } from './work-claims.ts';

/** Ends an order as the irreversible chain shows it. False where that cannot be: it stops, or is tried again. */
export async function concludeSolid<Item extends OrderItem>(
  deps: OrderDeps,
  policy: OrderPolicy<Item>,
  claim: Claim<Item>,
  { attempt, facts }: Conclusion,
  againAfterMs: number,
): Promise<boolean> {
  const { verdict, block, transaction } = facts;
  const { points } = policy;
  const end = (work: (tx: DbTx, item: Item) => Promise<void>) => endOrder(deps, policy, claim, { work, againAfterMs });
  if (verdict.verdict === 'odd') {
    await concludeOdd(deps, policy, claim, { attempt, facts, detail: verdict.detail });
    return true;
  }
  if (verdict.verdict === 'paid') {
    crashPoint(points.paid);
    const done = await end((tx, item) => policy.concludePaid(tx, item, { attempt, facts }));
    crashPoint(points.ended);
    return done;
  }
  crashPoint(points.failed);
  const { code } = verdict;
  const at = { number: block.number, id: block.id, timeMs: block.timeMs };
  const proof: DeathProof = { cause: 'failed', txId: transaction.txId, block: at, resultCode: code };
  const done = await end((tx, item) => policy.concludeFailed(tx, item, { attempt, facts, code, proof }));
  crashPoint(points.ended);
  if (done) policy.say(claim.item, { news: 'failed', detail: code });
  return done;
}

/** The attempt can never be included any more. */
export async function concludeDead<Item extends OrderItem>(
  deps: OrderDeps,
  policy: OrderPolicy<Item>,
  claim: Claim<Item>,
  dead: { readonly attempt: SignedAttempt; readonly proof: DeathProof },
  againAfterMs: number,
): Promise<boolean> {
  const work = (tx: DbTx, item: Item) => policy.concludeDead(tx, item, dead);
  const done = await endOrder(deps, policy, claim, { work, againAfterMs });
  if (done) policy.say(claim.item, { news: 'expired', detail: dead.attempt.signed.txId });
  return done;
}

/** Nothing is booked: operators decide. */
async function concludeOdd<Item extends OrderItem>(
  deps: OrderDeps,
  policy: OrderPolicy<Item>,
  claim: Claim<Item>,
  odd: Conclusion & { readonly detail: string },
): Promise<void> {
  const { attempt, detail } = odd;
  await endClaim(deps, policy, claim, async (tx, item) => {
    await policy.concludeOdd(tx, item, odd);
    await setAttention(tx, claim.row, `attempt ${attempt.question.attempt} is in a block but shows ${detail}`);
  });
  policy.say(claim.item, { news: 'odd', detail });
}

async function endOrder<Item extends OrderItem>(
  deps: OrderDeps,
  policy: OrderPolicy<Item>,
  claim: Claim<Item>,
  { work, againAfterMs }: { work: (tx: DbTx, item: Item) => Promise<void>; againAfterMs: number },
): Promise<boolean> {
  try {
    return await endClaim(deps, policy, claim, async (tx, item) => {
      await work(tx, item);
      await clearWaiting(tx, claim.row);
    });
  } catch (error) {
    if (!(error instanceof Unbooked)) throw error;
    if (error.then === 'stop') await stopOrder(deps, policy, claim, { detail: error.message });
    else await returnClaim(deps, policy, claim, againAfterMs);
    return false;
  }
}
