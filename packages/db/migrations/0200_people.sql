-- People: who they are, how they prove it, and what protects their accounts.

-- Who has an account here.
CREATE TABLE people (
  id uuid NOT NULL,
  -- Short number a person can read out; random, so that it says nothing about how many there are.
  public_id text NOT NULL CONSTRAINT people_public_id_check CHECK (public_id ~ '^[1-9][0-9]{7}$'),
  state text NOT NULL DEFAULT 'active' CONSTRAINT people_state_check CHECK (state IN ('active', 'disabled', 'closed')),
  language text,
  invite_code text NOT NULL CONSTRAINT people_invite_code_check CHECK (invite_code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  -- Set once, at registration: rings of invitations cannot be closed afterwards.
  invited_by uuid CONSTRAINT people_invited_by_fkey REFERENCES people,
  terms_accepted_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- Raised whenever all sessions of a person end and when they are frozen: a sign-in that began before it opens no session.
  credentials_version integer NOT NULL DEFAULT 1,
  CONSTRAINT people_pkey PRIMARY KEY (id),
  CONSTRAINT people_public_id_key UNIQUE (public_id),
  CONSTRAINT people_invite_code_key UNIQUE (invite_code)
);
CREATE INDEX people_invited_by_idx ON people (invited_by) WHERE invited_by IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON people TO tern_api;
GRANT SELECT, UPDATE (state, credentials_version) ON people TO tern_worker;

-- Who invited somebody is said at registration and never again: a ring of invitations cannot be closed afterwards.
CREATE FUNCTION refuse_new_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who invited a person never changes';
END
$$;
CREATE TRIGGER people_keep_inviter BEFORE UPDATE OF invited_by ON people
  FOR EACH ROW WHEN (OLD.invited_by IS DISTINCT FROM NEW.invited_by) EXECUTE FUNCTION refuse_new_inviter();

-- A proven phone number (+ and digits) or e-mail address (lower case), as messages are sent to it.
CREATE TABLE contacts (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT contacts_person_id_fkey REFERENCES people,
  kind text NOT NULL CONSTRAINT contacts_kind_check CHECK (kind IN ('phone', 'email')),
  value text NOT NULL CONSTRAINT contacts_value_check
    CHECK (CASE kind WHEN 'phone' THEN value ~ '^\+[1-9][0-9]{4,14}$' ELSE value ~ '^[^\s@]+@[^\s@]+$' AND value = lower(value) END),
  verified_at timestamptz NOT NULL,
  -- The first contact stays the main one when its value changes.
  added_at timestamptz NOT NULL,
  CONSTRAINT contacts_pkey PRIMARY KEY (id),
  CONSTRAINT contacts_kind_value_key UNIQUE (kind, value),
  CONSTRAINT contacts_person_id_kind_key UNIQUE (person_id, kind)
);
-- The api takes a contact that was added back with its change; the worker erases what goes with a closed account.
GRANT SELECT, INSERT, UPDATE, DELETE ON contacts TO tern_api;
GRANT SELECT, DELETE ON contacts TO tern_worker;

-- The password of each person.
CREATE TABLE credentials (
  person_id uuid NOT NULL CONSTRAINT credentials_person_id_fkey REFERENCES people,
  -- PHC text of argon2id; the pepper is not in the database.
  hash text NOT NULL CONSTRAINT credentials_hash_check CHECK (hash LIKE '$argon2id$%'),
  changed_at timestamptz NOT NULL,
  CONSTRAINT credentials_pkey PRIMARY KEY (person_id)
);
GRANT SELECT, INSERT, UPDATE ON credentials TO tern_api;
GRANT SELECT (person_id), DELETE ON credentials TO tern_worker;

-- A browser that has passed a full sign-in of this person.
CREATE TABLE devices (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT devices_person_id_fkey REFERENCES people,
  token_hash bytea NOT NULL CONSTRAINT devices_token_hash_check CHECK (length(token_hash) = 32),
  user_agent text NOT NULL,
  -- The device on which the account was opened.
  registered boolean NOT NULL,
  created_at timestamptz NOT NULL,
  remembered_until timestamptz NOT NULL,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX devices_person_id_idx ON devices (person_id);
GRANT SELECT, INSERT, UPDATE ON devices TO tern_api;
GRANT SELECT, UPDATE (remembered_until) ON devices TO tern_worker;

-- Where somebody is signed in, and how that ended.
CREATE TABLE sessions (
  id uuid NOT NULL,
  -- SHA-256 of the 256-bit token that only the cookie holds.
  id_hash bytea NOT NULL CONSTRAINT sessions_id_hash_check CHECK (length(id_hash) = 32),
  person_id uuid NOT NULL CONSTRAINT sessions_person_id_fkey REFERENCES people,
  device_id uuid NOT NULL CONSTRAINT sessions_device_id_fkey REFERENCES devices,
  -- What was proven when it was opened, for example {password,code}.
  proofs text[] NOT NULL,
  ip inet NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  absolute_until timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CONSTRAINT sessions_end_reason_check CHECK (end_reason IN ('logout', 'ended-elsewhere', 'replaced')),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_id_hash_key UNIQUE (id_hash),
  CONSTRAINT sessions_ended_check CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX sessions_person_id_idx ON sessions (person_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON sessions TO tern_api;
GRANT SELECT, UPDATE (ended_at, end_reason) ON sessions TO tern_worker;

-- One sent code: good for one purpose, one target and one subject, five tries, ten minutes, once.
CREATE TABLE challenges (
  id uuid NOT NULL,
  purpose text NOT NULL CONSTRAINT challenges_purpose_check CHECK (purpose ~ '^[a-z][a-z-]{2,39}$'),
  -- HMAC of the phone or e-mail it was sent to.
  target_hash bytea NOT NULL CONSTRAINT challenges_target_hash_check CHECK (length(target_hash) = 32),
  -- The sign-in or person it belongs to; empty for a registration.
  subject text NOT NULL,
  code_hash bytea NOT NULL CONSTRAINT challenges_code_hash_check CHECK (length(code_hash) = 32),
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  CONSTRAINT challenges_pkey PRIMARY KEY (id)
);
CREATE INDEX challenges_created_at_idx ON challenges (created_at);
GRANT SELECT, INSERT, UPDATE ON challenges TO tern_api;
GRANT SELECT, DELETE ON challenges TO tern_worker;

-- Sign-ins whose second step is open.
CREATE TABLE logins (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT logins_person_id_fkey REFERENCES people,
  method text NOT NULL CONSTRAINT logins_method_check CHECK (method IN ('authenticator', 'code')),
  challenge_id uuid CONSTRAINT logins_challenge_id_fkey REFERENCES challenges,
  ip inet NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  finished_at timestamptz,
  credentials_version integer NOT NULL,
  CONSTRAINT logins_pkey PRIMARY KEY (id),
  CONSTRAINT logins_challenge_check CHECK ((method = 'code') = (challenge_id IS NOT NULL))
);
CREATE INDEX logins_created_at_idx ON logins (created_at);
GRANT SELECT, INSERT, UPDATE ON logins TO tern_api;
GRANT SELECT, DELETE ON logins TO tern_worker;

-- The second password, asked for when money leaves.
CREATE TABLE trade_passwords (
  person_id uuid NOT NULL CONSTRAINT trade_passwords_person_id_fkey REFERENCES people,
  hash text NOT NULL CONSTRAINT trade_passwords_hash_check CHECK (hash LIKE '$argon2id$%'),
  set_at timestamptz NOT NULL,
  CONSTRAINT trade_passwords_pkey PRIMARY KEY (person_id)
);
GRANT SELECT, INSERT, UPDATE ON trade_passwords TO tern_api;
GRANT SELECT (person_id), DELETE ON trade_passwords TO tern_worker;

-- Set-ups of an authenticator that wait for the first right code; nothing accepts their codes yet.
CREATE TABLE authenticator_bindings (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT authenticator_bindings_person_id_fkey REFERENCES people,
  secret_sealed bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  -- Whether the person has proven that the new authenticator may take the place of the bound one.
  replaces boolean NOT NULL,
  CONSTRAINT authenticator_bindings_pkey PRIMARY KEY (id)
);
CREATE INDEX authenticator_bindings_person_id_idx ON authenticator_bindings (person_id);
CREATE INDEX authenticator_bindings_created_at_idx ON authenticator_bindings (created_at);
GRANT SELECT, INSERT, UPDATE ON authenticator_bindings TO tern_api;
GRANT SELECT, DELETE ON authenticator_bindings TO tern_worker;

-- The bound authenticator of a person.
CREATE TABLE authenticators (
  person_id uuid NOT NULL CONSTRAINT authenticators_person_id_fkey REFERENCES people,
  -- AES-256-GCM, bound to the person.
  secret_sealed bytea NOT NULL,
  -- The last 30-second step a code was accepted for: each works once, and none before it.
  last_step bigint NOT NULL,
  confirmed_at timestamptz NOT NULL,
  CONSTRAINT authenticators_pkey PRIMARY KEY (person_id)
);
-- An authenticator is replaced or taken off together with its recovery codes.
GRANT SELECT, INSERT, UPDATE, DELETE ON authenticators TO tern_api;
GRANT SELECT, DELETE ON authenticators TO tern_worker;

-- Codes that stand in for a lost authenticator, each once.
CREATE TABLE recovery_codes (
  person_id uuid NOT NULL CONSTRAINT recovery_codes_person_id_fkey REFERENCES people,
  code_hash bytea NOT NULL CONSTRAINT recovery_codes_code_hash_check CHECK (length(code_hash) = 32),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO tern_api;
GRANT SELECT, DELETE ON recovery_codes TO tern_worker;

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
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO tern_api;
GRANT SELECT (person_id), DELETE ON passkeys TO tern_worker;

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
GRANT SELECT, INSERT, UPDATE ON passkey_ceremonies TO tern_api;
GRANT SELECT, DELETE ON passkey_ceremonies TO tern_worker;

-- Until when a person's transfers go only to addresses used before.
CREATE TABLE sending_holds (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT sending_holds_person_id_fkey REFERENCES people,
  reason text NOT NULL CONSTRAINT sending_holds_reason_check CHECK (reason IN ('factor-changed', 'recovered', 'objected')),
  started_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  CONSTRAINT sending_holds_pkey PRIMARY KEY (id),
  CONSTRAINT sending_holds_period_check CHECK (until > started_at)
);
CREATE INDEX sending_holds_person_id_idx ON sending_holds (person_id, until DESC);
GRANT SELECT, INSERT ON sending_holds TO tern_api, tern_worker;

-- What happened to an account's security. Rows are only added.
CREATE TABLE security_events (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT security_events_person_id_fkey REFERENCES people,
  kind text NOT NULL,
  -- What exactly, where the kind does not say it: the draft a transfer's factors were given for.
  detail text,
  ip inet,
  user_agent text,
  at timestamptz NOT NULL,
  CONSTRAINT security_events_pkey PRIMARY KEY (id)
);
CREATE INDEX security_events_person_id_idx ON security_events (person_id, at DESC);
-- The worker writes the last notice of a closed account, and looks again whether factors were given for exactly a draft.
GRANT SELECT, INSERT ON security_events TO tern_api;
GRANT SELECT (person_id, kind, detail, at), INSERT ON security_events TO tern_worker;

-- What whoever reads a person's mail or messages can do about a change that was not theirs: stop it, with the link in the notice.
CREATE TABLE security_stops (
  -- SHA-256 of the 256-bit token that only the notice holds.
  token_hash bytea NOT NULL CONSTRAINT security_stops_token_hash_check CHECK (length(token_hash) = 32),
  person_id uuid NOT NULL CONSTRAINT security_stops_person_id_fkey REFERENCES people,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT security_stops_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX security_stops_created_at_idx ON security_stops (created_at);
GRANT SELECT, INSERT, UPDATE ON security_stops TO tern_api;
GRANT SELECT, INSERT, DELETE ON security_stops TO tern_worker;

-- The word people know our messages by.
CREATE TABLE message_words (
  person_id uuid NOT NULL CONSTRAINT message_words_person_id_fkey REFERENCES people,
  -- AES-256-GCM, bound to the person.
  word_sealed bytea NOT NULL,
  set_at timestamptz NOT NULL,
  CONSTRAINT message_words_pkey PRIMARY KEY (person_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON message_words TO tern_api;
GRANT SELECT, DELETE ON message_words TO tern_worker;

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
GRANT SELECT, INSERT, UPDATE ON contact_changes TO tern_api;
GRANT SELECT (person_id), DELETE ON contact_changes TO tern_worker;

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
-- The worker tells of resets each day and carries them out.
GRANT SELECT, INSERT, UPDATE ON factor_resets TO tern_api;
GRANT SELECT, UPDATE ON factor_resets TO tern_worker;

-- Rows are only added; each operator has one word. Operators live in a later migration, so the id stands without a reference.
CREATE TABLE factor_reset_decisions (
  reset_id uuid NOT NULL CONSTRAINT factor_reset_decisions_reset_id_fkey REFERENCES factor_resets,
  operator_id uuid NOT NULL,
  decision text NOT NULL CONSTRAINT factor_reset_decisions_decision_check CHECK (decision IN ('approve', 'refuse')),
  reason text NOT NULL CONSTRAINT factor_reset_decisions_reason_check CHECK (length(reason) >= 3),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT factor_reset_decisions_pkey PRIMARY KEY (reset_id, operator_id)
);
GRANT SELECT ON factor_reset_decisions TO tern_api;
GRANT SELECT, INSERT ON factor_reset_decisions TO tern_worker;
