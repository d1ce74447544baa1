import type { OperatorId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { JsonValue } from '@tern/db/schema';
import { sql } from 'kysely';
import type { OperatorAction, OperatorActionKind } from './operator-action.ts';

export type ActionFilter = {
  readonly operator?: string | undefined;
  readonly kind?: string | undefined;
  readonly subject?: string | undefined;
  /** Only rows before this number. */
  readonly before?: number | undefined;
  readonly limit: number;
};

/** Rows of the log, newest first. */
export async function selectActions(db: DbReader, filter: ActionFilter): Promise<readonly OperatorAction[]> {
  const { rows } = await sql<{
    seq: string;
    operator_id: OperatorId | null;
    name: string | null;
    kind: OperatorActionKind;
    subject: string;
    details: { readonly [name: string]: JsonValue };
    at: Date;
    hash: string;
  }>`
    SELECT a.seq, a.operator_id, o.name, a.kind, a.subject, a.details, a.at, encode(a.hash, 'hex') AS hash
      FROM operator_actions a LEFT JOIN operators o ON o.id = a.operator_id
     WHERE (${filter.operator ?? null}::text IS NULL OR o.name = ${filter.operator ?? null})
       AND (${filter.kind ?? null}::text IS NULL OR a.kind = ${filter.kind ?? null})
       AND (${filter.subject ?? null}::text IS NULL OR a.subject = ${filter.subject ?? null})
       AND (${filter.before ?? null}::bigint IS NULL OR a.seq < ${filter.before ?? null})
     ORDER BY a.seq DESC LIMIT ${filter.limit}`.execute(db);
  return rows.map(({ seq, operator_id: operatorId, name: operatorName, ...rest }) => ({
    ...rest,
    seq: Number(seq),
    operatorId,
    operatorName,
  }));
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
