import { utf8ToBytes } from '@noble/hashes/utils.js';
import { rootOfPath, type PathStep } from '../merkle-path.ts';
import type { LogHead } from './consistency.ts';
import { textOfDay, textOfEntry, type LoggedEntry } from './log-leaf.ts';

/** An entry with the ways from it to its day's root, and from the day to the log. */
export type EntryProof = LoggedEntry & {
  readonly path: readonly PathStep[];
  /** Of the day in the log, from 0. */
  readonly position: number;
  /** Of the day's tree. */
  readonly leaves: number;
  readonly root: string;
  readonly logPath: readonly PathStep[];
};

/** What following an entry's ways comes to. `entry`: it is not in its day. `day`: the day is not in the log. */
export type EntryFinding = 'in-log' | 'entry' | 'day';

/** Follows an entry from its text to the hash of the log, whose number of days says which turns the way has. Pure. */
export function followEntry(proof: EntryProof, { size, hash }: LogHead): EntryFinding {
  const { day, position, leaves, root, path, logPath } = proof;
  try {
    if (rootOfPath(utf8ToBytes(textOfEntry(proof)), path) !== root) return 'entry';
    const isThere = turnsOf(position, size) === logPath.map(({ side }) => side[0]).join('');
    return isThere && rootOfPath(utf8ToBytes(textOfDay({ position, day, leaves, root })), logPath) === hash ? 'in-log' : 'day';
  } catch {
    // What is no hash.
    return 'entry';
  }
}

/** On which sides the nodes beside the way from a leaf stand, from the bottom up: `l` or `r` for each. */
function turnsOf(position: number, size: number): string {
  if (!Number.isInteger(position) || position < 0 || position >= size) return '?';
  let turns = '';
  for (let [node, last] = [position, size - 1]; last > 0; [node, last] = [Math.floor(node / 2), Math.floor(last / 2)])
    if (node % 2 === 1) turns += 'l';
    else if (node < last) turns += 'r';
  return turns;
}
