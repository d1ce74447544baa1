/** From its first try on an event is tried for so long; then it is parked. */
export const triedForHours = 72;
/** What was delivered, or skipped, can be looked at and sent again for so long. */
export const keptDays = 30;
/** After a rotation the secret before signs beside the new one for so long. */
export const overlapHours = 24;

const firstSeconds = 5;
const longestSeconds = 3_600;

/**
 * How long an event rests after its `tries`-th try (from 1) failed, in seconds: 5, 10, 20 … 3,600, shortened by up to a half
 * as `random` (0 to 1) has it, so that what failed together does not come back together. Pure.
 */
export function restAfter(tries: number, random: number): number {
  return Math.min(longestSeconds, firstSeconds * 2 ** Math.min(tries - 1, 20)) * (1 - random / 2);
}

/** An event as it is sent; the keys in this order. */
export type WebhookBody = {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  /** Of two events of one subject the later one has the higher number. */
  readonly sequence: number;
  readonly subject: string;
  /** An operator had it sent again. */
  readonly replay: boolean;
  readonly data: unknown;
};
