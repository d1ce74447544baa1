import type { Statement } from '@tern/proofs/liabilities/read-statement';
import { compareReserves, ratioOf } from './reserve-ratio.ts';

/** As far back as the page looks: one count each day. */
export const daysShown = 90;

const dayMs = 86_400_000;
const dayOf = ({ day }: Pick<Statement, 'day'>) => Date.parse(day) / dayMs;

/**
 * What was held of what was owed of an asset on each day up to the newest statement, in percent; undefined on days without a
 * statement and without a debt. The statements are given from the oldest on. For drawing only.
 */
export function courseOf(statements: readonly Statement[], assetId: string): readonly (number | undefined)[] {
  const [oldest, newest] = [statements.at(0), statements.at(-1)];
  if (oldest === undefined || newest === undefined) return [];
  const last = dayOf(newest);
  const first = Math.max(dayOf(oldest), last - daysShown + 1);
  const course = Array.from<number | undefined>({ length: last - first + 1 });
  for (const statement of statements) {
    const reserve = compareReserves(statement.assets).find((each) => each.assetId === assetId);
    if (reserve !== undefined && dayOf(statement) >= first)
      course[dayOf(statement) - first] = Number(ratioOf(reserve)) / 100;
  }
  return course;
}
