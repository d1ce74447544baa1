import type { PersonId } from '@tern/base/ids';
import type { FreezeReason, HoldReason } from '@tern/contracts/problems/transfers';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

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
