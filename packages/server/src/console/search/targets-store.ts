import type { CaseKind } from '@tern/contracts/routes/console-search';
import { sql, type RawBuilder } from 'kysely';

// Statements as values: a test looks at the plan of each as well.

export type FoundCase = {
  readonly of: CaseKind;
  readonly id: string;
  readonly open: boolean;
  readonly title: string | null;
  readonly code: string | null;
};

/**
 * What operators decide about or prepare, by its id; of a withdrawal and of a held deposit also by the id of its record. What a
 * change has opened, a webhook or a key, has the id of the change and stands for both.
 */
export function casesById(id: string): RawBuilder<FoundCase> {
  return sql<FoundCase>`
    SELECT 'withdrawal' AS of, id::text, state = 'under-review' AS open, NULL AS title, NULL AS code
      FROM withdrawals WHERE id = ${id}::uuid AND approvals_needed > 0
    UNION ALL
    SELECT 'withdrawal', id::text, state = 'under-review', NULL, NULL
      FROM withdrawals WHERE record_id = ${id}::uuid AND id <> ${id}::uuid AND approvals_needed > 0
    UNION ALL
    SELECT 'held-deposit', deposit_id::text, outcome IS NULL, NULL, NULL
      FROM deposit_cases WHERE deposit_id = ${id}::uuid
    UNION ALL
    SELECT 'held-deposit', deposit_id::text, outcome IS NULL, NULL, NULL
      FROM deposit_cases WHERE record_id = ${id}::uuid AND deposit_id <> ${id}::uuid
    UNION ALL
    SELECT 'entry', e.id::text, e.decision IS NULL, a.texts #>> '{en,title}', NULL
      FROM activity_entries e
      JOIN participations p ON p.id = e.participation_id
      JOIN activities a ON a.id = p.activity_id
     WHERE e.id = ${id}::uuid
    UNION ALL
    SELECT 'activity', id::text, state <> 'closed', texts #>> '{en,title}', NULL
      FROM activities WHERE id = ${id}::uuid
    UNION ALL
    SELECT 'announcement', id::text, state = 'draft', texts #>> '{en,title}', NULL
      FROM announcements WHERE id = ${id}::uuid
    UNION ALL
    SELECT 'complaint', id::text, answered_at IS NULL, subject, NULL FROM complaints WHERE id = ${id}::uuid
    UNION ALL
    SELECT 'treasury-order', id::text, ended_at IS NULL, NULL, kind FROM treasury_orders WHERE id = ${id}::uuid
    UNION ALL
    SELECT 'change', c.id::text, c.state = 'proposed', NULL, c.content ->> 'kind'
      FROM house_changes c
     WHERE c.id = ${id}::uuid AND NOT EXISTS (SELECT FROM webhooks w WHERE w.id = c.id)
       AND NOT EXISTS (SELECT FROM service_keys k WHERE k.id = c.id)
    UNION ALL
    SELECT 'webhook', id::text, state = 'active', name, NULL FROM webhooks WHERE id = ${id}::uuid
    UNION ALL
    (SELECT 'webhook-event', e.id::text, d.state IN ('waiting', 'parked'), e.type, d.id::text
       FROM webhook_events e JOIN webhook_deliveries d ON d.sequence = e.sequence
      WHERE e.id = ${id}::uuid ORDER BY d.state IN ('waiting', 'parked') DESC, d.id DESC LIMIT 1)
    UNION ALL
    SELECT 'service-key', id::text, revoked_at IS NULL, name, NULL FROM service_keys WHERE id = ${id}::uuid`;
}

/** Whether the audit log has a row about what has this id. */
export function isInLog(subject: string): RawBuilder<{ readonly known: boolean }> {
  return sql<{ readonly known: boolean }>`
    SELECT EXISTS (SELECT FROM operator_actions WHERE subject = ${subject}) AS known`;
}

export function journalById(id: string): RawBuilder<{ readonly id: string; readonly kind: string }> {
  return sql<{ readonly id: string; readonly kind: string }>`
    SELECT id::text, kind FROM ledger.journals WHERE id = ${id}::bigint`;
}
