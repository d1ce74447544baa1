import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { Pair } from './deps.ts';

/** Whether operators have closed a pair: always both directions, so that nobody can buy what nobody may sell. */
export async function isPairClosed(db: DbReader, pair: Pair): Promise<boolean> {
  const [one, other] = pair.toSorted();
  const { rows } = await sql`SELECT FROM closed_pairs WHERE one = ${one} AND other = ${other}`.execute(db);
  return rows.length > 0;
}

/** Opens or closes both directions of a pair. False where it was so already. */
export async function setPairOpen(tx: DbTx, pair: Pair, open: boolean): Promise<boolean> {
  const [one, other] = pair.toSorted();
  const { numAffectedRows } = open
    ? await sql`DELETE FROM closed_pairs WHERE one = ${one} AND other = ${other}`.execute(tx)
    : await sql`
        INSERT INTO closed_pairs (one, other) VALUES (${one}, ${other})
        ON CONFLICT ON CONSTRAINT closed_pairs_pkey DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}
