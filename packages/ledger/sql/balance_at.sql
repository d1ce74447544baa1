-- What an account had at a moment, on its own side: the balance of now without what has moved since.
CREATE OR REPLACE FUNCTION ledger.balance_at(of_account bigint, at timestamptz) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * (a.posted - coalesce((
    SELECT sum(CASE of_account WHEN t.credit_account_id THEN t.amount ELSE -t.amount END)
      FROM ledger.journals j
      JOIN ledger.transfers t ON t.journal_id = j.id AND of_account IN (t.debit_account_id, t.credit_account_id)
     WHERE j.created_at >= at AND t.state IN ('posted', 'post')), 0))
    FROM ledger.accounts a WHERE a.id = of_account
$$;
GRANT EXECUTE ON FUNCTION ledger.balance_at TO tern_worker;
