-- What a provider was handed is looked for by its time, and what somebody got lately by the recipient.
-- outside a transaction: nobody waits while every message is read.
CREATE INDEX CONCURRENTLY IF NOT EXISTS outbox_handed_idx ON outbox (next_try_at) WHERE state = 'handed';
CREATE INDEX CONCURRENTLY IF NOT EXISTS outbox_recipient_idx ON outbox (recipient, created_at);
