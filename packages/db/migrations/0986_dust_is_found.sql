-- Operators look for dust too, by state, coin and amount: somebody who spreads it makes more rows than anybody reads.
-- outside a transaction: nobody waits while every record is read.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_folded_state_idx
  ON records (status, asset, created_at DESC, id DESC) WHERE folded;
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_folded_amount_idx
  ON records (asset, amount, status, created_at DESC, id DESC) WHERE folded;
