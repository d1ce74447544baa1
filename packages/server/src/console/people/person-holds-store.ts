import type { PersonId } from '@tern/base/ids';
import type { FreezeReason, HoldReason } from '@tern/contracts/problems/transfers';
import type { CaseReason } from '@tern/contracts/refused-addresses';
import type { DbReader } from '@tern/db/database';
import { sql, type RawBuilder } from 'kysely';

const holdsMax = 50;

export type FreezeRow = {
  readonly id: string;
  readonly reason: FreezeReason;
  readonly by: string;
  readonly note: string | null;
  readonly since: Date;
  readonly until: Date;
  readonly liftedAt: Date | null;
  readonly on: boolean;
};

/** Every hold that operators put on an account, newest first, with what its operator noted in the log. */
export async function selectFreezeHistory(db: DbReader, personId: PersonId): Promise<readonly FreezeRow[]> {
  const { rows } = await sql<FreezeRow>`
    SELECT f.id, f.reason, o.name AS by, f.started_at AS since, f.until, f.lifted_at AS "liftedAt",
           f.lifted_at IS NULL AND f.until > clock_timestamp() AS on,
           (SELECT a.details ->> 'note' FROM operator_actions a
             WHERE a.subject = f.person_id::text AND a.kind = 'person-frozen' AND a.operator_id = f.frozen_by
               AND a.at >= f.started_at ORDER BY a.id LIMIT 1) AS note
      FROM account_freezes f JOIN operators o ON o.id = f.frozen_by
     WHERE f.person_id = ${personId} ORDER BY f.started_at DESC, f.id DESC LIMIT ${holdsMax}`.execute(db);
  return rows;
}

export type SecurityHoldRow = {
  readonly id: string;
  readonly reason: HoldReason;
  readonly since: Date;
  readonly until: Date;
  readonly on: boolean;
};

/** Every hold on transfers to new addresses, newest first. */
export async function selectSecurityHolds(db: DbReader, personId: PersonId): Promise<readonly SecurityHoldRow[]> {
  const { rows } = await sql<SecurityHoldRow>`
    SELECT id, reason, started_at AS since, until, until > clock_timestamp() AS on FROM sending_holds
     WHERE person_id = ${personId} ORDER BY started_at DESC, id DESC LIMIT ${holdsMax}`.execute(db);
  return rows;
}

export type ScreeningHoldRow = {
  readonly kind: 'send-held' | 'deposit-held';
  readonly id: string;
  readonly recordId: string;
  readonly type: string;
  readonly settlement: string;
  readonly assetId: string;
  readonly amount: string;
  readonly reason: CaseReason | null;
  readonly since: Date;
  readonly until: Date;
  readonly endedAt: Date | null;
  readonly decidedBy: string[];
  readonly on: boolean;
};

/**
 * At most 50 sends and deposits of a person that screening held or holds: those still held with the largest value, first what has
 * no price, so that many small deposits hide no large one, and then the newest that are over.
 */
export async function selectScreeningHolds(db: DbReader, personId: PersonId): Promise<readonly ScreeningHoldRow[]> {
  const { rows } = await screeningHoldsOf(personId).execute(db);
  return rows;
}

/**
 * The statement of `selectScreeningHolds`. Of deposits, which anybody can send as often as they like, and of what is over it
 * reads no more than it gives, and of sends those that wait now and not all that the person ever sent.
 */
export function screeningHoldsOf(personId: PersonId): RawBuilder<ScreeningHoldRow> {
  return sql<ScreeningHoldRow>`
    SELECT h.kind, h.id, r.id AS "recordId", r.type, r.settlement, r.asset AS "assetId", r.amount::text AS amount, h.reason,
           h.since, h.until, h.ended_at AS "endedAt",
           CASE h.kind WHEN 'deposit-held' THEN ARRAY(SELECT o.name FROM operators o WHERE o.id = h.decided_by)
             ELSE ARRAY(SELECT o.name FROM withdrawal_reviews v JOIN operators o ON o.id = v.operator_id
                         WHERE v.withdrawal_id = h.id AND v.at >= h.since ORDER BY v.at) END AS "decidedBy",
           h.is_on AS on
      FROM (
        SELECT 'send-held' AS kind, w.id, w.record_id, c.reason, c.opened_at AS since, c.until, NULL::timestamptz AS ended_at,
               NULL::uuid AS decided_by, true AS is_on, w.usdt_value
          FROM withdrawals w JOIN screening_cases c ON c.withdrawal_id = w.id
         WHERE w.person_id = ${personId} AND w.state = 'under-review'
        UNION ALL (
        SELECT 'send-held', w.id, w.record_id, c.reason, c.opened_at, c.until,
               (SELECT min(s.at) FROM record_steps s
                 WHERE s.record_id = w.record_id AND s.step IN ('approved', 'rejected', 'cancelled')),
               NULL, false, w.usdt_value
          FROM screening_cases c JOIN withdrawals w ON w.id = c.withdrawal_id
         WHERE c.person_id = ${personId} AND w.state <> 'under-review'
         ORDER BY c.opened_at DESC, c.withdrawal_id DESC LIMIT ${holdsMax})
        UNION ALL (
        SELECT 'deposit-held', c.deposit_id, c.record_id, c.reason, c.opened_at, c.until, NULL, NULL, true, c.usdt_value
          FROM deposit_cases c WHERE c.person_id = ${personId} AND c.outcome IS NULL
         ORDER BY c.usdt_value DESC, c.opened_at DESC, c.deposit_id DESC LIMIT ${holdsMax})
        UNION ALL (
        SELECT 'deposit-held', k.deposit_id, k.record_id, NULL, k.opened_at, k.until, NULL, NULL, true, k.usdt_value
          FROM deposit_checks k WHERE k.person_id = ${personId}
         ORDER BY k.usdt_value DESC, k.opened_at DESC, k.deposit_id DESC LIMIT ${holdsMax})
        UNION ALL (
        SELECT 'deposit-held', c.deposit_id, c.record_id, c.reason, c.opened_at, c.until, c.ended_at, c.decided_by, false, c.usdt_value
          FROM deposit_cases c WHERE c.person_id = ${personId} AND c.outcome IS NOT NULL
         ORDER BY c.opened_at DESC, c.deposit_id DESC LIMIT ${holdsMax})
      ) h JOIN records r ON r.id = h.record_id
     ORDER BY h.is_on DESC, CASE WHEN h.is_on THEN h.usdt_value END DESC, h.since DESC, h.id DESC LIMIT ${holdsMax}`;
}
