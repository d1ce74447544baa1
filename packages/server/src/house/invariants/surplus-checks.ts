import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Breach, Window } from './breach.ts';

/**
 * I06 and I21 of the surpluses kept in suspense: suspense has of each exactly what is left of it, what deposits took out of it
 * is booked once, no deposit that it turned out to be was credited beside it, and what left was decided. There are few: all
 * are read.
 */
export async function findSurplusBreaches(db: DbReader): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH parts AS (
      SELECT s.id, 'surplus:' || s.id || ':kept' AS key FROM deposit_surpluses s
      UNION ALL
      SELECT s.id, 'surplus:' || s.id || ':house' FROM deposit_surpluses s
      UNION ALL
      SELECT s.id, 'treasury:' || s.order_id || ':done' FROM deposit_surpluses s WHERE s.order_id IS NOT NULL
      UNION ALL
      SELECT s.id, 'surplus:' || s.id || ':explained:' || x.tx_id || ':' || x.kind || ':' || x.index
      FROM surplus_explanations x JOIN deposit_surpluses s ON s.id = x.surplus_id WHERE x.via = 'suspense'
    ), booked AS (
      SELECT p.id, sum(CASE WHEN credit.class = 'suspense' THEN t.amount WHEN debit.class = 'suspense' THEN -t.amount ELSE 0 END) AS amount
      FROM parts p JOIN ledger.journals j ON j.idempotency_key = p.key
      JOIN ledger.transfers t ON t.journal_id = j.id AND t.state = 'posted'
      JOIN ledger.accounts debit ON debit.id = t.debit_account_id
      JOIN ledger.accounts credit ON credit.id = t.credit_account_id
      GROUP BY p.id
    ), taken AS (
      SELECT s.id, coalesce(sum(x.amount), 0) AS amount, coalesce(sum(x.amount) FILTER (WHERE x.via <> 'return'), 0) AS explained
      FROM deposit_surpluses s LEFT JOIN surplus_explanations x ON x.surplus_id = s.id GROUP BY s.id
    )
    SELECT 'I06' AS invariant, format('surplus %s is %s with %s left, suspense has %s of it', s.id, s.state,
      s.amount - s.explained, coalesce(b.amount, 0)) AS finding
    FROM deposit_surpluses s LEFT JOIN booked b ON b.id = s.id
    WHERE coalesce(b.amount, 0) <> CASE WHEN s.ended_at IS NULL THEN s.amount - s.explained ELSE 0 END
    UNION ALL
    SELECT 'I06', format('deposits took %s of surplus %s, which has %s and counts %s', t.amount, s.id, s.amount, s.explained)
    FROM deposit_surpluses s JOIN taken t ON t.id = s.id WHERE t.amount > s.amount OR t.explained <> s.explained
    UNION ALL
    SELECT 'I06', format('deposit %s of surplus %s is booked at %s by %s', x.tx_id, x.surplus_id, x.amount, coalesce(sum(t.amount), 0))
    FROM surplus_explanations x
    LEFT JOIN ledger.journals j ON j.kind = 'surplus-explained'
      AND j.idempotency_key = 'surplus:' || x.surplus_id || ':explained:' || x.tx_id || ':' || x.kind || ':' || x.index
    LEFT JOIN ledger.transfers t ON t.journal_id = j.id AND t.state = 'posted'
    GROUP BY x.surplus_id, x.tx_id, x.kind, x.index, x.amount HAVING coalesce(sum(t.amount), 0) <> x.amount
    UNION ALL
    SELECT 'I06', format('deposit %s was found after surplus %s of its address was kept, and did not come out of it', d.id, s.id)
    FROM deposit_surpluses s JOIN taken t ON t.id = s.id
    JOIN deposits d ON d.to_address = s.address AND d.asset = s.asset_id AND d.block_number <= s.block_number
      AND d.destination <> 'own' AND d.created_at > s.kept_at
    WHERE s.state IN ('kept', 'explained') AND t.amount < s.amount
      AND d.amount > (SELECT coalesce(sum(x.amount), 0) FROM surplus_explanations x
        WHERE (x.tx_id, x.kind, x.index) = (d.tx_id, d.kind, d.index))
    UNION ALL
    SELECT 'I21', format('surplus %s is %s without two operators', s.id, s.state)
    FROM deposit_surpluses s LEFT JOIN treasury_orders o ON o.id = s.order_id
    WHERE s.state IN ('house', 'returning', 'returned') AND o.adopted IS DISTINCT FROM true AND NOT EXISTS (
      SELECT FROM house_changes c WHERE c.state = 'done' AND c.decided_by <> c.proposed_by AND c.content @> jsonb_build_object(
        'kind', 'surplus', 'surplusId', s.id, 'to', s.to_address))
    ORDER BY 1, 2`.execute(db);
  return rows;
}

/** I21 of what two operators booked where less lay on the chain than the books said. */
export async function findShortfallBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    SELECT 'I21' AS invariant, format('journal %s books a %s that no two operators decided', j.id, j.kind) AS finding
    FROM (SELECT * FROM ledger.journals WHERE created_at >= ${since}::timestamptz ORDER BY id DESC LIMIT ${most}) j
    JOIN LATERAL (SELECT sum(amount) AS amount, min(asset) AS asset FROM ledger.transfers WHERE journal_id = j.id) t ON true
    WHERE j.kind IN ('cold-return', 'reserve-loss') AND NOT EXISTS (
      SELECT FROM house_changes c
      WHERE j.idempotency_key = 'change:' || c.id AND c.state = 'done' AND c.decided_by <> c.proposed_by
        AND c.content ->> 'kind' = CASE j.kind WHEN 'cold-return' THEN 'cold-return' ELSE 'loss' END
        AND c.content ->> 'assetId' = t.asset AND c.content ->> 'amount' = t.amount::text)
    ORDER BY 2`.execute(db);
  return rows;
}
