import type { DbReader } from '@tern/db/database';
import type { AnchoredStatement } from '@tern/tron/anchor-memo';
import { sql } from 'kysely';

/** How long a statement rests whose last anchor came to nothing. */
const restMinutes = 10;

/** The newest statement, where it has no anchor: none is done or under way, and none came to nothing lately. */
export async function findUnanchored(db: DbReader): Promise<AnchoredStatement | undefined> {
  const { rows } = await sql<{ number: number; hash: string }>`
    SELECT s.number, encode(s.statement_hash, 'hex') AS hash
      FROM (SELECT number, statement_hash FROM liability_snapshots ORDER BY number DESC LIMIT 1) AS s
     WHERE NOT EXISTS (
       SELECT FROM treasury_orders o WHERE o.kind = 'anchor' AND o.statement_number = s.number
          AND (o.state IN ('ready', 'signed', 'done')
               OR o.ended_at > clock_timestamp() - make_interval(mins => ${restMinutes})))`.execute(db);
  return rows[0];
}
