import { crashPoint } from '@tern/base/crash-point';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import type { SignedOrder } from '@tern/tron/signer-protocol';
import type { Attempt, Question } from './attempt.ts';
import { clearWaiting } from './claim-store.ts';
import { findHotShortage } from './find-hot-shortage.ts';
import { isWhatWasOrdered } from './is-what-was-ordered.ts';
import type { OrderDeps, OrderItem, OrderPolicy } from './order-policy.ts';
import { planQuestion } from './plan-question.ts';
import { stopOrder } from './stop-order.ts';
import { takeRefusal } from './take-refusal.ts';
import type { Wait } from './waiting.ts';
import { withFrameOf } from './with-frame-of.ts';
import { endClaim, postpone, underClaim, workClaims, type Claim } from './work-claims.ts';

/**
 * Gets orders signed: question stored, signer asked, bytes stored; nothing leaves the house here. A stored question is asked
 * again unchanged, and the signer answers the same one with the same bytes for ever. Returns how many were signed.
 */
export function signDue<Item extends OrderItem>(
  deps: OrderDeps,
  policy: OrderPolicy<Item>,
  { limit }: { readonly limit: number },
): Promise<number> {
  return workClaims(deps, policy, { step: 'sign', limit }, () => Promise.resolve(), signOrder);
}

async function signOrder<Item extends OrderItem>(claim: Claim<Item>): Promise<boolean> {
  const { deps, policy } = claim;
  let attempt: Attempt | undefined;
  try {
    attempt = await findOrStoreQuestion(claim);
    if (attempt === undefined) return false;
    crashPoint(policy.points.asked);
    const signed = await askSigner(deps, attempt.question);
    const question = withFrameOf(signed, attempt.question);
    const ordered = await policy.orderedBytes(claim.item, question);
    if (!isWhatWasOrdered(signed, ordered, question.expirationMs)) {
      await stopOrder(claim, { detail: 'the signer returned other bytes than ordered' });
      return false;
    }
    crashPoint(policy.points.signed);
    const stored = await endClaim(claim, async (tx, item) => {
      await policy.storeSigned(tx, item, { question, signed, owner: ordered.owner });
      await clearWaiting(tx, claim.row);
    });
    crashPoint(policy.points.stored);
    return stored;
  } catch (error) {
    if (error instanceof SignerUnavailable) await postpone(claim, { waitingFor: 'signer', detail: error.message });
    else if (error instanceof SignerRefusal) await takeRefusal(claim, { attempt, refusal: error });
    else throw error;
    return false;
  }
}

function askSigner({ signer }: OrderDeps, question: Question): Promise<SignedOrder> {
  return 'payment' in question ? signer.signOrder(question) : signer.signTreasuryOrder(question);
}

/**
 * The attempt whose question may be asked now; undefined where it has to wait. A question from before may be signed already,
 * and is kept, but it is not asked either while something stands in its way.
 */
async function findOrStoreQuestion<Item extends OrderItem>(claim: Claim<Item>): Promise<Attempt | undefined> {
  const { deps, policy, item } = claim;
  const { kysely } = deps.db;
  const known = await policy.findAttempt(kysely, item);
  if (known === undefined) return await storeQuestion(claim);
  const obstacle = await policy.findObstacle(kysely, item, known);
  if (obstacle === undefined) return known;
  await postpone(claim, obstacle);
  return undefined;
}

async function storeQuestion<Item extends OrderItem>(claim: Claim<Item>): Promise<Attempt | undefined> {
  const { deps, policy } = claim;
  const planned = await planQuestion(deps, policy, claim.item);
  if ('waitingFor' in planned) {
    await postpone(claim, planned);
    return undefined;
  }
  const { question, terms } = planned;
  let wait: Wait | undefined;
  // The claim is kept: the row is only checked to be still ours in the transaction that stores the question.
  const stored = await underClaim(claim, async (tx, item) => {
    wait = await policy.findObstacle(tx, item, undefined);
    // Planned from the chain; promised under the lock, where nobody else was promised the same meanwhile.
    wait ??= await findShortage(deps, tx, terms.need);
    if (wait === undefined) await policy.storeQuestion(tx, item, { question, costMaxSun: terms.costMaxSun });
  });
  if (!stored) return undefined;
  if (wait === undefined) return { question, signed: null, blockNumber: null };
  await postpone(claim, wait);
  return undefined;
}

async function findShortage(
  { outflows }: OrderDeps,
  tx: Parameters<typeof findHotShortage>[0],
  need: Parameters<typeof findHotShortage>[2] | undefined,
): Promise<Wait | undefined> {
  const short = need === undefined ? undefined : await findHotShortage(tx, outflows, need);
  if (need === undefined || short === undefined) return undefined;
  return { waitingFor: 'hot-wallet', detail: `${short === 'sun' ? 'TRX' : need.assetId} short` };
}
