import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

const daySeconds = 86_400;

/**
 * The moment of a day from which its snapshot is taken, at the first block whose deposits are booked. It follows from the id of
 * the block of the snapshot before and from the day, so that nobody knows it before that block, and everybody can compute
 * it after. The first snapshot has no such block, so that nobody could be surprised by its moment: it is due at once.
 *
 * @param day As `2026-11-29`, in UTC.
 * @param previousBlockId Of the snapshot before; empty for the first.
 */
export function whenDue(day: string, previousBlockId: string): Date {
  if (previousBlockId === '') return new Date(`${day}T00:00:00Z`);
  const drawn = new DataView(sha256(utf8ToBytes(`liabilities:${day}:${previousBlockId}`)).buffer).getUint32(0);
  // The last hour is left free: whatever delays a snapshot, it is still the day's.
  const second = Math.floor((drawn * (daySeconds - 3_600)) / 2 ** 32);
  return new Date(Date.parse(`${day}T00:00:00Z`) + second * 1_000);
}
