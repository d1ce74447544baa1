import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { hashLeaf, hashNode } from '../merkle-path.ts';
import { textOfDay, type LoggedDay } from './log-leaf.ts';

type Peak = { readonly height: number; readonly hash: Uint8Array };

export type OpenLog = {
  /** Adds the next day and gives the hash of the log with it, hexadecimal. */
  readonly add: (day: LoggedDay) => string;
};

/** The log from its first day on. It keeps one hash for each binary digit of its size. */
export function openLog(): OpenLog {
  const peaks: Peak[] = [];
  return {
    add: (day) => {
      let peak: Peak = { height: 0, hash: hashDay(day) };
      for (let left = peaks.at(-1); left?.height === peak.height; left = peaks.at(-1)) {
        peaks.pop();
        peak = { height: peak.height + 1, hash: hashNode(left.hash, peak.hash) };
      }
      peaks.push(peak);
      const [last, ...others] = peaks.toReversed();
      if (last === undefined) throw new RangeError('a log without a day');
      return bytesToHex(others.reduce((right, { hash }) => hashNode(hash, right), last.hash));
    },
  };
}

/** A day's leaf in the log. */
export function hashDay(day: LoggedDay): Uint8Array {
  return hashLeaf(utf8ToBytes(textOfDay(day)));
}
