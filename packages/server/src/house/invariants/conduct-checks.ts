import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import { replyKeptDays } from '../../platform/idempotency/public.ts';
import type { Breach, Window } from './breach.ts';

/** I13, I14, I19, I20 and I21: one effect and one reply, allowed steps, limits, factors, and two operators where needed. */
export async function findConductBreaches(db: DbReader, window: Window): Promise<readonly Breach[]> {
  return [
    ...(await findReplyBreaches(db, window)),
    ...(await findPathBreaches(db, window)),
    ...(await findAuthorityBreaches(db, window)),
    ...(await findLimitBreaches(db, window)),
  ];
}

async function findReplyBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    SELECT 'I13' AS invariant, format('withdrawal %s has no stored reply', w.id) AS finding
    FROM (SELECT * FROM withdrawals WHERE changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}) w
    -- A reply is deleted when it is older than that; a day less, so that both clocks of one row may be read a moment apart.
    WHERE w.created_at > now() - ${`${replyKeptDays - 1} days`}::interval AND NOT EXISTS (
      SELECT FROM idempotent_replies r WHERE r.person_id = w.person_id AND r.body ->> 'id' = w.record_id::text)
    UNION ALL
    SELECT 'I13', format('the reply to key %s of person %s tells of record %s, which is not theirs', r.key, r.person_id, r.body ->> 'id')
    FROM (
      SELECT * FROM idempotent_replies WHERE created_at >= ${since}::timestamptz ORDER BY created_at DESC LIMIT ${most}
    ) r
    WHERE r.body ? 'settlement'
      AND NOT EXISTS (SELECT FROM records e WHERE e.id = (r.body ->> 'id')::uuid AND e.person_id = r.person_id)
    ORDER BY 1, 2`.execute(db);
  return rows;
}

/** The steps there are, written from the table in ARCHITECTURE.md: widening the code's own table must not widen this one. */
const allowedSteps = [
  'requested>under-review',
  'requested>approved',
  'requested>completed',
  'under-review>approved',
  'under-review>completed',
  'under-review>rejected',
  'under-review>cancelled',
  'approved>signed',
  'approved>failed',
  'signed>broadcast',
  'signed>included',
  'signed>completed',
  'signed>approved',
  'signed>failed',
  'broadcast>included',
  'broadcast>completed',
  'broadcast>approved',
  'broadcast>failed',
  'included>broadcast',
  'included>completed',
  'included>approved',
  'included>failed',
];

async function findPathBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH recent AS (
      SELECT id, state FROM withdrawals WHERE changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}
    ), steps AS (
      SELECT w.id, w.state, s.from_state, s.to_state, s.id AS step,
             coalesce(lag(s.to_state) OVER along, 'requested') AS expected,
             lead(s.id) OVER along IS NULL AS is_last
      FROM recent w LEFT JOIN withdrawal_states s ON s.withdrawal_id = w.id
      WINDOW along AS (PARTITION BY w.id ORDER BY s.id)
    )
    SELECT 'I14' AS invariant, format('withdrawal %s went from %s to %s', id, from_state, to_state) AS finding
    FROM steps WHERE from_state || '>' || to_state <> ALL (${allowedSteps}::text[])
    UNION ALL
    SELECT 'I14', format('withdrawal %s went on from %s and was %s', id, from_state, expected)
    FROM steps WHERE from_state <> expected
    UNION ALL
    SELECT 'I14', format('withdrawal %s is %s, its last step led to %s', id, state, coalesce(to_state, 'nothing'))
    FROM steps WHERE is_last AND state IS DISTINCT FROM coalesce(to_state, 'requested')
    ORDER BY 1, 2`.execute(db);
  return rows;
}

