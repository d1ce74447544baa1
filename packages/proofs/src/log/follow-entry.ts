import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hashLeaf } from '../merkle-path.ts';
import type { LogHead } from './consistency.ts';
import { rootOfInclusion, type Inclusion } from './inclusion.ts';
import { textOfEntry, type LoggedEntry } from './log-leaf.ts';
import { hashDay } from './open-log.ts';

/** An entry with its place in its day and the day's place in the log. */
export type EntryProof = LoggedEntry & {
  /** Of the day. */
  readonly root: string;
  readonly inDay: Inclusion;
  readonly inLog: Inclusion;
};

/** What following an entry's ways comes to. `entry`: it is not in its day. `day`: the day is not in the log. */
export type EntryFinding = 'in-log' | 'entry' | 'day';

/** Follows an entry from its text to the hash of the log, each time from its own place alone. Pure. */
export function followEntry(proof: EntryProof, { size, hash }: LogHead): EntryFinding {
  const { day, root, inDay, inLog } = proof;
  try {
    if (rootOfInclusion(hashLeaf(utf8ToBytes(textOfEntry(proof))), inDay) !== root) return 'entry';
    const leaf = hashDay({ position: inLog.index, day, leaves: inDay.size, root });
    return inLog.size === size && rootOfInclusion(leaf, inLog) === hash ? 'in-log' : 'day';
  } catch {
    // What is no hash.
    return 'entry';
  }
}
