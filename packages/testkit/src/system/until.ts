import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 40;

/**
 * Looks again and again until `poll` returns something other than undefined or false, and returns that. What `poll`
 * throws counts as not yet: processes may be down meanwhile. Throws after `timeoutMs`, with the last fault as its cause.
 */
export async function until<Result>(
  what: string,
  poll: () => Promise<Result | undefined | false> | Result | undefined | false,
  timeoutMs = 45_000,
): Promise<Result> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    let fault: unknown;
    try {
      const found = await poll();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      fault = error;
    }
    if (performance.now() > endMs) throw new Error(`${what}: not within ${timeoutMs / 1000} s`, { cause: fault });
    await wait(pollMs);
  }
}
