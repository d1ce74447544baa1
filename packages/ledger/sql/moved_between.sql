-- What moved between two moments, the first included and the second not: for each class of accounts and each kind and code,
-- what was debited and credited and with how many transfers. A transfer between two accounts of one class counts on both sides.
CREATE OR REPLACE FUNCTION ledger.moved_between(from_at timestamptz, until_at timestamptz)
RETURNS TABLE (class text, asset text, kind text, code text, debits numeric, credits numeric, transfers bigint)
LANGUAGE sql STABLE AS $$
  WITH moved AS (
    SELECT d.class AS debit, c.class AS credit, t.asset, j.kind, t.code, sum(t.amount) AS amount, count(*) AS transfers
      FROM ledger.journals j
      JOIN ledger.transfers t ON t.journal_id = j.id
      JOIN ledger.accounts d ON d.id = t.debit_account_id
      JOIN ledger.accounts c ON c.id = t.credit_account_id
     WHERE j.created_at >= from_at AND j.created_at < until_at AND t.state IN ('posted', 'post')
     GROUP BY d.class, c.class, t.asset, j.kind, t.code
  )
  SELECT side.class, m.asset, m.kind, m.code, sum(side.debits), sum(side.credits), sum(side.transfers)::bigint
    FROM moved m
    CROSS JOIN LATERAL (VALUES
      (m.debit, m.amount, 0::numeric, m.transfers),
      (m.credit, 0::numeric, m.amount, CASE WHEN m.credit = m.debit THEN 0 ELSE m.transfers END)
    ) AS side (class, debits, credits, transfers)
   GROUP BY side.class, m.asset, m.kind, m.code
$$;
GRANT EXECUTE ON FUNCTION ledger.moved_between TO tern_worker;
