import type { DbReader } from '@tern/db/database';
import type { SignerMemory } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';

/** What was seen of the store that was heard of last, and the newest epoch of any; undefined before the first signature. */
export async function findSignerMemory(db: DbReader): Promise<SignerMemory | undefined> {
  const { rows } = await sql<{ store_id: string; sequence: string; epoch: number }>`
    SELECT store_id, sequence, (SELECT max(epoch) FROM signer_memories) AS epoch FROM signer_memories ORDER BY noted_at DESC LIMIT 1`.execute(
    db,
  );
  const [row] = rows;
  return row === undefined ? undefined : { storeId: row.store_id, sequence: Number(row.sequence), epoch: row.epoch };
}

/** Remembers how far the signer's memory reaches now, and its epoch. Neither ever becomes smaller. */
export async function noteSignerMemory(db: DbReader, { storeId, sequence, epoch = 1 }: SignerMemory): Promise<void> {
  await sql`
    INSERT INTO signer_memories AS known (store_id, sequence, epoch)
    VALUES (${storeId}, ${sequence}, ${Math.max(1, epoch)})
    ON CONFLICT (store_id) DO UPDATE SET sequence = greatest(known.sequence, excluded.sequence),
      epoch = greatest(known.epoch, excluded.epoch), noted_at = clock_timestamp()
     WHERE known.sequence < excluded.sequence OR known.epoch < excluded.epoch`.execute(db);
}
