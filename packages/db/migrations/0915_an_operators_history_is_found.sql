-- The page of an operator lists what they did, newest first, in a log of any length.
-- outside a transaction: nobody waits while the log is read.
CREATE INDEX CONCURRENTLY IF NOT EXISTS operator_actions_operator_idx ON operator_actions (operator_id, seq DESC);
