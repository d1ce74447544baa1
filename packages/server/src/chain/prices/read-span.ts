import { assert } from '@tern/base/assert';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

export type Span = { readonly from: Date; readonly until: Date };

export type SpanInput = {
  /** How far back, in hours; to `beganAt` where it is undefined. */
  readonly hours: number | undefined;
  /** When what is shown began: the span never reaches further back. */
  readonly beganAt: Date | undefined;
};

/** From the beginning of a range, or of what there is where that is later, to now, by database time. */
export async function readSpan(db: DbReader, { hours, beganAt }: SpanInput): Promise<Span> {
  const { rows } = await sql<Span>`
    SELECT least(now(), greatest(now() - make_interval(hours => ${hours ?? null}::int),
                                 ${beganAt?.toISOString() ?? null}::timestamptz)) AS "from", now() AS until`.execute(
    db,
  );
  const [span] = rows;
  assert(span !== undefined, 'a statement without a table has one row');
  return span;
}
