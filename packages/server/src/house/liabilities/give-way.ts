import { setTimeout as sleep } from 'node:timers/promises';

/** A set of accounts that takes longer than this many times the fastest had to wait for somebody else. */
const slowFrom = 1.5;
/** As many times as long as a set had to wait for others, they are left alone. */
const waitsFor = 2;
const longestWaitMs = 1_000;

/**
 * Tells how long to leave the machine to others after a set of accounts that took `tookMs`: the longer the more of the time of the
 * set went to them, and not at all where nobody else has work. Whoever reads a million balances cannot give the database's part of
 * it a lower priority.
 */
export function openGivingWay(): (tookMs: number) => number {
  let fastestMs = Number.POSITIVE_INFINITY;
  return (tookMs) => {
    fastestMs = Math.min(fastestMs, tookMs);
    return tookMs > slowFrom * fastestMs ? Math.min(longestWaitMs, waitsFor * (tookMs - fastestMs)) : 0;
  };
}

/** Hands on what `sets` gives, one after the other, and gives way to others in between. */
export async function* givingWay<Item>(sets: AsyncIterable<Item>): AsyncGenerator<Item> {
  const waitAfter = openGivingWay();
  let startMs = performance.now();
  for await (const set of sets) {
    const waitMs = waitAfter(performance.now() - startMs);
    yield set;
    if (waitMs > 0) await sleep(waitMs);
    startMs = performance.now();
  }
}
