import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { HoldReason } from '@tern/contracts/problems/transfers';
import { anyOf } from '@tern/db/any-of';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export type Hold = { readonly until: Date; readonly reason: HoldReason };

/** Starts a hold of `holdMs` from now on, by database time. */
export async function insertHold(tx: DbTx, personId: PersonId, reason: Hold['reason'], holdMs: number): Promise<void> {
  await sql`
    INSERT INTO sending_holds (id, person_id, reason, started_at, until)
    VALUES (${randomUUID()}, ${personId}, ${reason}, now(), now() + make_interval(secs => ${holdMs / 1000}))`.execute(
    tx,
  );
}

/** The hold on transfers to addresses never used before that ends last, if any is on. */
export async function findHold(db: DbReader, personId: PersonId): Promise<Hold | undefined> {
  return (await findHolds(db, [personId])).get(personId);
}

/** As `findHold`, for several people; who has none is absent. */
export async function findHolds(db: DbReader, personIds: readonly PersonId[]): Promise<ReadonlyMap<PersonId, Hold>> {
  const rows = await db
    .selectFrom('sending_holds')
    .select(['person_id', 'until', 'reason'])
    .where('person_id', '=', anyOf(personIds))
    .where('until', '>', sql<Date>`now()`)
    .orderBy('until')
    .execute();
  return new Map(rows.map((row) => [row.person_id, { until: row.until, reason: row.reason as Hold['reason'] }]));
}
