import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseAway } from '@tern/db/violations';

/** Longest that whoever opens a page waits for what is most likely as it was. */
const patienceMs = 1_000;

/**
 * What `read` says, or what it said last while the database is away or does not answer within a second: for what everybody
 * reads to open a page, and what changes seldom. Throws where there is nothing to give yet.
 */
export function keepLast<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let last: { readonly value: Read } | undefined;
  return async () => {
    const reading = read().then((value) => {
      last = { value };
      return value;
    });
    if (last === undefined) return await reading;
    const known = last.value;
    const kept = reading.catch((error: unknown) => {
      if (isDatabaseAway(error)) return known;
      throw error;
    });
    return await Promise.race([kept, wait(patienceMs, undefined, { ref: false }).then(() => known)]);
  };
}
