import { hash } from 'node:crypto';
import { nonceOf, textOfBooks, textOfEntry, type LoggedEntry } from '@tern/proofs/log/log-leaf';

/** Leaves of one chunk of a day: a power of two, so that a chunk is a whole subtree. */
export const leavesPerChunk = 1_024;

export const hashBytes = 32;

/** A day of the log as it is kept; hashes are bytes. */
export type KeptDay = {
  readonly position: number;
  /** In UTC, like `2026-11-29`. */
  readonly day: string;
  readonly seed: Buffer;
  readonly leaves: number;
  readonly root: Buffer;
  /** Of the log whose last day this is. */
  readonly head: Buffer;
};

/** Domain-separated hash of a leaf's text, as everybody computes it. */
export function leafOf(text: string): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(0), Buffer.from(text)]), 'buffer');
}

/** The entry with the nonce that follows from its day's seed. */
export function withNonce(seed: Buffer, entry: Omit<LoggedEntry, 'nonce'>): LoggedEntry {
  return { ...entry, nonce: nonceOf(seed, `entry:${entry.owner}:${entry.assetId}:${entry.seq}`) };
}

export function leafOfEntry(seed: Buffer, entry: Omit<LoggedEntry, 'nonce'>): Buffer {
  return leafOf(textOfEntry(withNonce(seed, entry)));
}

/** The leaf that ties a day to the root of the books, which auditors compute from the tables. */
export function leafOfBooks(seed: Buffer, { day, dailyRoot }: { readonly day: string; readonly dailyRoot: string }): Buffer {
  return leafOf(textOfBooks({ day, dailyRoot, nonce: nonceOf(seed, 'books') }));
}
