import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { closingWaitDays, exportMinutes, type Closing, type ClosingState } from './closing.ts';

export async function findClosing(db: DbReader, personId: PersonId): Promise<Closing | undefined> {
  const row = await db
    .selectFrom('account_closings')
    .select(['id', 'requested_at', 'due_at'])
    .where('person_id', '=', personId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row && { id: row.id, requestedAt: row.requested_at, dueAt: row.due_at };
}

/** When the account is closed, where its owner has asked for that. */
export async function findDueClosing(db: DbReader, personId: PersonId): Promise<Date | undefined> {
  return (await findClosing(db, personId))?.dueAt;
}

/** Starts a closing; one that waits already stays as it is. Returns it. */
export async function insertClosing(tx: DbTx, personId: PersonId): Promise<{ readonly dueAt: Date } | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    INSERT INTO account_closings (id, person_id, due_at)
    VALUES (${randomUUID()}, ${personId}, clock_timestamp() + make_interval(days => ${closingWaitDays}))
    ON CONFLICT (person_id) WHERE state = 'waiting' DO NOTHING
    RETURNING due_at`.execute(tx);
  return rows[0] && { dueAt: rows[0].due_at };
}

/** Ends the closing of a person that waits; false when none does. */
export async function endClosing(
  tx: DbTx,
  personId: PersonId,
  state: Exclude<ClosingState, 'waiting'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_closings')
    .set({ state, ended_at: sql<Date>`clock_timestamp()` })
    .where('person_id', '=', personId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes one closing that is due, so that no other process works on it; undefined when there is none. */
export async function takeDueClosing(
  tx: DbTx,
): Promise<{ readonly personId: PersonId; readonly requestedAt: Date } | undefined> {
  const row = await tx
    .selectFrom('account_closings')
    .select(['person_id', 'requested_at'])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && { personId: row.person_id as PersonId, requestedAt: row.requested_at };
}

export async function insertExport(tx: DbTx, personId: PersonId, tokenHash: Buffer): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO data_exports (token_hash, person_id, expires_at)
    VALUES (${tokenHash}, ${personId}, clock_timestamp() + make_interval(mins => ${exportMinutes}))
    RETURNING expires_at`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert without a row');
  return row.expires_at;
}

/** Uses a wish up; false when it is not this person's, too old or used already. */
export async function useExport(db: DbReader, personId: PersonId, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE data_exports SET used_at = clock_timestamp()
     WHERE token_hash = ${tokenHash} AND person_id = ${personId} AND used_at IS NULL AND expires_at > clock_timestamp()`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

export async function deleteExports(tx: DbTx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('data_exports').where('person_id', '=', personId).execute();
}
