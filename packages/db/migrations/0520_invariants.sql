-- The watch over the books: when they were looked at, and what was found. Written by the worker, shown by /health.

-- One row. A look is one worker's for a while, by database time.
CREATE TABLE book_looks (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT book_looks_pkey PRIMARY KEY CONSTRAINT book_looks_singleton_check CHECK (singleton),
  claimed_until timestamptz,
  -- When the last finished look began, and the last that read everything.
  looked_at timestamptz,
  full_at timestamptz
);
INSERT INTO book_looks DEFAULT VALUES;

-- What contradicts the invariants. Stays until a look at everything no longer finds it.
CREATE TABLE book_alarms (
  invariant text NOT NULL CONSTRAINT book_alarms_invariant_check CHECK (invariant ~ '^I[0-9]{2}$'),
  finding text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT book_alarms_pkey PRIMARY KEY (invariant, finding)
);

GRANT SELECT, UPDATE ON book_looks TO tern_worker;
GRANT SELECT, INSERT, DELETE ON book_alarms TO tern_worker;
-- The finding names people's things: the public learns which invariant and since when.
GRANT SELECT ON book_looks TO tern_api;
GRANT SELECT (invariant, found_at) ON book_alarms TO tern_api;
-- That factors were given for exactly a draft is looked at again.
GRANT SELECT (person_id, kind, detail, at) ON security_events TO tern_worker;

-- What changed lately, everything a wallet received, and whose a hold is.
CREATE INDEX withdrawals_changed_at_idx ON withdrawals (changed_at);
CREATE INDEX withdrawals_receiver_wallet_id_idx ON withdrawals (receiver_wallet_id) WHERE receiver_wallet_id IS NOT NULL;
CREATE INDEX withdrawals_wallet_id_idx ON withdrawals (wallet_id);
CREATE INDEX withdrawals_pending_id_idx ON withdrawals (pending_id) WHERE pending_id IS NOT NULL;
CREATE INDEX deposits_created_at_idx ON deposits (created_at);
CREATE INDEX bonus_grants_wallet_id_idx ON bonus_grants (wallet_id) WHERE state = 'paid';
