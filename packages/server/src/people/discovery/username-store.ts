import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { foldUsername } from './username.ts';

/** The username a person has now. */
export async function selectUsername(db: DbReader, personId: PersonId): Promise<string | undefined> {
  const { rows } = await sql<{ username: string }>`
    SELECT username FROM usernames WHERE person_id = ${personId} AND is_current`.execute(db);
  return rows[0]?.username;
}

/** Usernames a person has or had. */
export async function countUsernames(db: DbReader, personId: PersonId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM usernames WHERE person_id = ${personId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Gives up the one that a person has; it stays theirs. */
export async function leaveUsername(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`UPDATE usernames SET is_current = false WHERE person_id = ${personId} AND is_current`.execute(tx);
}

/** Takes one that the person had before, or the same in another spelling. Returns whether there was one. */
export async function resumeUsername(tx: DbTx, personId: PersonId, username: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE usernames SET username = ${username}, is_current = true
    WHERE folded = ${foldUsername(username)} AND person_id = ${personId}`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Returns false where somebody has or had one that looks like it. The conflict is not only that of looks: of two who take the
 * same one at once, either of its keys may be the first to tell.
 */
export async function insertUsername(tx: DbTx, personId: PersonId, username: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO usernames (folded, person_id, username, is_current)
    VALUES (${foldUsername(username)}, ${personId}, ${username}, true) ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** For an account that closes: what it looked like stays, so that nobody else is ever taken for them. */
export async function eraseUsernames(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`
    UPDATE usernames SET person_id = NULL, username = NULL, is_current = false WHERE person_id = ${personId}`.execute(
    tx,
  );
}
