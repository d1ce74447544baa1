import type { PublishedSnapshot } from './check-chain.ts';
import { readStatement } from './read-statement.ts';

/** How long after it was due a count of a day may be: it is taken at a block, and blocks come every three seconds. */
const lateSeconds = 300;

/** How many of the newest statements are a finding where they were late. */
const recent = 31;

/**
 * Counts of a day whose block is more than five minutes later than they were due: from among the blocks since then, the house
 * could have chosen the moment of the next one. The first count follows from no block, and nobody can tell when one that was
 * asked for was due. Of the 31 newest each is a finding; an older one is said. Statements in their order, the oldest first.
 */
export function findLate(snapshots: readonly PublishedSnapshot[]): {
  readonly said: readonly string[];
  readonly found: readonly string[];
} {
  const late = snapshots.flatMap(({ number, statement }, at) => {
    const { due, block, demanded } = readStatement(statement);
    const seconds = Math.floor((Date.parse(block.time) - Date.parse(due)) / 1_000);
    if (demanded || number === 1 || seconds <= lateSeconds) return [];
    const text = `snapshot ${number}: was counted ${Math.floor(seconds / 60)} minutes late, so its moment could be chosen`;
    return [{ text, isRecent: snapshots.length - at <= recent }];
  });
  return {
    said: late.filter(({ isRecent }) => !isRecent).map(({ text }) => text),
    found: late.filter(({ isRecent }) => isRecent).map(({ text }) => text),
  };
}
