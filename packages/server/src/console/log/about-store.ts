import type { PersonId } from '@tern/base/ids';
import type { AboutKind } from '@tern/contracts/routes/console-log';
import { sql, type RawBuilder } from 'kysely';

/** What an id of the log stands for, as far as it is still there. */
export type About = {
  readonly id: string;
  readonly of: AboutKind;
  readonly person_id: PersonId | null;
  readonly public_id: string | null;
  readonly asset_id: string | null;
  readonly amount: string | null;
  readonly name: string | null;
};

/** What rows of a page are about. Every id is looked up by its key in each table; it stands in one of them. */
export function aboutSubjects(ids: readonly string[]): RawBuilder<About> {
  const wanted = [...ids];
  return sql<About>`
    SELECT id::text, 'person' AS of, id AS person_id, public_id, NULL AS asset_id, NULL::numeric AS amount, NULL AS name
      FROM people WHERE id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT w.id::text, 'withdrawal', p.id, p.public_id, w.asset_id, w.amount, NULL
      FROM withdrawals w JOIN people p ON p.id = w.person_id WHERE w.id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT id::text, 'deposit', NULL, NULL, asset, amount, NULL FROM deposits WHERE id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT id::text, 'order', NULL, NULL, asset_id, amount, kind FROM treasury_orders WHERE id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT id::text, 'activity', NULL, NULL, NULL, NULL, texts #>> '{en,title}'
      FROM activities WHERE id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT e.id::text, 'entry', p.id, p.public_id, NULL, NULL, a.texts #>> '{en,title}'
      FROM activity_entries e
      JOIN participations t ON t.id = e.participation_id
      JOIN activities a ON a.id = t.activity_id
      LEFT JOIN people p ON p.id = t.person_id
     WHERE e.id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT id::text, 'announcement', NULL, NULL, NULL, NULL, texts #>> '{en,title}'
      FROM announcements WHERE id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT c.id::text, 'complaint', p.id, p.public_id, NULL, NULL, NULL
      FROM complaints c LEFT JOIN people p ON p.id = c.person_id WHERE c.id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT r.id::text, 'reset', p.id, p.public_id, NULL, NULL, NULL
      FROM factor_resets r JOIN people p ON p.id = r.person_id WHERE r.id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT id::text, 'operator', NULL, NULL, NULL, NULL, name FROM operators WHERE id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT id::text, 'operator-change', NULL, NULL, NULL, NULL, name
      FROM operator_changes WHERE id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT b.id::text, 'operator', NULL, NULL, NULL, NULL, o.name
      FROM break_glass_requests b JOIN operators o ON o.id = b.operator_id WHERE b.id = ANY(${wanted}::uuid[])
    UNION ALL
    SELECT c.id::text, 'change', NULL, NULL, NULL, NULL, NULL
      FROM house_changes c
     WHERE c.id = ANY(${wanted}::uuid[]) AND NOT EXISTS (SELECT FROM webhooks w WHERE w.id = c.id)
    UNION ALL
    SELECT id::text, 'webhook', NULL, NULL, NULL, NULL, name FROM webhooks WHERE id = ANY(${wanted}::uuid[])`;
}

/** Everything that operators may have done something about for a person, at most a thousand of each sort. */
export function subjectsOfPerson(personId: PersonId): RawBuilder<{ readonly id: string }> {
  return sql<{ readonly id: string }>`
    SELECT ${personId}::text AS id
    UNION ALL
    (SELECT id::text FROM withdrawals WHERE person_id = ${personId} ORDER BY created_at DESC LIMIT 1000)
    UNION ALL
    (SELECT e.id::text FROM participations t JOIN activity_entries e ON e.participation_id = t.id
      WHERE t.person_id = ${personId} LIMIT 1000)
    UNION ALL
    (SELECT id::text FROM complaints WHERE person_id = ${personId} LIMIT 1000)
    UNION ALL
    (SELECT id::text FROM factor_resets WHERE person_id = ${personId} LIMIT 1000)`;
}
