import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Breach, Window } from './breach.ts';

/** I06 and I07: every inflow has its one credit, and every credit has where it came from and somebody who can take it. */
export async function findDepositBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH inflows AS (
      SELECT * FROM deposits WHERE created_at >= ${since}::timestamptz AND destination <> 'own'
      ORDER BY created_at DESC LIMIT ${most}
    ), recent AS (
      SELECT * FROM ledger.journals WHERE created_at >= ${since}::timestamptz ORDER BY id DESC LIMIT ${most}
    ), moves AS (
      SELECT j.id AS journal_id, j.kind, j.details, t.id, t.leg, t.code, t.asset, t.amount, t.state,
             debit.class AS debit, credit.class AS credit, credit.wallet_id AS to_wallet
      FROM recent j JOIN ledger.transfers t ON t.journal_id = j.id
      JOIN ledger.accounts debit ON debit.id = t.debit_account_id
      LEFT JOIN ledger.accounts credit ON credit.id = t.credit_account_id
      WHERE t.state IN ('posted', 'post')
    )
    SELECT 'I06' AS invariant, format('deposit %s of transaction %s has no journal that books exactly it', d.id, d.tx_id) AS finding
    FROM inflows d WHERE NOT EXISTS (
      SELECT FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id AND t.state = 'posted'
      JOIN ledger.accounts credit ON credit.id = t.credit_account_id
      WHERE j.id = d.journal_id AND t.leg = 1 AND t.asset = d.asset AND t.amount = d.amount
        AND j.details ->> 'txId' = d.tx_id AND j.details ->> 'kind' = d.kind AND j.details ->> 'index' = d.index::text
        AND CASE d.destination WHEN 'customer' THEN credit.wallet_id = d.wallet_id
          WHEN 'treasury' THEN credit.class = 'capital' ELSE credit.class = 'suspense' END)
    UNION ALL
    SELECT 'I06', format('deposit %s went to %s, its journal %s has %s legs', d.id, d.destination, d.journal_id, count(t.id))
    FROM inflows d JOIN ledger.transfers t ON t.journal_id = d.journal_id
    GROUP BY d.id, d.destination, d.journal_id HAVING count(t.id) <> 1
    UNION ALL
    SELECT 'I06', format('journal %s books transaction %s once more', m.journal_id, m.details ->> 'txId')
    FROM moves m JOIN deposits d
      ON d.tx_id = m.details ->> 'txId' AND d.kind = m.details ->> 'kind' AND d.index::text = m.details ->> 'index'
    WHERE m.kind IN ('deposit', 'deposit-unidentified', 'treasury-funding') AND d.journal_id IS DISTINCT FROM m.journal_id
    UNION ALL
    SELECT 'I07', format('journal %s credits a deposit that never came in', m.journal_id)
    FROM moves m WHERE m.kind = 'deposit' AND NOT EXISTS (
      SELECT FROM deposits d
      WHERE d.tx_id = m.details ->> 'txId' AND d.kind = m.details ->> 'kind' AND d.index::text = m.details ->> 'index')
    UNION ALL
    SELECT 'I07', format('wallet %s is closed and has %s %s, of it %s held', w.id, a.posted, a.asset, a.held)
    FROM wallets w JOIN ledger.accounts a ON a.wallet_id = w.id AND a.class = 'customer'
    WHERE w.closed_at IS NOT NULL AND (a.posted <> 0 OR a.held <> 0)
    UNION ALL
    SELECT 'I07', format('transfer %s moves from %s to %s, which no %s may', m.id, m.debit, m.credit, m.kind)
    FROM moves m WHERE m.kind <> 'correction' AND NOT EXISTS (
      SELECT FROM ledger.legs l WHERE (l.kind, l.code, l.debit, l.credit) = (m.kind, m.code, m.debit, m.credit))
    UNION ALL
    SELECT 'I07', format('journal %s pays a bonus that nobody was granted', m.journal_id)
    FROM moves m WHERE m.kind = 'activation-bonus' AND NOT EXISTS (
      SELECT FROM bonus_grants g
      WHERE g.wallet_id = m.to_wallet AND g.state = 'paid' AND g.journal_id = m.journal_id AND g.amount = m.amount)
    UNION ALL
    SELECT 'I07', format('journal %s moves money between people without a send', m.journal_id)
    FROM moves m WHERE m.kind = 'internal-transfer' AND NOT EXISTS (
      SELECT FROM withdrawals w
      WHERE w.id = (m.details ->> 'withdrawalId')::uuid AND w.settlement = 'internal' AND w.state = 'completed'
        AND (w.receiver_wallet_id, w.asset_id, w.amount) = (m.to_wallet, m.asset, m.amount))
    ORDER BY 1, 2`.execute(db);
  return rows;
}
