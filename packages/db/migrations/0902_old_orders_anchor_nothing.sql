-- The rules of 0901 hold for the rows of before too, and the anchor of a statement is found by its number.
-- outside a transaction: all rows are read, and the worker writes meanwhile.
ALTER TABLE treasury_orders VALIDATE CONSTRAINT treasury_orders_kind_check;
ALTER TABLE treasury_orders VALIDATE CONSTRAINT treasury_orders_statement_check;
CREATE INDEX CONCURRENTLY IF NOT EXISTS treasury_orders_statement_number_idx ON treasury_orders (statement_number)
  WHERE statement_number IS NOT NULL;
