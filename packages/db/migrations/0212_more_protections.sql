-- Passkeys, the word people know our messages by, changes of phone or e-mail, and the long way back without any factor.

ALTER TABLE challenges
  DROP CONSTRAINT challenges_purpose_check,
  ADD CONSTRAINT challenges_purpose_check CHECK (purpose IN (
    'register', 'login', 'set-trade-password', 'bind-authenticator', 'recover', 'change-login-password',
    'change-trade-password', 'unbind-authenticator', 'renew-recovery-codes', 'add-passkey', 'remove-passkey', 'set-word',
    'change-contact', 'new-contact', 'reset-factors'));

-- What an authenticator registered for this origin: it verifies its owner itself, so it signs in alone.
CREATE TABLE passkeys (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT passkeys_person_id_fkey REFERENCES people,
  credential_id bytea NOT NULL CONSTRAINT passkeys_credential_id_check CHECK (length(credential_id) BETWEEN 16 AND 1023),
  -- COSE
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL CONSTRAINT passkeys_sign_count_check CHECK (sign_count >= 0),
  transports text[] NOT NULL,
  -- Kept in an account of its maker, and so on several devices.
  synced boolean NOT NULL,
  name text NOT NULL CONSTRAINT passkeys_name_check CHECK (length(name) BETWEEN 1 AND 40),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_person_id_idx ON passkeys (person_id);

-- Challenges handed to a browser, good for one answer.
CREATE TABLE passkey_ceremonies (
  id uuid NOT NULL,
  -- Who adds a passkey; nobody yet at a sign-in.
  person_id uuid CONSTRAINT passkey_ceremonies_person_id_fkey REFERENCES people,
  challenge bytea NOT NULL CONSTRAINT passkey_ceremonies_challenge_check CHECK (length(challenge) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  CONSTRAINT passkey_ceremonies_pkey PRIMARY KEY (id)
);
CREATE INDEX passkey_ceremonies_created_at_idx ON passkey_ceremonies (created_at);

CREATE TABLE message_words (
  person_id uuid NOT NULL CONSTRAINT message_words_person_id_fkey REFERENCES people,
  -- AES-256-GCM, bound to the person.
  word_sealed bytea NOT NULL,
  set_at timestamptz NOT NULL,
  CONSTRAINT message_words_pkey PRIMARY KEY (person_id)
);

-- The first contact stays the main one when its value changes.
ALTER TABLE contacts ADD COLUMN added_at timestamptz;
UPDATE contacts SET added_at = verified_at;
ALTER TABLE contacts ALTER COLUMN added_at SET NOT NULL;

-- Rows are only added, and marked when the change was taken back. Until `undo_until` nobody else gets the former value.
CREATE TABLE contact_changes (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT contact_changes_person_id_fkey REFERENCES people,
  kind text NOT NULL CONSTRAINT contact_changes_kind_check CHECK (kind IN ('phone', 'email')),
  -- Null when there was none of the kind.
  former text,
  changed_at timestamptz NOT NULL,
  undo_until timestamptz NOT NULL,
  undone_at timestamptz,
  CONSTRAINT contact_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX contact_changes_former_idx ON contact_changes (kind, former) WHERE undone_at IS NULL;
CREATE INDEX contact_changes_person_id_idx ON contact_changes (person_id, changed_at);

-- Somebody who has lost every factor asks for the authenticator to be taken off. It waits for its day and two operators.
CREATE TABLE factor_resets (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT factor_resets_person_id_fkey REFERENCES people,
  state text NOT NULL DEFAULT 'waiting'
    CONSTRAINT factor_resets_state_check CHECK (state IN ('waiting', 'done', 'cancelled', 'refused')),
  started_at timestamptz NOT NULL,
  ready_at timestamptz NOT NULL,
  told_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT factor_resets_pkey PRIMARY KEY (id),
  CONSTRAINT factor_resets_ended_check CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CONSTRAINT factor_resets_period_check CHECK (ready_at > started_at)
);
CREATE UNIQUE INDEX factor_resets_open_idx ON factor_resets (person_id) WHERE state = 'waiting';
CREATE INDEX factor_resets_person_id_idx ON factor_resets (person_id, started_at DESC);

-- Rows are only added; each operator has one word. Operators live in a later migration, so the id stands without a reference.
CREATE TABLE factor_reset_decisions (
  reset_id uuid NOT NULL CONSTRAINT factor_reset_decisions_reset_id_fkey REFERENCES factor_resets,
  operator_id uuid NOT NULL,
  decision text NOT NULL CONSTRAINT factor_reset_decisions_decision_check CHECK (decision IN ('approve', 'refuse')),
  reason text NOT NULL CONSTRAINT factor_reset_decisions_reason_check CHECK (length(reason) >= 3),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT factor_reset_decisions_pkey PRIMARY KEY (reset_id, operator_id)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys, message_words TO tern_api;
GRANT SELECT, INSERT, UPDATE ON passkey_ceremonies, factor_resets, contact_changes TO tern_api;
GRANT SELECT ON factor_reset_decisions TO tern_api;
-- A contact that was added is taken back with its change.
GRANT DELETE ON contacts TO tern_api;

-- The worker tells of resets each day and carries them out.
GRANT SELECT, UPDATE ON factor_resets TO tern_worker;
GRANT SELECT, INSERT ON factor_reset_decisions TO tern_worker;
GRANT SELECT ON message_words, sessions, devices TO tern_worker;
GRANT SELECT, DELETE ON authenticators, recovery_codes TO tern_worker;
GRANT UPDATE (ended_at, end_reason) ON sessions TO tern_worker;
GRANT UPDATE (remembered_until) ON devices TO tern_worker;
GRANT INSERT ON sending_holds, security_events, security_stops TO tern_worker;
GRANT SELECT, DELETE ON passkey_ceremonies TO tern_worker;
