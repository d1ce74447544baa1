import type { DepositId, WithdrawalId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import { keysOfDepositHold } from './journal-store.ts';

/** Whether the hold of a send still ends by its deadline, and when its deadline gave everything back. */
export async function selectSendHoldEnd(
  db: DbReader,
  id: WithdrawalId,
): Promise<{ readonly isOpen: boolean; readonly returnedAt: Date | null } | undefined> {
  const { rows } = await sql<{ isOpen: boolean; returnedAt: Date | null }>`
    SELECT w.state = 'under-review' AND NOT may_have_paid(w.id) AS "isOpen",
           (SELECT j.created_at FROM ledger.journals j
             WHERE j.idempotency_key = ${`withdrawal:${id}:return`} AND j.details ->> 'reason' = 'not-decided-in-time')
             AS "returnedAt"
      FROM withdrawals w WHERE w.id = ${id}`.execute(db);
  return rows[0];
}

/** Since when a deposit was held, by when it can be used at the latest while it is, and how that ended. */
export async function selectDepositHold(
  db: DbReader,
  id: DepositId,
): Promise<
  | {
      readonly since: Date;
      readonly until: Date | null;
      readonly endedAt: Date | null;
      readonly endedAs: string | null;
    }
  | undefined
> {
  const [hold, end] = keysOfDepositHold(id);
  const { rows } = await sql<{ since: Date; until: Date | null; endedAt: Date | null; endedAs: string | null }>`
    SELECT h.created_at AS since, coalesce(c.until, k.until) AS until, e.created_at AS "endedAt",
           e.details ->> 'reason' AS "endedAs"
      FROM ledger.journals h LEFT JOIN ledger.journals e ON e.idempotency_key = ${end}
      LEFT JOIN deposit_cases c ON c.deposit_id = ${id} AND c.outcome IS NULL
      LEFT JOIN deposit_checks k ON k.deposit_id = ${id}
     WHERE h.idempotency_key = ${hold}`.execute(db);
  return rows[0];
}
