import type { OperatorId } from '@tern/base/ids';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { NoticesInput } from '@tern/contracts/routes/console-notices';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export type Notices = NoticesInput & { readonly sentAt: Date | null };

export async function findNotices(db: DbReader, operatorId: OperatorId): Promise<Notices | undefined> {
  const { rows } = await sql<Notices>`
    SELECT is_on AS "on", email, every_hours AS "everyHours", language, sent_at AS "sentAt"
      FROM operator_notices WHERE operator_id = ${operatorId}`.execute(db);
  return rows[0];
}

export async function upsertNotices(tx: DbTx, operatorId: OperatorId, said: NoticesInput): Promise<void> {
  await sql`
    INSERT INTO operator_notices (operator_id, is_on, email, every_hours, language)
    VALUES (${operatorId}, ${said.on}, ${said.email}, ${said.everyHours}, ${said.language})
    ON CONFLICT (operator_id) DO UPDATE SET is_on = excluded.is_on, email = excluded.email,
      every_hours = excluded.every_hours, language = excluded.language`.execute(tx);
}

export type DueNotice = {
  readonly operatorId: OperatorId;
  readonly role: OperatorRole;
  readonly decidesMoneyFrom: Date | null;
  readonly email: string;
  readonly language: 'en' | 'zh-Hans';
};

/** Operators who may be told now, by the database's clock. */
export async function selectDueNotices(db: DbReader): Promise<readonly DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    SELECT n.operator_id AS "operatorId", o.role, o.decides_money_from AS "decidesMoneyFrom", n.email, n.language
      FROM operator_notices n JOIN operators o ON o.id = n.operator_id
     WHERE n.is_on AND o.disabled_at IS NULL
       AND (n.sent_at IS NULL OR n.sent_at <= now() - make_interval(hours => n.every_hours))
     ORDER BY n.sent_at NULLS FIRST`.execute(db);
  return rows;
}

export type UntoldKey = Pick<DueNotice, 'email' | 'language'> & {
  /** Says what is told of which key at which address; a second message under it is not sent. */
  readonly dedupeKey: string;
  readonly event: 'added' | 'removed';
  /** Whose key it is. */
  readonly operator: string;
  /** Empty for the first key of an operator. */
  readonly key: string;
  /** From when a key that was added decides about money, or when it was removed. */
  readonly at: Date;
};

/**
 * Further keys within their first days and removals of the last three, once for each administrator who wants mails and for the
 * key's operator: what a session alone can change, their notices being on and their address, does not keep it from them.
 */
export async function selectUntoldKeys(db: DbReader): Promise<readonly UntoldKey[]> {
  const { rows } = await sql<UntoldKey>`
    SELECT told.by AS "dedupeKey", e.event, o.name AS operator, coalesce(k.name, '') AS key, e.at, a.email, n.language
      FROM operator_passkeys k JOIN operators o ON o.id = k.operator_id
      CROSS JOIN LATERAL (
        SELECT 'added' AS event, k.decides_money_from AS at
         WHERE k.decides_money_from > clock_timestamp() AND k.ended_at IS NULL
        UNION ALL
        SELECT 'removed', k.ended_at
         WHERE k.end_reason = 'removed' AND k.ended_at > clock_timestamp() - interval '72 hours') e
      JOIN operators r ON r.disabled_at IS NULL AND (r.role = 'administrator' OR r.id = o.id)
      JOIN operator_notices n ON n.operator_id = r.id AND (n.is_on OR r.id = o.id)
      CROSS JOIN LATERAL (
        SELECT n.email
        UNION
        SELECT n.earlier_email WHERE r.id = o.id AND n.earlier_until > clock_timestamp()) a
      CROSS JOIN LATERAL (
        SELECT 'operator-key:' || e.event || ':' || k.id || ':' || encode(sha256(convert_to(a.email, 'UTF8')), 'hex') AS by) told
     WHERE NOT EXISTS (SELECT FROM outbox m WHERE m.dedupe_key = told.by)
     ORDER BY k.created_at, r.name`.execute(db);
  return rows;
}

export type UntoldAddress = Pick<UntoldKey, 'email' | 'language' | 'operator' | 'dedupeKey'> & { readonly at: Date };

/** Changes of an address within the last three days, once for the address that it is now and once for the one before. */
export async function selectUntoldAddresses(db: DbReader): Promise<readonly UntoldAddress[]> {
  const { rows } = await sql<UntoldAddress>`
    SELECT told.by AS "dedupeKey", o.name AS operator, n.earlier_until - interval '72 hours' AS at, a.email, n.language
      FROM operator_notices n JOIN operators o ON o.id = n.operator_id AND o.disabled_at IS NULL
      CROSS JOIN LATERAL (SELECT n.email UNION SELECT n.earlier_email) a
      CROSS JOIN LATERAL (
        SELECT 'operator-address:' || n.operator_id || ':' || extract(epoch FROM n.earlier_until) || ':'
               || encode(sha256(convert_to(a.email, 'UTF8')), 'hex') AS by) told
     WHERE n.earlier_until > clock_timestamp() AND NOT EXISTS (SELECT FROM outbox m WHERE m.dedupe_key = told.by)
     ORDER BY n.earlier_until, a.email`.execute(db);
  return rows;
}

/** Addresses that operators had before are kept for three days. */
export async function forgetEarlierAddresses(db: DbReader): Promise<void> {
  await sql`
    UPDATE operator_notices SET earlier_email = NULL, earlier_until = NULL WHERE earlier_until <= clock_timestamp()`.execute(
    db,
  );
}

/** When it was; undefined where another worker was first. */
export async function markTold(tx: DbTx, operatorId: OperatorId): Promise<Date | undefined> {
  const { rows } = await sql<{ sentAt: Date }>`
    UPDATE operator_notices SET sent_at = now() WHERE operator_id = ${operatorId} AND is_on
       AND (sent_at IS NULL OR sent_at <= now() - make_interval(hours => every_hours))
    RETURNING sent_at AS "sentAt"`.execute(tx);
  return rows[0]?.sentAt;
}
