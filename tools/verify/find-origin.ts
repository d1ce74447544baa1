import type { PublishedSnapshot } from './check-chain.ts';
import { readStatement, type ReadStatement } from './read-statement.ts';

/**
 * The statement from whose block the moment of `chosen` follows: the last count of a day before it. None for the first count, and
 * for one that was asked for. Statements in their order, the oldest first.
 */
export function findOrigin(
  snapshots: readonly PublishedSnapshot[],
  chosen: PublishedSnapshot,
): ReadStatement | undefined {
  if (readStatement(chosen.statement).demanded) return undefined;
  return snapshots
    .filter(({ number }) => number < chosen.number)
    .map(({ statement }) => readStatement(statement))
    .findLast(({ demanded }) => !demanded);
}
