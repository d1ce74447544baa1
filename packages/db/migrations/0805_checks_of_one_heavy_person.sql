-- The watch over the books asks every minute for the reply and the authorisation of each recent transfer. Without these
-- indexes it read everything that its person had ever been answered or authorised, once for each transfer.
CREATE INDEX idempotent_replies_body_id_idx ON idempotent_replies ((body ->> 'id'), person_id);
CREATE INDEX security_events_authorized_idx ON security_events (person_id, detail) WHERE kind = 'transfer-authorized';

-- It also asks whether money lies behind a closed wallet.
CREATE INDEX wallets_closed_idx ON wallets (id) WHERE closed_at IS NOT NULL;
