-- A step of `post_journals`: locks the house's accounts before the walk, which then judges by what they have. `had` and
-- `floors` are those of `batch_open_accounts`, with the house's renewed.
CREATE OR REPLACE FUNCTION ledger.batch_lock_house(
  p_ids bigint[], p_customers int, INOUT had numeric[], INOUT floors numeric[]
) LANGUAGE plpgsql AS $$
BEGIN
  SELECT had[1:p_customers] || array_agg(a.posted),
         floors[1:p_customers] || array_agg(CASE WHEN a.guarded AND a.side = 'credit' THEN a.held END)
  INTO had, floors
  FROM (
    SELECT * FROM ledger.accounts a WHERE a.id = ANY (p_ids[p_customers + 1:]) ORDER BY a.id FOR NO KEY UPDATE
  ) a;
END $$;
