import { setTimeout as wait } from 'node:timers/promises';
import { problem } from '@tern/contracts/problem';

/**
 * Longest from a request's arrival until it is answered. Pages wait twice as long, so whoever asks hears from us, and not only
 * that nobody answered.
 */
export const answerWithinDefaultMs = 10_000;

/**
 * What `work` gives, if that is before `byMs` on the clock of `performance`. Throws `UNAVAILABLE` then: a commit whose standby is
 * silent waits without an end, and no limit of the database ends it. The work itself goes on and may still be done, so it is
 * asked for again under the same key.
 */
export async function answerInTime<Output>(work: Promise<Output>, byMs: number): Promise<Output> {
  const answered = new AbortController();
  const late = async (): Promise<never> => {
    await wait(Math.max(0, byMs - performance.now()), undefined, { ref: false, signal: answered.signal });
    throw problem('UNAVAILABLE');
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    answered.abort();
  }
}
