-- Operators narrow their log to an operator, an action, a stretch of days, and words that somebody wrote.
-- outside a transaction: nobody waits while the log is read.
CREATE INDEX CONCURRENTLY IF NOT EXISTS operator_actions_operator_idx ON operator_actions (operator_id, seq DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS operator_actions_kind_idx ON operator_actions (kind, seq DESC);
-- Times rise with the numbers: the first row of a day says from which number on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS operator_actions_at_idx ON operator_actions (at);
-- What operators wrote: notes and reasons.
CREATE INDEX CONCURRENTLY IF NOT EXISTS operator_actions_words_idx ON operator_actions USING gin (to_tsvector('simple'::regconfig,
  coalesce(details ->> 'note', '') || ' ' || coalesce(details ->> 'reason', '') || ' ' || coalesce(details ->> 'text', '')));
