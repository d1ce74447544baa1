-- The hash of a published statement of what is owed is written into the chain, by an order of the house.
ALTER TABLE treasury_orders
  ADD COLUMN statement_number integer,
  ADD COLUMN statement_hash text,
  DROP CONSTRAINT treasury_orders_kind_check,
  ADD CONSTRAINT treasury_orders_kind_check CHECK (kind IN ('sweep', 'top-up', 'delegate', 'undelegate', 'stake', 'unstake',
    'withdraw-unstaked', 'fund', 'cold', 'return', 'restrict', 'anchor')) NOT VALID,
  ADD CONSTRAINT treasury_orders_statement_check CHECK (
    num_nulls(statement_number, statement_hash) = CASE kind WHEN 'anchor' THEN 0 ELSE 2 END
    AND (statement_hash IS NULL OR statement_hash ~ '^[0-9a-f]{64}$')) NOT VALID;
