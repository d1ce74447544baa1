-- What is under way is found by itself, and not among all that ever left: operators' pages and the worker's metrics ask again and
-- again what does not go on.
-- outside a transaction: nobody waits while every withdrawal is read.
CREATE INDEX CONCURRENTLY IF NOT EXISTS withdrawals_under_way_idx ON withdrawals (changed_at, id)
  WHERE state IN ('requested', 'under-review', 'approved', 'signed', 'broadcast', 'included');
CREATE INDEX CONCURRENTLY IF NOT EXISTS treasury_orders_open_idx ON treasury_orders (created_at, id)
  WHERE state IN ('proposed', 'ready', 'signed');
