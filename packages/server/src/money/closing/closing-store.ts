import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { notOnHold } from '../../people/accounts/public.ts';
import { closingWaitDays, exportMinutes, type Closing, type ClosingState } from './closing.ts';

export async function findClosing(db: DbReader, personId: PersonId): Promise<Closing | undefined> {
  const row = await db
    .selectFrom('account_closings')
    .select(['id', 'requested_at', 'due_at', sql<boolean>`due_at <= clock_timestamp()`.as('due')])
    .where('person_id', '=', personId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row && { id: row.id, requestedAt: row.requested_at, dueAt: row.due_at, due: row.due };
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

/**
 * Takes one closing that is due, of an account that is not on hold, and locks its person with it: no other process works on it,
 * and whoever is busy is left for later. Undefined when there is none.
 */
export async function takeDueClosing(
  tx: DbTx,
): Promise<{ readonly personId: PersonId; readonly requestedAt: Date } | undefined> {
  const { rows } = await sql<{ person_id: PersonId; requested_at: Date }>`
    SELECT c.person_id, c.requested_at FROM account_closings c JOIN people p ON p.id = c.person_id
     WHERE c.state = 'waiting' AND c.due_at <= clock_timestamp()
       AND ${notOnHold('c.person_id')}
     ORDER BY c.due_at LIMIT 1
       FOR NO KEY UPDATE OF p SKIP LOCKED FOR UPDATE OF c SKIP LOCKED`.execute(tx);
  return rows[0] && { personId: rows[0].person_id, requestedAt: rows[0].requested_at };
}

/** Of a person whose account is closed so many tables are erased. */
export async function storeErased(tx: DbTx, personId: PersonId, tables: number): Promise<void> {
  await sql`
    INSERT INTO closing_erasures (person_id, tables) VALUES (${personId}, ${tables})
    ON CONFLICT (person_id) DO UPDATE SET tables = excluded.tables, erased_at = clock_timestamp()`.execute(tx);
}

/**
 * Takes somebody whose closing has ended and of whom fewer tables are erased, unless the account is on hold; whoever is busy is
 * left for later.
 */
export async function takeOldClosing(tx: DbTx, tables: number): Promise<PersonId | undefined> {
  const { rows } = await sql<{ person_id: PersonId }>`
    SELECT p.id AS person_id
      FROM account_closings c JOIN people p ON p.id = c.person_id LEFT JOIN closing_erasures e ON e.person_id = c.person_id
     WHERE c.state = 'done' AND coalesce(e.tables, 0) < ${tables} AND ${notOnHold('c.person_id')}
     LIMIT 1 FOR NO KEY UPDATE OF p SKIP LOCKED`.execute(tx);
  return rows[0]?.person_id;
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
