-- What each customer's account of an asset held over a period, weighted by time: the sum of balance times microseconds.
-- Computed from the balances of now and the entries since the period began, so that anybody with the entries computes the
-- same.
CREATE OR REPLACE FUNCTION ledger.holding_weights(of_asset text, from_at timestamptz, until_at timestamptz)
RETURNS TABLE (account_id bigint, owner_id uuid, wallet_id uuid, weight numeric)
LANGUAGE sql STABLE AS $$
  WITH moved AS (
    SELECT e.account_id,
           sum(e.amount) AS since_start,
           coalesce(sum(e.amount * (extract(epoch FROM until_at) - extract(epoch FROM j.created_at)) * 1000000)
             FILTER (WHERE j.created_at < until_at), 0) AS within
      FROM ledger.journals j
      JOIN ledger.transfers t ON t.journal_id = j.id
      CROSS JOIN LATERAL (VALUES (t.debit_account_id), (t.credit_account_id)) AS side (account_id)
      JOIN ledger.entries e ON e.account_id = side.account_id AND e.transfer_id = t.id
     WHERE j.created_at >= from_at AND t.asset = of_asset
     GROUP BY e.account_id
  )
  SELECT a.id, a.owner_id, a.wallet_id,
         trunc((a.posted - coalesce(moved.since_start, 0))
           * (extract(epoch FROM until_at) - extract(epoch FROM from_at)) * 1000000
           + coalesce(moved.within, 0))
    FROM ledger.accounts a LEFT JOIN moved ON moved.account_id = a.id
   WHERE a.class = 'customer' AND a.asset = of_asset
$$;
GRANT EXECUTE ON FUNCTION ledger.holding_weights TO tern_worker;