async function findAuthorityBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH recent AS (
      SELECT * FROM withdrawals WHERE changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}
    )
    SELECT 'I20' AS invariant, format('withdrawal %s: no factors were given for its draft %s', w.id, w.draft_id) AS finding
    FROM recent w JOIN withdrawal_drafts d ON d.id = w.draft_id
    WHERE NOT EXISTS (
      SELECT FROM security_events e
      WHERE e.person_id = w.person_id AND e.kind = 'transfer-authorized' AND e.detail = encode(d.hash, 'hex'))
    UNION ALL
    SELECT 'I21', format('withdrawal %s is %s with %s of %s approvals', w.id, w.state, count(r.operator_id), w.approvals_needed)
    FROM recent w LEFT JOIN withdrawal_reviews r ON r.withdrawal_id = w.id AND r.decision = 'approve'
    WHERE w.state NOT IN ('requested', 'under-review', 'rejected', 'cancelled')
    GROUP BY w.id, w.state, w.approvals_needed HAVING count(r.operator_id) < w.approvals_needed
    UNION ALL
    SELECT 'I21', format('withdrawal %s was rejected by nobody', w.id)
    FROM recent w WHERE w.state = 'rejected' AND NOT EXISTS (
      SELECT FROM withdrawal_reviews r WHERE r.withdrawal_id = w.id AND r.decision = 'reject')
    UNION ALL
    SELECT 'I21', format('the decision of operator %s about withdrawal %s is not in their log', r.operator_id, w.id)
    FROM recent w JOIN withdrawal_reviews r ON r.withdrawal_id = w.id
    WHERE NOT EXISTS (
      SELECT FROM operator_actions a WHERE a.subject = w.id::text AND a.operator_id = r.operator_id
        AND a.kind = CASE r.decision WHEN 'approve' THEN 'withdrawal-approved' ELSE 'withdrawal-rejected' END)
    UNION ALL
    SELECT 'I21', format('correction %s names %s', id, coalesce(details ->> 'operators', 'nobody'))
    FROM (SELECT * FROM ledger.journals WHERE created_at >= ${since}::timestamptz ORDER BY id DESC LIMIT ${most}) j
    WHERE kind = 'correction' AND (
      jsonb_array_length(details -> 'operators') = 2 AND details -> 'operators' ->> 0 <> details -> 'operators' ->> 1
    ) IS NOT TRUE
    ORDER BY 1, 2`.execute(db);
  return rows;
}

/** Each transfer is held to the terms its draft was created under; those from before there were versions are not asked. */
async function findLimitBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH recent AS (
      SELECT w.*, d.terms_version, d.created_at AS drafted_at, (t.content ->> 'withdrawalDailyMax')::numeric AS daily_max,
        (t.content ->> 'reviewFrom')::numeric AS review_from, (t.content ->> 'secondOperatorFrom')::numeric AS second_from
      FROM (
        SELECT * FROM withdrawals WHERE changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}
      ) w JOIN withdrawal_drafts d ON d.id = w.draft_id JOIN terms t ON t.version = d.terms_version
      WHERE NOT w.own_move
    ), sent AS (
      -- Each transfer is read once however many its person made that day, and one of exactly 24 hours before does not count.
      SELECT o.id, sum(o.usdt_value) OVER (PARTITION BY o.person_id ORDER BY o.created_at
        RANGE BETWEEN interval '24 hours' - interval '1 microsecond' PRECEDING AND CURRENT ROW) AS total
      FROM withdrawals o
      WHERE NOT o.own_move AND o.state NOT IN ('rejected', 'cancelled', 'failed')
        AND o.person_id IN (SELECT person_id FROM recent)
        AND o.created_at > (SELECT min(created_at) FROM recent) - interval '24 hours'
    )
    SELECT 'I19' AS invariant, format('person %s sent %s in the day up to withdrawal %s', w.person_id, sent.total, w.id) AS finding
    FROM recent w JOIN sent ON sent.id = w.id WHERE sent.total > w.daily_max
    UNION ALL
    SELECT 'I21', format('withdrawal %s is worth %s and asks for %s approvals', id, usdt_value, approvals_needed)
    FROM recent
    WHERE approvals_needed < CASE WHEN usdt_value >= second_from THEN 2 WHEN usdt_value >= review_from THEN 1 ELSE 0 END
    UNION ALL
    -- A draft is stored some moments after its terms were read, and new ones may take effect between.
    SELECT 'I19', format('withdrawal %s was drawn up under terms %s, which were not in force', id, terms_version)
    FROM recent
    WHERE terms_version > (SELECT coalesce(max(version), 0) FROM terms WHERE effective_at <= drafted_at)
      OR terms_version < (SELECT max(version) FROM terms WHERE effective_at <= drafted_at - interval '1 minute')
    ORDER BY 1, 2`.execute(db);
  return rows;
}
