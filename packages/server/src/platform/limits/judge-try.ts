import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { assert } from '@tern/base/assert';
import type { Clock } from '@tern/base/clock';
import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import { giveTriesBack, reserveTries, settleTries, type ReservedTry } from './failure-counter-store.ts';
import type { PauseSchedule } from './failure-counter.ts';

/**
 * What looking at a try came to. `right` ends the row of wrong tries, `wrong` adds to it, `neither` leaves it as it was: a
 * code that was used before, or a proof that is not enough by itself.
 */
export type Verdict<Value> = { readonly verdict: 'right' | 'wrong' | 'neither'; readonly value: Value };

export type JudgedTry<Value> =
  | { readonly outcome: 'right'; readonly value: Value }
  | { readonly outcome: 'neither'; readonly value: Value }
  /** `failures`: wrong tries in a row, this one included; `pausedUntil`: when it began a pause. */
  | { readonly outcome: 'wrong'; readonly value: Value; readonly failures: number; readonly pausedUntil: Date | null }
  /** Not looked at: a pause is on. */
  | { readonly outcome: 'paused'; readonly pausedUntil: Date };

/** Longer than any judgement takes that is still of use to somebody who waits for it. */
export const judgementMaxMs = 30_000;
const turnMs = 10_000;
const firstPollMs = 10;
const slowestPollMs = 160;

/**
 * Reserves a try under `key`, has it judged, and counts what came out. Apart from the factors of transfers, whose tries go the
 * same way in sets (`openFactorLanes`), the only way to a counter of wrong tries.
 *
 * - A try is reserved and committed before it is looked at, so parallel guesses never get more looks than there are tries
 *   before the next pause. Never call it inside a database transaction.
 * - One that could still be right is not told of a lock: while the tries that are being judged could use up what is left, it
 *   waits its turn, for ten seconds at most; then `UNAVAILABLE`.
 * - A try that was never judged (`judge` throws: a queue is full, a connection broke) is given back and counts for nothing.
 *   Where the process died its reservation ends by itself after thirty seconds; what is judged later than that is refused
 *   with `UNAVAILABLE`, and counts if it was wrong.
 */
export async function judgeTry<Value>(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { key, pauses }: { readonly key: string; readonly pauses: PauseSchedule },
  judge: () => Promise<Verdict<Value>>,
): Promise<JudgedTry<Value>> {
  const own = { id: randomUUID(), key };
  const pausedUntil = await waitForTurn(async () => {
    const [reserved] = await reserveTries(db.kysely, [own], { pauses, now: clock.now(), leaseMs: judgementMaxMs });
    assert(reserved !== undefined, 'a try has an answer');
    return reserved;
  });
  if (pausedUntil !== null) return { outcome: 'paused', pausedUntil };
  let judged: Verdict<Value>;
  try {
    judged = await judge();
  } catch (error) {
    // Where even this fails, the reservation ends by itself.
    await giveTriesBack(db.kysely, [own.id]).catch(() => undefined);
    throw error;
  }
  const { verdict, value } = judged;
  const [settled] = await settleTries(db.kysely, [{ ...own, verdict }], { pauses, now: clock.now() });
  assert(settled !== undefined, 'a judgement has an end');
  if (verdict === 'wrong')
    return { outcome: 'wrong', value, failures: settled.failures, pausedUntil: settled.pausedUntil };
  if (!settled.inTime) throw problem('UNAVAILABLE');
  return { outcome: verdict, value };
}

/**
 * Asks to reserve a try until it may be judged, for ten seconds at most; then throws `UNAVAILABLE`. Null once it is reserved;
 * else until when a pause is on.
 */
export async function waitForTurn(reserve: () => Promise<ReservedTry>): Promise<Date | null> {
  const started = performance.now();
  let pollMs = firstPollMs;
  while (true) {
    const reserved = await reserve();
    if (reserved.outcome === 'judge') return null;
    if (reserved.outcome === 'paused') return reserved.pausedUntil;
    if (performance.now() - started > turnMs) throw problem('UNAVAILABLE');
    await pause(pollMs);
    pollMs = Math.min(pollMs * 2, slowestPollMs);
  }
}
