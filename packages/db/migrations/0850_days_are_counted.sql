-- The first page of the console counts what people did in the last days, by the time at which they did it.
-- outside a transaction: nobody waits while every withdrawal and every person is read.
CREATE INDEX CONCURRENTLY IF NOT EXISTS withdrawals_created_at_idx ON withdrawals (created_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS people_created_at_idx ON people (created_at);
