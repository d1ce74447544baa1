import type { OperatorId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

export type OpenSession = { readonly since: Date; readonly seenAt: Date };

/** The session that is open; an operator has one at most. */
export async function findSession(db: DbReader, operatorId: OperatorId): Promise<OpenSession | undefined> {
  const { rows } = await sql<OpenSession>`
    SELECT created_at AS since, seen_at AS "seenAt" FROM console_sessions
     WHERE operator_id = ${operatorId} AND ended_at IS NULL`.execute(db);
  return rows[0];
}

export type HistoryRow = {
  readonly seq: number;
  readonly at: Date;
  readonly kind: string;
  readonly operator: string | null;
  readonly subject: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly from: string | null;
  readonly note: string | null;
  readonly key: string | null;
};

/**
 * Rows of the log that an operator wrote, and those about them: about the operator, about what was proposed for them, and
 * about the break-glass request that let them in. Newest first, `limit` rows before number `before`.
 */
export async function selectHistory(
  db: DbReader,
  wanted: {
    readonly operatorId: OperatorId;
    readonly name: string;
    readonly before?: number | undefined;
    readonly limit: number;
  },
): Promise<readonly HistoryRow[]> {
  const { operatorId, name, limit } = wanted;
  const before = wanted.before ?? null;
  const { rows } = await sql<Omit<HistoryRow, 'seq'> & { readonly seq: string }>`
    SELECT a.seq, a.at, a.kind, o.name AS operator, a.subject, a.details ->> 'name' AS name, a.details ->> 'role' AS role,
           a.details ->> 'from' AS "from", a.details ->> 'note' AS note, a.details #>> '{key,name}' AS key
      FROM (
        (SELECT seq FROM operator_actions
          WHERE operator_id = ${operatorId} AND (${before}::bigint IS NULL OR seq < ${before})
          ORDER BY seq DESC LIMIT ${limit})
        UNION
        (SELECT seq FROM operator_actions
          WHERE subject IN (SELECT ${operatorId}::text
                             UNION ALL SELECT id::text FROM operator_changes WHERE name = ${name}
                             UNION ALL SELECT id::text FROM break_glass_requests WHERE operator_id = ${operatorId})
            AND (${before}::bigint IS NULL OR seq < ${before})
          ORDER BY seq DESC LIMIT ${limit})
      ) found JOIN operator_actions a ON a.seq = found.seq LEFT JOIN operators o ON o.id = a.operator_id
     ORDER BY a.seq DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}
