import type { OperatorId, PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { isOwnAccount } from './account-store.ts';
import { recordOperatorAction } from './record-operator-action.ts';

/**
 * What an operator may never do alone and somebody is told of: decide about an account they are close to, carry out what they
 * wrote themselves, look at more people in full than a day allows.
 */
export const refusalReasons = ['own-account', 'own-work', 'reveals-used-up'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

type Refused = {
  readonly operatorId: OperatorId;
  readonly reason: RefusalReason;
  /** Id of what they tried to decide about. */
  readonly subject: string;
};

/** Keeps the try in the log, from where an alarm is raised. The transaction has to be one that stays, not one that throws. */
export async function recordRefusal(tx: DbTx, { operatorId, reason, subject }: Refused): Promise<void> {
  await recordOperatorAction(tx, { operatorId, kind: 'decision-refused', subject, details: { reason } });
}

/** Whether one of these accounts is the operator's own or of somebody close to them, in which case the try is kept. */
export async function refuseOwnAccount(
  tx: DbTx,
  { operatorId, personIds, subject }: Omit<Refused, 'reason'> & { readonly personIds: readonly PersonId[] },
): Promise<boolean> {
  if (!(await isOwnAccount(tx, operatorId, personIds))) return false;
  await recordRefusal(tx, { operatorId, reason: 'own-account', subject });
  return true;
}

/** How many tries of the last hour were refused, for each reason, those without any too. */
export async function countRefusals(
  db: DbReader,
): Promise<readonly { readonly reason: RefusalReason; readonly tries: number }[]> {
  const { rows } = await sql<{ reason: RefusalReason; tries: number }>`
    SELECT r.reason, count(a.id)::int AS tries
      FROM unnest(${[...refusalReasons]}::text[]) AS r (reason)
      LEFT JOIN operator_actions a ON a.kind = 'decision-refused' AND a.details ->> 'reason' = r.reason
       AND a.at > clock_timestamp() - interval '1 hour'
     GROUP BY r.reason ORDER BY r.reason`.execute(db);
  return rows;
}
