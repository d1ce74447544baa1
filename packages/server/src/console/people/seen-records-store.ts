import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

export type SeenFact = { readonly txId: string | null; readonly creditedAt: Date | null };

/** The transaction of each record, and when its money arrived or left for good. */
export async function selectChainFacts(
  db: DbReader,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, SeenFact>> {
  const { rows } = await sql<SeenFact & { readonly id: string }>`
    SELECT r.id, r.tx_id AS "txId",
           (SELECT max(s.at) FROM record_steps s
             WHERE s.record_id = r.id AND s.step IN ('credited', 'settled')) AS "creditedAt"
      FROM records r WHERE r.id = ANY (${[...recordIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...fact }) => [id, fact]));
}
