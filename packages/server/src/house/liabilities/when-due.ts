import { createHash } from 'node:crypto';

const dayMs = 86_400_000;

/**
 * The moment of a day from which its snapshot is taken, at the first block whose deposits are booked. It follows from the id of
 * the block of the snapshot before and from the day, so that nobody knows it before that block, and everybody can compute
 * it after.
 *
 * @param day As `2026-11-29`, in UTC.
 * @param previousBlockId Of the snapshot before; empty for the first.
 */
export function whenDue(day: string, previousBlockId: string): Date {
  const drawn = createHash('sha256').update(`liabilities:${day}:${previousBlockId}`).digest().readUInt32BE(0);
  // The last hour is left free: whatever delays a snapshot, it is still the day's.
  const second = Math.floor((drawn * (dayMs / 1_000 - 3_600)) / 2 ** 32);
  return new Date(Date.parse(`${day}T00:00:00Z`) + second * 1_000);
}
