import type { Clock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';
import { judgementMaxMs } from './judge-try.ts';
import type { LimitKey } from './limit-key.ts';
import { limitRate } from './limit-rate.ts';
import { moveHit, returnHit, type RateWindow } from './rate-window-store.ts';

/**
 * Takes one hit of each window for a try that is about to be judged, has it judged, and counts the hits. Where it was never
 * judged (`judge` throws) they are given back; where the process died, they leave their windows by themselves after thirty
 * seconds, and not after the windows' hour. Throws `TOO_MANY_REQUESTS` where one is full.
 */
export async function withJudgedHits<Result>(
  { db: { kysely: db }, clock }: { readonly db: Database; readonly clock: Clock },
  windows: readonly RateWindow[],
  judge: () => Promise<Result>,
): Promise<Result> {
  const now = clock.now();
  const taken: { readonly key: LimitKey; readonly at: Date }[] = [];
  try {
    for (const window of windows) {
      // As old as a hit that leaves the window when the judgement's time is over.
      const at = new Date(now.getTime() - window.windowMs + judgementMaxMs);
      await limitRate(db, window, now, at);
      taken.push({ key: window.key, at });
    }
    const result = await judge();
    for (const { key, at } of taken) await moveHit(db, key, { from: at, to: now });
    return result;
  } catch (error) {
    for (const { key, at } of taken) await returnHit(db, key, at);
    throw error;
  }
}
