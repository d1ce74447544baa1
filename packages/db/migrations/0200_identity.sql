-- People, how they prove who they are, and the messages that tell them what happened.

CREATE TABLE people (
  id uuid NOT NULL,
  -- Short number a person can read out; random, so that it says nothing about how many there are.
  public_id text NOT NULL CONSTRAINT people_public_id_check CHECK (public_id ~ '^[1-9][0-9]{7}$'),
  state text NOT NULL DEFAULT 'active' CONSTRAINT people_state_check CHECK (state IN ('active', 'disabled')),
  language text,
  invite_code text NOT NULL CONSTRAINT people_invite_code_check CHECK (invite_code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  -- Set once, at registration: rings of invitations cannot be closed afterwards.
  invited_by uuid CONSTRAINT people_invited_by_fkey REFERENCES people,
  terms_accepted_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT people_pkey PRIMARY KEY (id),
  CONSTRAINT people_public_id_key UNIQUE (public_id),
  CONSTRAINT people_invite_code_key UNIQUE (invite_code)
);
CREATE INDEX people_invited_by_idx ON people (invited_by) WHERE invited_by IS NOT NULL;

-- A proven phone number (+ and digits) or e-mail address (lower case), as messages are sent to it.
CREATE TABLE contacts (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT contacts_person_id_fkey REFERENCES people,
  kind text NOT NULL CONSTRAINT contacts_kind_check CHECK (kind IN ('phone', 'email')),
  value text NOT NULL CONSTRAINT contacts_value_check
    CHECK (CASE kind WHEN 'phone' THEN value ~ '^\+[1-9][0-9]{4,14}$' ELSE value ~ '^[^\s@]+@[^\s@]+$' AND value = lower(value) END),
  verified_at timestamptz NOT NULL,
  CONSTRAINT contacts_pkey PRIMARY KEY (id),
  CONSTRAINT contacts_kind_value_key UNIQUE (kind, value),
  CONSTRAINT contacts_person_id_kind_key UNIQUE (person_id, kind)
);

CREATE TABLE credentials (
  person_id uuid NOT NULL CONSTRAINT credentials_person_id_fkey REFERENCES people,
  -- PHC text of argon2id; the pepper is not in the database.
  hash text NOT NULL CONSTRAINT credentials_hash_check CHECK (hash LIKE '$argon2id$%'),
  changed_at timestamptz NOT NULL,
  CONSTRAINT credentials_pkey PRIMARY KEY (person_id)
);

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

-- One sent code: good for one purpose, one target and one subject, five tries, ten minutes, once.
CREATE TABLE challenges (
  id uuid NOT NULL,
  purpose text NOT NULL CONSTRAINT challenges_purpose_check
    CHECK (purpose IN ('register', 'login', 'set-trade-password', 'bind-authenticator')),
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
  CONSTRAINT logins_pkey PRIMARY KEY (id),
  CONSTRAINT logins_challenge_check CHECK ((method = 'code') = (challenge_id IS NOT NULL))
);
CREATE INDEX logins_created_at_idx ON logins (created_at);

-- Sliding windows: the moments of the last hits under a key, never more than its limit.
CREATE TABLE rate_windows (
  key text NOT NULL,
  hits timestamptz[] NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT rate_windows_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_windows_expires_at_idx ON rate_windows (expires_at);

-- Consecutive wrong tries under a key; a right one deletes the row.
CREATE TABLE failure_counters (
  key text NOT NULL,
  failures integer NOT NULL CONSTRAINT failure_counters_failures_check CHECK (failures > 0),
  paused_until timestamptz,
  changed_at timestamptz NOT NULL,
  CONSTRAINT failure_counters_pkey PRIMARY KEY (key)
);

CREATE TABLE trade_passwords (
  person_id uuid NOT NULL CONSTRAINT trade_passwords_person_id_fkey REFERENCES people,
  hash text NOT NULL CONSTRAINT trade_passwords_hash_check CHECK (hash LIKE '$argon2id$%'),
  set_at timestamptz NOT NULL,
  CONSTRAINT trade_passwords_pkey PRIMARY KEY (person_id)
);

-- Set-ups of an authenticator that wait for the first right code; nothing accepts their codes yet.
CREATE TABLE authenticator_bindings (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT authenticator_bindings_person_id_fkey REFERENCES people,
  secret_sealed bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  CONSTRAINT authenticator_bindings_pkey PRIMARY KEY (id)
);
CREATE INDEX authenticator_bindings_person_id_idx ON authenticator_bindings (person_id);

CREATE TABLE authenticators (
  person_id uuid NOT NULL CONSTRAINT authenticators_person_id_fkey REFERENCES people,
  -- AES-256-GCM, bound to the person.
  secret_sealed bytea NOT NULL,
  -- The last 30-second step a code was accepted for: each works once, and none before it.
  last_step bigint NOT NULL,
  confirmed_at timestamptz NOT NULL,
  CONSTRAINT authenticators_pkey PRIMARY KEY (person_id)
);

CREATE TABLE recovery_codes (
  person_id uuid NOT NULL CONSTRAINT recovery_codes_person_id_fkey REFERENCES people,
  code_hash bytea NOT NULL CONSTRAINT recovery_codes_code_hash_check CHECK (length(code_hash) = 32),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, code_hash)
);

-- Until when a person's transfers go only to addresses used before.
CREATE TABLE sending_holds (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT sending_holds_person_id_fkey REFERENCES people,
  reason text NOT NULL CONSTRAINT sending_holds_reason_check CHECK (reason IN ('factor-changed', 'recovered')),
  started_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  CONSTRAINT sending_holds_pkey PRIMARY KEY (id),
  CONSTRAINT sending_holds_period_check CHECK (until > started_at)
);
CREATE INDEX sending_holds_person_id_idx ON sending_holds (person_id, until DESC);

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

-- Messages to be sent, written together with what they tell of.
CREATE TABLE outbox (
  id uuid NOT NULL,
  -- Says what it is about: the same news never goes out twice.
  dedupe_key text NOT NULL,
  channel text NOT NULL CONSTRAINT outbox_channel_check CHECK (channel IN ('email', 'sms')),
  recipient text NOT NULL,
  template text NOT NULL,
  language text,
  -- AES-256-GCM of the template's values, codes among them; wiped once the row is settled.
  values_sealed bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- After this moment the message is of no use and is dropped instead.
  expires_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT outbox_state_check CHECK (state IN ('waiting', 'sent', 'dropped')),
  settled_at timestamptz,
  last_error text,
  CONSTRAINT outbox_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_dedupe_key_key UNIQUE (dedupe_key),
  CONSTRAINT outbox_settled_check CHECK ((state = 'waiting') = (settled_at IS NULL) AND (state = 'waiting') = (values_sealed IS NOT NULL))
);
CREATE INDEX outbox_next_try_at_idx ON outbox (next_try_at) WHERE state = 'waiting';

GRANT SELECT, INSERT, UPDATE ON
  people, contacts, credentials, devices, sessions, challenges, logins, trade_passwords, authenticators, authenticator_bindings, recovery_codes
  TO tern_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_windows, failure_counters TO tern_api;
GRANT SELECT, INSERT ON sending_holds, security_events TO tern_api;
GRANT SELECT (dedupe_key), INSERT ON outbox TO tern_api;

GRANT SELECT ON people, contacts, sending_holds TO tern_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO tern_worker;
GRANT SELECT, DELETE ON rate_windows TO tern_worker;
