import type { FactorPurpose } from '@tern/contracts/routes/identity';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/** What a code is sent for; it is good for nothing else. */
export type CodePurpose =
  | 'register'
  | 'login'
  | 'recover'
  | 'change-contact'
  | 'new-contact'
  | 'reset-factors'
  | FactorPurpose;

export type Challenge = {
  readonly id: string;
  readonly purpose: CodePurpose;
  readonly targetHash: Buffer;
  /** The sign-in or person it belongs to; empty for a registration. */
  readonly subject: string;
};

export async function insertChallenge(
  tx: DbTx,
  challenge: Challenge & { readonly codeHash: Buffer; readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('challenges')
    .values({
      id: challenge.id,
      purpose: challenge.purpose,
      target_hash: challenge.targetHash,
      subject: challenge.subject,
      code_hash: challenge.codeHash,
      created_at: challenge.createdAt,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/**
 * Takes one of the challenge's tries, for this purpose, target and subject only. Undefined when there is none to take.
 * One statement checks and counts, so that parallel guesses get no more than `triesMax` looked at.
 */
export async function takeChallengeTry(
  db: DbReader,
  challenge: Challenge,
  { now, triesMax }: { readonly now: Date; readonly triesMax: number },
): Promise<{ readonly codeHash: Buffer; readonly tries: number } | undefined> {
  const { rows } = await sql<{ code_hash: Buffer; tries: number }>`
    UPDATE challenges SET tries = tries + 1
    WHERE ${isOpen(challenge, now)} AND tries < ${triesMax}
    RETURNING code_hash, tries`.execute(db);
  const [row] = rows;
  return row && { codeHash: row.code_hash, tries: row.tries };
}

/** Whether the challenge would still be open, had it tries left. */
export async function isChallengeOpen(db: DbReader, challenge: Challenge, now: Date): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM challenges WHERE ${isOpen(challenge, now)}`.execute(db);
  return rows.length > 0;
}

function isOpen({ id, purpose, targetHash, subject }: Challenge, now: Date) {
  return sql`id = ${id} AND purpose = ${purpose} AND target_hash = ${targetHash} AND subject = ${subject}
    AND consumed_at IS NULL AND expires_at > ${now}`;
}

/** Spends the code, once: false for whoever comes second. A rollback gives it back, its tries not. */
export async function consumeChallenge(tx: DbTx, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('challenges')
    .set({ consumed_at: now })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
