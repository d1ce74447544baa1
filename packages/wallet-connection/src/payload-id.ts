import { randomInt } from 'node:crypto';

/**
 * A new id for a question of ours, as the ecosystem's clients make theirs: milliseconds and three random digits.
 *
 * @example
 * newPayloadId(1_700_000_000_000); // → 1_700_000_000_000_417
 */
export function newPayloadId(nowMs: number): number {
  return nowMs * 1_000 + randomInt(1_000);
}
