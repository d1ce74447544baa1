import type { OperatorId } from '@tern/base/ids';
import { waitingKind, type WaitingKind } from '@tern/contracts/routes/console-home';
import type { DbReader } from '@tern/db/database';
import { sql, type RawBuilder } from 'kysely';
import { graveReasons, isGoingBack } from '../../money/deposits/public.ts';
import { isStranger } from '../../people/operators/public.ts';

/** What happens at the time by which something is due. */
export type DueIs = 'promise' | 'alarm' | 'lapse' | 'start';

/** All of one kind that waits, before it is known who asks in which role. */
export type WaitingRow = {
  readonly kind: WaitingKind;
  readonly items: number;
  /** Those about which this operator has neither decided nor is barred from deciding. */
  readonly free: number;
  readonly oldest: Date | null;
  readonly began: Date | null;
  readonly due: Date | null;
  readonly dueIs: DueIs | null;
  readonly first: string | null;
};

/** What people are told when a transfer goes to review: "We answer within 24 hours." */
const reviewHours = 24;
/** As the alarms BonusesWait and ArrivalsOverdue have it. */
const bonusHours = 48;
const arrivalHours = 24;
/** After which a proposal about operators can no longer be approved, and a suggestion of another system no longer be proposed. */
const proposalDays = 7;

/** Kinds of what does not go on, which the pages of each judge outside SQL. */
export const standingKinds = ['stuck-payouts', 'stuck-orders', 'first-steps'] as const satisfies readonly WaitingKind[];

/** All others, which are counted in one statement. */
const countedKinds = waitingKind.options.filter((kind) => !standingKinds.some((standing) => standing === kind));

/**
 * Every counted kind, the empty ones too, as the operator `me` finds it, who may be none of them. Each list of the console shows the
 * same rows.
 */
export async function selectWaiting(
  db: DbReader,
  me: OperatorId,
): Promise<{ readonly rows: readonly WaitingRow[]; readonly now: Date }> {
  const { rows } = await sql<WaitingRow & { now: Date }>`
    WITH waiting (kind, since, due, due_is, free, id) AS (${aboutPeople(me)} UNION ALL ${aboutHouse(me)}),
    due_first AS (
      SELECT DISTINCT ON (kind) kind, since, due, due_is, id FROM waiting ORDER BY kind, due NULLS LAST, since, id)
    SELECT k.kind, count(w.kind)::int AS items, count(w.kind) FILTER (WHERE w.free)::int AS free, min(w.since) AS oldest,
           f.since AS began, f.due, f.due_is AS "dueIs", f.id AS first, clock_timestamp() AS now
      FROM unnest(${countedKinds}::text[]) WITH ORDINALITY AS k (kind, place)
      LEFT JOIN waiting w USING (kind) LEFT JOIN due_first f USING (kind)
     GROUP BY k.kind, k.place, f.since, f.due, f.due_is, f.id ORDER BY k.place`.execute(db);
  return {
    rows: rows.map(({ now: _now, ...row }) => row),
    now: rows[0]?.now ?? new Date(0),
  };
}

function inHours(hours: number): RawBuilder<unknown> {
  return sql`make_interval(hours => ${hours}::int)`;
}

/** Whether this operator has not voted about it yet. */
function isUnsaid(me: OperatorId, subject: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`NOT EXISTS (SELECT FROM quarantine_votes v WHERE v.subject = ${subject} AND v.operator_id = ${me})`;
}

function aboutPeople(me: OperatorId): RawBuilder<unknown> {
  return sql`
    SELECT 'withdrawals', w.created_at, w.created_at + ${inHours(reviewHours)}, 'promise',
           NOT EXISTS (SELECT FROM withdrawal_reviews r WHERE r.withdrawal_id = w.id AND r.operator_id = ${me})
             AND ${isStranger(me, sql`w.person_id`)}
             AND ${isStranger(me, sql`(SELECT v.person_id FROM wallets v WHERE v.address = w.to_address)`)}, w.id::text
      FROM withdrawals w WHERE w.state = 'under-review'
    UNION ALL SELECT 'held-deposits', c.opened_at, c.until, 'lapse', ${isStranger(me, sql`r.person_id`)}, c.deposit_id::text
      FROM deposit_cases c JOIN records r ON r.id = c.record_id WHERE c.outcome IS NULL
    UNION ALL SELECT 'entries', e.submitted_at, e.due_at, 'promise', ${isStranger(me, sql`p.person_id`)}, e.id::text
      FROM activity_entries e JOIN participations p ON p.id = e.participation_id
     WHERE e.decision IS NULL AND p.state = 'under-review' AND e.number = p.entries
    UNION ALL SELECT 'complaints', c.filed_at, c.due_at, 'promise', ${isStranger(me, sql`c.person_id`)}, NULL
      FROM complaints c WHERE c.answered_at IS NULL
    UNION ALL SELECT 'bonuses', g.created_at, g.created_at + ${inHours(bonusHours)}, 'alarm',
           ${isStranger(me, sql`g.person_id`)}, NULL
      FROM bonus_grants g WHERE g.state = 'review'
    UNION ALL SELECT 'resets', f.started_at, f.ready_at, 'promise',
           NOT EXISTS (SELECT FROM factor_reset_decisions d WHERE d.reset_id = f.id AND d.operator_id = ${me})
             AND ${isStranger(me, sql`f.person_id`)}, NULL
      FROM factor_resets f WHERE f.state = 'waiting' AND f.ended_at IS NULL`;
}

