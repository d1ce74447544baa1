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
 * Looks at a code by its hash, for this purpose, target and subject only. Undefined where no try is left or none is open.
 * One statement compares and counts, so that parallel guesses get no more than `triesMax` looked at, and a process that dies
 * leaves nothing half counted. A right code uses up no try.
 */
export async function judgeCode(
  db: DbReader,
  challenge: Challenge,
  { codeHash, now, triesMax }: { readonly codeHash: Buffer; readonly now: Date; readonly triesMax: number },
): Promise<{ readonly isRight: boolean; readonly tries: number } | undefined> {
  const { rows } = await sql<{ is_right: boolean; tries: number }>`
    UPDATE challenges SET tries = tries + (code_hash <> ${codeHash})::int
    WHERE ${isOpen(challenge, now)} AND tries < ${triesMax}
    RETURNING code_hash = ${codeHash} AS is_right, tries`.execute(db);
  const [row] = rows;
  return row && { isRight: row.is_right, tries: row.tries };
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
