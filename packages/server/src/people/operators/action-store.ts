import type { OperatorId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { JsonValue } from '@tern/db/schema';
import { sql, type RawBuilder } from 'kysely';
import type { OperatorAction, OperatorActionKind } from './operator-action.ts';

export type ActionFilter = {
  /** Name of an operator. */
  readonly operator?: string | undefined;
  readonly kind?: string | undefined;
  readonly subject?: string | undefined;
  /** About any of these. */
  readonly subjects?: readonly string[] | undefined;
  /** Beginnings of words in lower case, all of which stand in what somebody wrote: letters and digits only. */
  readonly words?: readonly string[] | undefined;
  /** Only rows behind this number and before that one. */
  readonly above?: number | undefined;
  readonly before?: number | undefined;
  readonly oldestFirst?: boolean | undefined;
  readonly limit: number;
};

type Row = {
  readonly seq: string;
  readonly operator_id: OperatorId | null;
  readonly name: string | null;
  readonly kind: OperatorActionKind;
  readonly subject: string;
  readonly details: { readonly [name: string]: JsonValue };
  readonly at: Date;
  readonly hash: string;
};

/** Rows of the log, newest first unless the filter says otherwise. */
export async function selectActions(db: DbReader, filter: ActionFilter): Promise<readonly OperatorAction[]> {
  const operatorId = filter.operator === undefined ? undefined : await findOperatorId(db, filter.operator);
  // Nobody of this name did nothing.
  if (filter.operator !== undefined && operatorId === undefined) return [];
  const { rows } = await actionRows({ ...filter, operatorId }).execute(db);
  return rows.map(({ seq, operator_id, name: operatorName, ...rest }) => ({
    ...rest,
    seq: Number(seq),
    operatorId: operator_id,
    operatorName,
  }));
}

async function findOperatorId(db: DbReader, name: string): Promise<OperatorId | undefined> {
  const { rows } = await sql<{ id: OperatorId }>`SELECT id FROM operators WHERE name = ${name}`.execute(db);
  return rows[0]?.id;
}

/** The statement, for tests that look at its plan as well: what a filter does not name is no condition of it. */
export function actionRows(filter: ActionFilter & { readonly operatorId?: OperatorId | undefined }): RawBuilder<Row> {
  const { operatorId, kind, subject, subjects, words, above, before } = filter;
  // Ranges of one value: an equation would let the planner walk through the whole log by its numbers for what is rare in it.
  const ofOperator =
    operatorId === undefined
      ? sql<boolean>`true`
      : sql<boolean>`a.operator_id BETWEEN ${operatorId}::uuid AND ${operatorId}::uuid`;
  const ofKind = kind === undefined ? sql<boolean>`true` : sql<boolean>`a.kind BETWEEN ${kind} AND ${kind}`;
  const about = subject === undefined ? sql<boolean>`true` : sql<boolean>`a.subject = ${subject}`;
  const aboutAny =
    subjects === undefined ? sql<boolean>`true` : sql<boolean>`a.subject = ANY(${[...subjects]}::text[])`;
  const written = words === undefined ? sql<boolean>`true` : isWritten(words);
  const behind = above === undefined ? sql<boolean>`true` : sql<boolean>`a.seq > ${above}::bigint`;
  const earlier = before === undefined ? sql<boolean>`true` : sql<boolean>`a.seq < ${before}::bigint`;
  return sql<Row>`
    SELECT a.seq, a.operator_id, o.name, a.kind, a.subject, a.details, a.at, encode(a.hash, 'hex') AS hash
      FROM operator_actions a LEFT JOIN operators o ON o.id = a.operator_id
     WHERE ${ofOperator} AND ${ofKind} AND ${about} AND ${aboutAny} AND ${written} AND ${behind} AND ${earlier}
     ${orderOf(filter)} LIMIT ${filter.limit}`;
}

/** The order in which the index of the narrowest condition has the rows; of few rows, that of their sorted numbers. */
function orderOf(filter: Parameters<typeof actionRows>[0]): RawBuilder<unknown> {
  const oldestFirst = filter.oldestFirst === true;
  if (filter.subject !== undefined || filter.subjects !== undefined || filter.words !== undefined)
    return oldestFirst ? sql`ORDER BY a.seq + 0` : sql`ORDER BY a.seq + 0 DESC`;
  if (filter.kind !== undefined)
    return oldestFirst ? sql`ORDER BY a.kind DESC, a.seq` : sql`ORDER BY a.kind, a.seq DESC`;
  if (filter.operatorId !== undefined)
    return oldestFirst ? sql`ORDER BY a.operator_id DESC, a.seq` : sql`ORDER BY a.operator_id, a.seq DESC`;
  return oldestFirst ? sql`ORDER BY a.seq` : sql`ORDER BY a.seq DESC`;
}

/** The expression is that of the index. */
function isWritten(words: readonly string[]): RawBuilder<boolean> {
  const query = words.map((word) => `${word}:*`).join(' & ');
  return sql<boolean>`to_tsvector('simple'::regconfig, coalesce(a.details ->> 'note', '') || ' '
    || coalesce(a.details ->> 'reason', '') || ' ' || coalesce(a.details ->> 'text', ''))
    @@ to_tsquery('simple'::regconfig, ${query})`;
}

/** The number of the first row from a time on; undefined where there is none so late. */
export async function selectFirstFrom(db: DbReader, at: Date): Promise<number | undefined> {
  const { rows } = await firstFrom(at).execute(db);
  return rows[0] === undefined ? undefined : Number(rows[0].seq);
}

/** The statement: rows of one time are ordered by their number as well. */
export function firstFrom(at: Date): RawBuilder<{ readonly seq: string }> {
  return sql<{ readonly seq: string }>`
    SELECT seq FROM operator_actions WHERE at >= ${at}::timestamptz ORDER BY at, seq LIMIT 1`;
}

export type ActionHead = { readonly seq: number; readonly hash: string };

export async function selectHead(db: DbReader): Promise<ActionHead> {
  const { rows } = await sql<{ seq: string; hash: string }>`
    SELECT seq, encode(hash, 'hex') AS hash FROM operator_action_head`.execute(db);
  return { seq: Number(rows[0]?.seq ?? 0), hash: rows[0]?.hash ?? '' };
}

/** What the row of a number says, and what its hash would have to be after the row that is stored before it. */
export type CheckedRow = { readonly seq: number; readonly hash: string; readonly expected: string };

/** The chain from the first row on, `limit` rows after number `after`. */
export async function selectChain(db: DbReader, after: number, limit: number): Promise<readonly CheckedRow[]> {
  const { rows } = await sql<{ seq: string; hash: string; expected: string }>`
    SELECT a.seq, encode(a.hash, 'hex') AS hash,
           encode(operator_action_hash(coalesce(b.hash, decode(repeat('00', 32), 'hex')), a), 'hex') AS expected
      FROM operator_actions a LEFT JOIN operator_actions b ON b.seq = a.seq - 1
     WHERE a.seq > ${after} ORDER BY a.seq LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}
