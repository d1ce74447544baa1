import type { DbReader } from '@tern/db/database';
import type { SignerMemory } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';

/** What was seen of the store that was heard of last; undefined before the first signature. */
export async function findSignerMemory(db: DbReader): Promise<SignerMemory | undefined> {
  const { rows } = await sql<{ store_id: string; sequence: string }>`
    SELECT store_id, sequence FROM signer_memories ORDER BY noted_at DESC LIMIT 1`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { storeId: row.store_id, sequence: Number(row.sequence) };
}

/** Remembers how far the signer's memory reaches now. Never makes it shorter. */
export async function noteSignerMemory(db: DbReader, { storeId, sequence }: SignerMemory): Promise<void> {
  await sql`
    INSERT INTO signer_memories AS known (store_id, sequence) VALUES (${storeId}, ${sequence})
    ON CONFLICT (store_id) DO UPDATE SET sequence = excluded.sequence, noted_at = clock_timestamp()
     WHERE known.sequence < excluded.sequence`.execute(db);
}
