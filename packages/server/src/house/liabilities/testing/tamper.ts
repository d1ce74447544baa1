import { createHash } from 'node:crypto';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { sql, type RawBuilder } from 'kysely';

/** For tests: changes rows as a superuser with triggers off can. Throws where there was nothing to change. */
async function tamper(tx: DbTx, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  await sql`SET LOCAL session_replication_role = replica`.execute(tx);
  for (const statement of statements) {
    const { numAffectedRows = 0n } = await statement.execute(tx);
    if (numAffectedRows === 0n) throw new Error('there was nothing to change');
  }
}

/** For tests: an attack that stays. */
export async function changeRows(db: Database, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  await transact(db, (tx) => tamper(tx, statements));
}

/** For tests: what `look` sees after an attack, which is then undone. */
export async function lookAfter<Seen>(
  db: Database,
  attack: readonly RawBuilder<unknown>[],
  look: (tx: DbTx) => Promise<Seen>,
): Promise<Seen> {
  const tx = await db.kysely.startTransaction().execute();
  try {
    await tamper(tx, attack);
    return await look(tx);
  } finally {
    await tx.rollback().execute();
  }
}

/** For tests: a block of this moment, up to which all deposits are booked. */
export async function bookBlock(db: Database, at: Date): Promise<void> {
  const id = createHash('sha256').update(at.toISOString()).digest('hex');
  await sql`
    INSERT INTO deposit_cursor (block_number, block_id, block_time) VALUES (71198400, ${id}, ${at})
    ON CONFLICT (singleton) DO UPDATE SET block_id = excluded.block_id, block_time = excluded.block_time`.execute(
    db.kysely,
  );
}
