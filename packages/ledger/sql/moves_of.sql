-- The transfers that an entry tells, as they moved its account, each with its journal. (A function and not a view, and each
-- part looked up for itself: PostgreSQL would otherwise read all journals and transfers before it joins them.)
CREATE OR REPLACE FUNCTION ledger.moves_of(of_account bigint, of_entry bigint, of_call bigint)
RETURNS TABLE (transfer_id bigint, journal_id bigint, kind text, details jsonb, created_at timestamptz, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT t.id, j.id, j.kind, j.details, j.created_at, CASE of_account WHEN t.credit_account_id THEN t.amount ELSE -t.amount END
  FROM (
    SELECT c.id AS journal_id, NULL::bigint AS transfer_id FROM ledger.journals c WHERE c.call_id = of_call
    UNION ALL
    SELECT o.journal_id, o.id FROM ledger.transfers o WHERE o.id = of_entry AND of_call IS NULL
  ) own
  CROSS JOIN LATERAL (SELECT * FROM ledger.journals WHERE id = own.journal_id OFFSET 0) j
  CROSS JOIN LATERAL (SELECT * FROM ledger.transfers WHERE journal_id = own.journal_id OFFSET 0) t
  WHERE of_account IN (t.debit_account_id, t.credit_account_id) AND t.id = coalesce(own.transfer_id, t.id)
$$;
GRANT EXECUTE ON FUNCTION ledger.moves_of TO tern_api, tern_worker;
