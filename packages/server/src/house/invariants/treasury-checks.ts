import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Breach, Window } from './breach.ts';

/** Longest that an order of the treasury goes on by itself. */
const deadlineHours = 24;

/**
 * I02 of the holdings by address, I09 of the house's orders and I22 of those under way: what was carried out is in
 * the ledger with exactly its amount and what it burnt, what was not is not, and nothing is left lying.
 */
export async function findTreasuryBreaches(
  db: DbReader,
  { since, most }: Window,
  atRest: boolean,
): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH recent AS (
      SELECT * FROM treasury_orders WHERE changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}
    ), moved AS (
      SELECT j.idempotency_key AS key, t.asset, t.amount
      FROM (SELECT * FROM ledger.journals WHERE created_at >= ${since}::timestamptz ORDER BY id DESC LIMIT ${most}) j
      JOIN ledger.transfers t ON t.journal_id = j.id WHERE j.details ? 'orderId'
    )
    SELECT 'I09' AS invariant, format('order %s moved %s %s and no journal has it', o.id, o.amount, o.asset_id) AS finding
    FROM recent o WHERE o.state = 'done' AND o.kind IN ('sweep', 'top-up', 'fund', 'cold') AND NOT EXISTS (
      SELECT FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
      WHERE j.idempotency_key = format('treasury:%s:done', o.id) AND (t.asset, t.amount) = (o.asset_id, o.amount))
    UNION ALL
    SELECT 'I09', format('order %s burnt %s sun that no journal has', o.id, o.fee_sun)
    FROM recent o WHERE o.fee_sun > 0 AND NOT EXISTS (
      SELECT FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
      WHERE j.idempotency_key = format('treasury:%s:network-cost', o.id) AND (t.asset, t.amount) = ('trx', o.fee_sun))
    UNION ALL
    SELECT 'I09', format('journal %s books %s %s for no order that was carried out', m.key, m.amount, m.asset)
    FROM moved m WHERE NOT EXISTS (
      SELECT FROM treasury_orders o WHERE m.key = format('treasury:%s:done', o.id) AND o.state = 'done'
      UNION ALL
      SELECT FROM treasury_orders o WHERE m.key = format('treasury:%s:network-cost', o.id) AND o.state IN ('done', 'failed'))
    UNION ALL
    SELECT 'I21', format('order %s to cold storage is %s with %s approvals', o.id, o.state, count(r.operator_id))
    FROM recent o LEFT JOIN treasury_reviews r ON r.order_id = o.id AND r.decision = 'approve'
    WHERE o.kind = 'cold' AND NOT o.adopted AND o.state IN ('ready', 'signed', 'done') GROUP BY o.id, o.state HAVING count(r.operator_id) < 2
    UNION ALL
    SELECT 'I21', format('order %s pays a deposit back on the word of %s', o.id, count(v.operator_id))
    FROM recent o LEFT JOIN suspense_returns b ON b.order_id = o.id
    LEFT JOIN quarantine_votes v ON v.subject = 'deposit:' || b.deposit_id AND v.decision = 'return:' || o.to_address
    WHERE o.kind = 'return' AND NOT o.adopted AND o.state IN ('ready', 'signed', 'done')
      AND NOT EXISTS (SELECT FROM deposit_surpluses s WHERE s.order_id = o.id) GROUP BY o.id HAVING count(v.operator_id) < 2
    UNION ALL
    SELECT 'I22', format('order %s is %s since %s', id, state, changed_at) FROM treasury_orders
    WHERE state IN ('ready', 'signed') AND (${atRest}
      OR attention IS NULL AND waiting_for IS NULL AND changed_at < clock_timestamp() - make_interval(hours => ${deadlineHours}))
    UNION ALL
    SELECT 'I02', format('holdings of deposit addresses sum to %s %s, custody to %s', h.amount, a.asset, -a.posted)
    FROM ledger.accounts a
    JOIN treasury_holdings_cursors c ON c.asset_id = a.asset
    JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount FROM treasury_holdings WHERE asset_id = a.asset) h ON true
    WHERE a.code = 'custody:deposit' AND h.amount <> -a.posted
      AND NOT EXISTS (SELECT FROM ledger.entries e WHERE e.account_id = a.id AND e.transfer_id > c.transfer_id)
    ORDER BY 1, 2`.execute(db);
  return rows;
}
