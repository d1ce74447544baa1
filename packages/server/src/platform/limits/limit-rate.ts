import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import { takeHit, type RateWindow } from './rate-window-store.ts';

/** Takes one hit of a sliding window, as `takeHit`. Throws `TOO_MANY_REQUESTS` with the seconds to wait when it is full. */
export async function limitRate(db: DbReader, window: RateWindow, now: Date, at = now): Promise<void> {
  const full = await takeHit(db, window, now, at);
  if (full !== undefined)
    throw problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(full.retryAfterMs / 1000) });
}
