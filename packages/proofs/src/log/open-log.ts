import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { hashLeaf, hashNode } from '../merkle-path.ts';
import type { Inclusion } from './inclusion.ts';
import { textOfDay, type LoggedDay } from './log-leaf.ts';

export type OpenLog = {
  /** Adds the next day and gives the hash of the log with it, hexadecimal. */
  readonly add: (day: LoggedDay) => string;
  /** How many days it has. */
  readonly size: () => number;
  /** The hash of the log when it had so many days, hexadecimal. @throws RangeError where it has none or not as many */
  readonly headAt: (size: number) => string;
  /** The way from a day to the log of so many days (RFC 9162, 2.1.3.1). @throws RangeError where they are not there */
  readonly inclusion: (index: number, size: number) => Inclusion;
  /**
   * What shows that the log of `older` days is the beginning of the one of `newer` days, for `isConsistent` (RFC 9162,
   * 2.1.4.1). @throws RangeError where they are not there
   */
  readonly consistency: (older: number, newer: number) => string[];
};

/**
 * The log from its first day on. It keeps the hash of every whole subtree, so a day that is added and a proof between any two
 * sizes take some hashes each. A server with a quicker implementation of the same hash can give its own `join`.
 */
export function openLog(join: typeof hashNode = hashNode): OpenLog {
  /** Hashes of whole subtrees by their height, from the first day on. */
  const levels: Uint8Array[][] = [[]];
  const count = (): number => levels[0]?.length ?? 0;

  /** The hash over `size` days from `start`, a multiple of the largest power of two that is not above `size`. */
  const hashOver = (start: number, size: number): Uint8Array => {
    const half = halfOf(size);
    if (size === 1 || half * 2 === size) return levels[Math.log2(size)]?.[start / size] as Uint8Array;
    return join(hashOver(start, half), hashOver(start + half, size - half));
  };
  const requireSize = (size: number, most = count()): void => {
    if (!Number.isInteger(size) || size < 1 || size > most) throw new RangeError(`no log of ${size} days`);
  };
  const headAt = (size: number): string => {
    requireSize(size);
    return bytesToHex(hashOver(0, size));
  };

  return {
    add: (day) => {
      let hash = hashDay(day);
      for (let height = 0; ; height += 1) {
        const level = (levels[height] ??= []);
        level.push(hash);
        const left = level.at(-2);
        if (level.length % 2 === 1 || left === undefined) break;
        hash = join(left, hash);
      }
      return headAt(count());
    },
    size: count,
    headAt,
    inclusion: (index, size) => {
      requireSize(size);
      requireSize(index + 1, size);
      const path: Uint8Array[] = [];
      for (let [start, under] = [0, size]; under > 1;) {
        const half = halfOf(under);
        const isLeft = index < start + half;
        path.push(isLeft ? hashOver(start + half, under - half) : hashOver(start, half));
        [start, under] = isLeft ? [start, half] : [start + half, under - half];
      }
      return { index, size, path: path.toReversed().map(bytesToHex) };
    },
    consistency: (older, newer) => {
      requireSize(newer);
      requireSize(older, newer);
      const path: Uint8Array[] = [];
      let [start, under] = [0, newer];
      while (older - start < under) {
        const half = halfOf(under);
        const isLeft = older - start <= half;
        path.push(isLeft ? hashOver(start + half, under - half) : hashOver(start, half));
        [start, under] = isLeft ? [start, half] : [start + half, under - half];
      }
      // An older log that is a whole subtree is what the reader has already.
      if (start > 0) path.push(hashOver(start, under));
      return path.toReversed().map(bytesToHex);
    },
  };
}

/** A day's leaf in the log. */
export function hashDay(day: LoggedDay): Uint8Array {
  return hashLeaf(utf8ToBytes(textOfDay(day)));
}

/** The largest power of two below `size`; of 1, a half. */
function halfOf(size: number): number {
  return 2 ** (Math.ceil(Math.log2(size)) - 1);
}
