import { randomUUID } from 'node:crypto';
import type { OperatorId, PersonId } from '@tern/base/ids';
import type { FreezeReason } from '@tern/contracts/problems/transfers';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export type Freeze = {
  readonly reason: FreezeReason;
  readonly since: Date;
  readonly until: Date;
  readonly by: OperatorId;
};

/** The freezes that are on now, by database time; who has none is absent. Of several the one that ends last. */
export async function selectFreezes(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, Freeze>> {
  const { rows } = await sql<Freeze & { readonly person_id: PersonId }>`
    SELECT person_id, reason, started_at AS since, until, frozen_by AS by FROM account_freezes
     WHERE person_id = ANY (${[...personIds]}::uuid[]) AND lifted_at IS NULL AND until > clock_timestamp()
     ORDER BY until`.execute(db);
  return new Map(rows.map(({ person_id: personId, ...freeze }) => [personId, freeze]));
}

/** Returns its id. */
export async function insertFreeze(
  tx: DbTx,
  freeze: {
    readonly personId: PersonId;
    readonly reason: FreezeReason;
    readonly days: number;
    readonly operatorId: OperatorId;
  },
): Promise<string> {
  const id = randomUUID();
  await sql`
    INSERT INTO account_freezes (id, person_id, reason, frozen_by, until)
    VALUES (${id}, ${freeze.personId}, ${freeze.reason}, ${freeze.operatorId},
      clock_timestamp() + make_interval(days => ${freeze.days}))`.execute(tx);
  return id;
}

/** Returns how many were on. */
export async function liftFreezes(tx: DbTx, personId: PersonId): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE account_freezes SET lifted_at = clock_timestamp()
     WHERE person_id = ${personId} AND lifted_at IS NULL AND until > clock_timestamp()`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
