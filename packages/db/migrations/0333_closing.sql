-- Closing accounts, and copies of one's own data.

-- What a code can be for is known to the program alone: every slice that asks for one would have to repeat the list here.
ALTER TABLE challenges
  DROP CONSTRAINT challenges_purpose_check,
  ADD CONSTRAINT challenges_purpose_check CHECK (purpose ~ '^[a-z][a-z-]{2,39}$');

ALTER TABLE people
  DROP CONSTRAINT people_state_check,
  ADD CONSTRAINT people_state_check CHECK (state IN ('active', 'disabled', 'closed'));

CREATE TABLE account_closings (
  id uuid CONSTRAINT account_closings_pkey PRIMARY KEY,
  person_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CONSTRAINT account_closings_state_check CHECK (state IN ('waiting', 'cancelled', 'stopped', 'not-empty', 'done')),
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT account_closings_ended_check CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX account_closings_waiting_key ON account_closings (person_id) WHERE state = 'waiting';
CREATE INDEX account_closings_due_idx ON account_closings (due_at) WHERE state = 'waiting';
GRANT SELECT, INSERT ON account_closings TO tern_api;
GRANT UPDATE (state, ended_at) ON account_closings TO tern_api, tern_worker;
GRANT SELECT ON account_closings TO tern_worker;

-- A proven wish for a copy of one's data: good for one download, a few minutes long.
CREATE TABLE data_exports (
  token_hash bytea CONSTRAINT data_exports_pkey PRIMARY KEY CONSTRAINT data_exports_token_hash_check CHECK (length(token_hash) = 32),
  person_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
GRANT SELECT, INSERT ON data_exports TO tern_api;
GRANT UPDATE (used_at) ON data_exports TO tern_api;

-- An address stays with its wallet for ever; what reaches one of a closed account is nobody's until two operators say whose.
ALTER TABLE wallets ADD COLUMN closed_at timestamptz;
GRANT UPDATE (closed_at) ON wallets TO tern_worker;

-- What goes with the account. Who it was and what moved stays on record, as the law wants.
GRANT UPDATE (state) ON people TO tern_worker;
GRANT SELECT (person_id, ended_at), UPDATE (ended_at, end_reason) ON sessions TO tern_worker;
GRANT SELECT (person_id), DELETE ON
  contacts, credentials, trade_passwords, authenticators, recovery_codes, profiles, avatars, preferences TO tern_worker;
-- The last notice goes out with the closing itself, and is in the account's history.
GRANT INSERT ON security_events TO tern_worker;
