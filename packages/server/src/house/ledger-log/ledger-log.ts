import { hash } from 'node:crypto';
import { textOfBooks, textOfEntry, textOfNothing, type LoggedEntry } from '@tern/proofs/log/log-leaf';

/** Leaves of one chunk of a day, and the fewest that a day has: a power of two, so that a chunk is a whole subtree. */
export const leavesPerChunk = 1_024;

/** More than a century of days: the log is read whole, 200 bytes a day. */
export const allDays = 50_000;

const hashBytes = 32;

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

/** A node of a tree, as `hashNode` has it, by the implementation of the runtime: many times as fast. */
export function joinHashes(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer');
}

/** The secret part of a leaf, hexadecimal: it follows from the day's seed, and tells nothing about it. */
function nonceOf(seed: Buffer, name: string): string {
  return hash('sha256', Buffer.concat([seed, Buffer.from(name)]), 'hex').slice(0, 32);
}

/** The entry with the nonce that follows from its day's seed. */
export function withNonce(seed: Buffer, entry: Omit<LoggedEntry, 'nonce'>): LoggedEntry {
  return { ...entry, nonce: nonceOf(seed, `entry:${entry.owner}:${entry.assetId}:${entry.seq}`) };
}

export function leafOfEntry(seed: Buffer, entry: Omit<LoggedEntry, 'nonce'>): Buffer {
  return leafOf(textOfEntry(withNonce(seed, entry)));
}

/** The leaf that ties a day to the root of the books, which auditors compute from the tables. */
export function leafOfBooks(
  seed: Buffer,
  { day, dailyRoot }: { readonly day: string; readonly dailyRoot: string },
): Buffer {
  return leafOf(textOfBooks({ day, dailyRoot, nonce: nonceOf(seed, 'books') }));
}

/** The leaves that stand for nothing after so many others, so that all of them together are a power of two. */
export function* leavesOfNothing(seed: Buffer, { day, after }: { readonly day: string; readonly after: number }) {
  let all = leavesPerChunk;
  while (all < after) all *= 2;
  for (let place = after; place < all; place += 1)
    yield leafOf(textOfNothing({ day, nonce: nonceOf(seed, `nothing:${place}`) }));
}

/** Hashes that are kept one after the other. */
export function splitHashes(bytes: Buffer): readonly Buffer[] {
  return Array.from({ length: bytes.length / hashBytes }, (_, index) =>
    bytes.subarray(index * hashBytes, (index + 1) * hashBytes),
  );
}
