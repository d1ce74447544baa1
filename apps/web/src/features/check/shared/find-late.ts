import type { CheckedStatement } from './check-chain.ts';

/** What a count of a day may be late: normally it is taken at the first block after it was due. */
const lateMs = 300_000;

/** A count whose moment the house could have chosen. */
export type LateCount = { readonly number: number; readonly minutes: number };

/** The newest count of a day that was taken more than five minutes after it was due; the first one follows from no block. Pure. */
export function findLate(statements: readonly CheckedStatement[]): LateCount | undefined {
  const late = statements.findLast((each) => !each.demanded && each.number > 1 && lateBy(each) > lateMs);
  return late && { number: late.number, minutes: Math.floor(lateBy(late) / 60_000) };
}

function lateBy({ due, block }: CheckedStatement): number {
  return Date.parse(block.at) - Date.parse(due);
}
