import type { CaseKind } from '@tern/contracts/routes/console-search';
import { sql, type RawBuilder } from 'kysely';

// Statements as values: a test looks at the plan of each as well.

export type FoundCase = {
  readonly of: CaseKind;
  readonly id: string;
  readonly open: boolean;
  readonly title: string | null;
};

/** What operators decide about or prepare, by its id; of a withdrawal also by the id of its record. */
export function casesById(id: string): RawBuilder<FoundCase> {
  return sql<FoundCase>`
    SELECT 'withdrawal' AS of, id::text, state = 'under-review' AS open, NULL AS title
      FROM withdrawals WHERE id = ${id}::uuid AND approvals_needed > 0
    UNION ALL
    SELECT 'withdrawal', id::text, state = 'under-review', NULL
      FROM withdrawals WHERE record_id = ${id}::uuid AND id <> ${id}::uuid AND approvals_needed > 0
    UNION ALL
    SELECT 'entry', e.id::text, e.decision IS NULL, a.texts #>> '{en,title}'
      FROM activity_entries e
      JOIN participations p ON p.id = e.participation_id
      JOIN activities a ON a.id = p.activity_id
     WHERE e.id = ${id}::uuid
    UNION ALL
    SELECT 'activity', id::text, state <> 'closed', texts #>> '{en,title}' FROM activities WHERE id = ${id}::uuid
    UNION ALL
    SELECT 'announcement', id::text, state = 'draft', texts #>> '{en,title}'
      FROM announcements WHERE id = ${id}::uuid
    UNION ALL
    SELECT 'complaint', id::text, answered_at IS NULL, subject FROM complaints WHERE id = ${id}::uuid`;
}

/** Whether the operators' log has a row about what has this id. */
export function isInLog(subject: string): RawBuilder<{ readonly known: boolean }> {
  return sql<{ readonly known: boolean }>`
    SELECT EXISTS (SELECT FROM operator_actions WHERE subject = ${subject}) AS known`;
}

export function journalById(id: string): RawBuilder<{ readonly id: string; readonly kind: string }> {
  return sql<{ readonly id: string; readonly kind: string }>`
    SELECT id::text, kind FROM ledger.journals WHERE id = ${id}::bigint`;
}
