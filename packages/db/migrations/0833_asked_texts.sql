-- Since when the signer may have signed a text. What it was asked for ends with its word alone, also once the connection is
-- over: the account's history mentions every signature.
ALTER TABLE connection_requests
  ADD COLUMN asked_at timestamptz
  CONSTRAINT connection_requests_asked_check CHECK (asked_at IS NULL OR agreed_hash IS NOT NULL);
GRANT UPDATE (asked_at) ON connection_requests TO tern_worker;
