-- The watch over the books asks every minute for the reply and the authorisation of each recent transfer. Without these
-- indexes it read everything that its person had ever been answered or authorised, once for each transfer.
-- outside a transaction: nobody waits while every reply and event is read.
-- earlier form: 445280f7b0b13e8e928cc35d274163662e4480130c0c4204c60975a0f6136bc0
CREATE INDEX CONCURRENTLY IF NOT EXISTS idempotent_replies_body_id_idx ON idempotent_replies ((body ->> 'id'), person_id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS security_events_authorized_idx ON security_events (person_id, detail) WHERE kind = 'transfer-authorized';

-- It also asks whether money lies behind a closed wallet.
CREATE INDEX CONCURRENTLY IF NOT EXISTS wallets_closed_idx ON wallets (id) WHERE closed_at IS NOT NULL;
