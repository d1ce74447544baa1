import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Breach, Window } from './breach.ts';

/** I26 of both ends of a send: it is from a wallet of its person, and who got it inside reads in a record of theirs what came. */
export async function findEndBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH recent AS (
      SELECT * FROM withdrawals WHERE changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}
    )
    SELECT 'I26' AS invariant, format('withdrawal %s is from wallet %s, which is not of person %s', w.id, w.wallet_id, w.person_id) AS finding
    FROM recent w WHERE NOT EXISTS (SELECT FROM wallets o WHERE o.id = w.wallet_id AND o.person_id = w.person_id)
    UNION ALL
    SELECT 'I26', format('withdrawal %s brought wallet %s its amount, which no record of its person shows', w.id, w.receiver_wallet_id)
    FROM recent w
    LEFT JOIN wallets o ON o.id = w.receiver_wallet_id
    LEFT JOIN records r ON r.wallet_id = w.receiver_wallet_id AND r.source_kind = 'withdrawal' AND r.source_id = w.id::text
    WHERE w.settlement = 'internal' AND w.state = 'completed' AND
      (r.person_id, r.direction, r.status, r.asset, r.amount) IS DISTINCT FROM (o.person_id, 'in', 'success', w.asset_id, w.amount)
    ORDER BY 1, 2`.execute(db);
  return rows;
}
