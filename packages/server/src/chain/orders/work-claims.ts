import { randomUUID } from 'node:crypto';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import {
  lockClaimed,
  releaseLease,
  renewLease,
  revokeLease,
  setDue,
  setWaiting,
  type ClaimedRow,
} from './claim-store.ts';
import type { OrderDeps, OrderItem, OrderPolicy, OrderStep } from './order-policy.ts';
import { expensiveCauses, type Wait } from './waiting.ts';

/**
 * How long a worker's claim lasts, by database time, unless it is lengthened: what a dead one had is picked up after it.
 * Nothing is signed twice when a claim runs out; but what takes longer than a claim would never come to its end.
 */
const leaseSeconds = 30;
const renewAfterMs = (leaseSeconds * 1_000) / 3;

/** When an order on which a step failed unexpectedly is looked at again. */
const faultRetryMs = 30_000;

/** An order that this worker alone may move, as it was when it was claimed, with all that it takes to move it. */
export type Claim<Item extends OrderItem> = {
  readonly deps: OrderDeps;
  readonly policy: OrderPolicy<Item>;
  readonly item: Item;
  readonly row: ClaimedRow;
};

/**
 * Claims orders that are due for a step and works through them one after the other; each claim is kept for as long as its
 * work takes. One that throws is given back and holds up no other; what it threw is thrown at the end. `prepare` runs once,
 * and only where there is something to do. Returns how many `work` said were done.
 */
export async function workClaims<Item extends OrderItem, Prepared>(
  deps: OrderDeps,
  policy: OrderPolicy<Item>,
  claiming: { readonly step: OrderStep; readonly limit: number },
  prepare: () => Promise<Prepared>,
  work: (claim: Claim<Item>, prepared: Prepared) => Promise<boolean>,
): Promise<number> {
  const { db } = deps;
  const lease = randomUUID();
  const items = await policy.claim(db, { ...claiming, lease, leaseSeconds });
  if (items.length === 0) return 0;
  const prepared = await prepare();
  const faults: unknown[] = [];
  let done = 0;
  for (const item of items) {
    const claim: Claim<Item> = { deps, policy, item, row: { table: policy.table, id: item.id, lease } };
    if (deps.stopping?.aborted === true) {
      await releaseLease(db.kysely, claim.row);
      continue;
    }
    if (!(await renewLease(db.kysely, claim.row, leaseSeconds))) continue;
    // A renewal that fails is made up for by the next one, or the claim runs out and the work is done again.
    const renewal = setInterval(
      () => void renewLease(db.kysely, claim.row, leaseSeconds).catch(() => undefined),
      renewAfterMs,
    );
    try {
      if (await work(claim, prepared)) done += 1;
    } catch (error) {
      faults.push(error);
      await returnClaim(claim, faultRetryMs);
    } finally {
      clearInterval(renewal);
    }
  }
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} of ${items.length} orders failed`);
  if (faults.length === 1) throw faults[0];
  return done;
}

/**
 * Runs `work` on the order as it is now, locked, if the claim still holds. False where it had run out: then somebody else
 * has gone on from here, and nothing was done.
 */
export function underClaim<Item extends OrderItem>(
  { deps, policy, item, row }: Claim<Item>,
  work: (tx: DbTx, current: Item) => Promise<void>,
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    if (!(await lockClaimed(tx, row))) return false;
    await work(tx, await policy.read(tx, item.id));
    return true;
  });
}

/** As `underClaim`, and gives the claim back when it commits. */
export function endClaim<Item extends OrderItem>(
  claim: Claim<Item>,
  work: (tx: DbTx, current: Item) => Promise<void>,
): Promise<boolean> {
  return underClaim(claim, async (tx, current) => {
    await work(tx, current);
    await revokeLease(tx, claim.row);
  });
}

/** Gives a claim back with nothing done, and puts the order off. */
export async function returnClaim<Item extends OrderItem>(claim: Claim<Item>, afterMs: number): Promise<void> {
  await endClaim(claim, (tx) => setDue(tx, claim.row, afterMs));
}

/** Gives a claim back and notes what the order waits for. Said once, not at every look. */
export async function postpone<Item extends OrderItem>(
  claim: Claim<Item>,
  wait: Wait,
  afterMs?: number,
): Promise<void> {
  const { policy, item, row } = claim;
  const { soonMs, expensiveMs } = policy.pace;
  const againAfterMs = afterMs ?? (expensiveCauses.has(wait.waitingFor) ? expensiveMs : soonMs);
  let news = false;
  await endClaim(claim, async (tx) => {
    news = await setWaiting(tx, row, wait, againAfterMs);
  });
  if (news) policy.say(item, { news: 'waits', wait });
}
