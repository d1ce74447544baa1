import { crashPoint } from '@tern/base/crash-point';
import type { DbTx } from '@tern/db/database';
import type { DeathProof } from '@tern/tron/signer-protocol';
import type { SignedAttempt } from './attempt.ts';
import { clearWaiting, setAttention } from './claim-store.ts';
import { Unbooked, type Conclusion, type OrderItem } from './order-policy.ts';
import { stopOrder } from './stop-order.ts';
import { endClaim, returnClaim, type Claim } from './work-claims.ts';

/** Ends an order as the irreversible chain shows it. False where that cannot be: it stops, or is tried again. */
export async function concludeSolid<Item extends OrderItem>(
  claim: Claim<Item>,
  { attempt, facts }: Conclusion,
  againAfterMs: number,
): Promise<boolean> {
  const { policy } = claim;
  const { verdict, block, transaction } = facts;
  const end = (work: (tx: DbTx, item: Item) => Promise<void>) => endOrder(claim, { work, againAfterMs });
  if (verdict.verdict === 'unexpected') {
    await concludeUnexpected(claim, { attempt, facts, detail: verdict.detail });
    return true;
  }
  if (verdict.verdict === 'paid') {
    crashPoint(policy.points.paid);
    const done = await end((tx, item) => policy.concludePaid(tx, item, { attempt, facts }));
    crashPoint(policy.points.ended);
    return done;
  }
  crashPoint(policy.points.failed);
  const { code } = verdict;
  const at = { number: block.number, id: block.id, timeMs: block.timeMs };
  const proof: DeathProof = { cause: 'failed', txId: transaction.txId, block: at, resultCode: code };
  const done = await end((tx, item) => policy.concludeFailed(tx, item, { attempt, facts, code, proof }));
  crashPoint(policy.points.ended);
  if (done) policy.say(claim.item, { news: 'failed', detail: code });
  return done;
}

/** The attempt can never be included any more. */
export async function concludeDead<Item extends OrderItem>(
  claim: Claim<Item>,
  dead: { readonly attempt: SignedAttempt; readonly proof: DeathProof },
  againAfterMs: number,
): Promise<boolean> {
  const { policy } = claim;
  const work = (tx: DbTx, item: Item) => policy.concludeDead(tx, item, dead);
  const done = await endOrder(claim, { work, againAfterMs });
  if (done) policy.say(claim.item, { news: 'expired', detail: dead.attempt.signed.txId });
  return done;
}

/** Nothing is booked: operators decide. */
async function concludeUnexpected<Item extends OrderItem>(
  claim: Claim<Item>,
  unexpected: Conclusion & { readonly detail: string },
): Promise<void> {
  const { policy, row } = claim;
  const { attempt, detail } = unexpected;
  await endClaim(claim, async (tx, item) => {
    await policy.concludeUnexpected(tx, item, unexpected);
    await setAttention(tx, row, `attempt ${attempt.question.attempt} is in a block but shows ${detail}`);
  });
  policy.say(claim.item, { news: 'unexpected', detail });
}

async function endOrder<Item extends OrderItem>(
  claim: Claim<Item>,
  { work, againAfterMs }: { work: (tx: DbTx, item: Item) => Promise<void>; againAfterMs: number },
): Promise<boolean> {
  try {
    return await endClaim(claim, async (tx, item) => {
      await work(tx, item);
      await clearWaiting(tx, claim.row);
    });
  } catch (error) {
    if (!(error instanceof Unbooked)) throw error;
    if (error.then === 'stop') await stopOrder(claim, { detail: error.message });
    else await returnClaim(claim, againAfterMs);
    return false;
  }
}