function aboutHouse(me: OperatorId): RawBuilder<unknown> {
  return sql`
    SELECT 'suspense', d.created_at, d.created_at + ${inHours(arrivalHours)}, 'alarm', ${isUnsaid(me, sql`'deposit:' || d.id`)},
           NULL
      FROM deposits d WHERE d.destination = 'suspense' AND NOT ${isGoingBack}
       AND NOT EXISTS (SELECT FROM suspense_resolutions r WHERE r.deposit_id = d.id)
    UNION ALL SELECT 'quarantine', q.created_at, q.created_at + ${inHours(arrivalHours)}, 'alarm', true, NULL
      FROM quarantined_inflows q WHERE q.dismissed_at IS NULL AND q.reason = ANY (${[...graveReasons]}::text[])
    UNION ALL SELECT 'quarantine', z.frozen_at, z.frozen_at, 'alarm', ${isUnsaid(me, sql`'token:' || z.asset`)}, NULL
      FROM token_freezes z
    UNION ALL SELECT 'cold-orders', t.created_at, NULL::timestamptz, NULL,
           NOT EXISTS (SELECT FROM treasury_reviews r WHERE r.order_id = t.id AND r.operator_id = ${me}), NULL
      FROM treasury_orders t WHERE t.state = 'proposed'
    UNION ALL SELECT 'reserves', s.kept_at, s.kept_at + ${inHours(arrivalHours)}, 'alarm', true, NULL
      FROM deposit_surpluses s WHERE s.ended_at IS NULL AND s.state <> 'returning'
       AND NOT EXISTS (SELECT FROM house_changes h WHERE h.state = 'proposed' AND h.content->>'surplusId' = s.id::text)
    UNION ALL SELECT CASE WHEN h.content->>'kind' IN ('surplus', 'cold-return', 'loss') THEN 'reserves'
                          WHEN h.content->>'kind' = 'terms' THEN 'terms'
                WHEN h.content->>'kind' IN ('level-limits', 'person-level') THEN 'levels'
                WHEN h.content->>'kind' = 'sign-out-everybody' THEN 'sign-outs'
                WHEN h.content->>'kind' LIKE 'webhook-%' THEN 'webhooks'
                WHEN h.content->>'kind' IN ('refused-addresses', 'screening-rule') THEN 'screening'
                WHEN h.content->>'kind' LIKE 'key-%' THEN 'keys' ELSE 'funds' END,
           h.proposed_at, NULL, NULL, h.proposed_by <> ${me}
             AND ${isStranger(me, sql`(SELECT p.id FROM people p WHERE p.public_id = h.content->>'person')`)}, NULL
      FROM house_changes h WHERE h.state = 'proposed'
    UNION ALL SELECT 'funds', g.made_at, g.made_at + make_interval(days => ${proposalDays}::int), 'lapse', true, NULL
      FROM service_suggestions g JOIN service_keys k ON k.id = g.key_id
     WHERE g.change_id IS NULL AND k.revoked_at IS NULL
       AND g.made_at > clock_timestamp() - make_interval(days => ${proposalDays}::int)
    UNION ALL SELECT 'announcements', a.written_at, a.send_at, 'start', a.written_by <> ${me}, NULL
      FROM announcements a WHERE a.state = 'draft'
    UNION ALL SELECT 'activities', a.created_at, a.opens_at, 'start', a.changed_by IS DISTINCT FROM ${me}, a.id::text
      FROM activities a WHERE a.state = 'draft'
    UNION ALL SELECT 'operators', c.proposed_at, c.proposed_at + make_interval(days => ${proposalDays}::int), 'lapse',
           c.proposed_by <> ${me} AND c.name IS DISTINCT FROM (SELECT o.name FROM operators o WHERE o.id = ${me}), NULL
      FROM operator_changes c WHERE c.state = 'proposed'
       AND c.proposed_at >= clock_timestamp() - make_interval(days => ${proposalDays}::int)`;
}
