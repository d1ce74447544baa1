import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';

export async function insertStop(
  tx: DbTx,
  stop: {
    readonly tokenHash: Buffer;
    readonly personId: PersonId;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('security_stops')
    .values({
      token_hash: stop.tokenHash,
      person_id: stop.personId,
      created_at: stop.now,
      expires_at: stop.expiresAt,
    })
    .execute();
}

/** Uses the link, once: whose it is and since when. Undefined when it is unknown, used or over. */
export async function spendStop(
  tx: DbTx,
  tokenHash: Buffer,
  now: Date,
): Promise<{ readonly personId: PersonId; readonly madeAt: Date } | undefined> {
  const row = await tx
    .updateTable('security_stops')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['person_id', 'created_at'])
    .executeTakeFirst();
  return row && { personId: row.person_id, madeAt: row.created_at };
}
