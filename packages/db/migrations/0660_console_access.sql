-- Operators at the console: roles, passkeys, sessions, and a log of what they did that nobody rewrites unseen.

-- Who was added by the machine's command has a secret for it; who was invited to the console has passkeys. Both may be one.
ALTER TABLE operators
  ALTER COLUMN secret_hash DROP NOT NULL,
  ADD COLUMN role text NOT NULL DEFAULT 'administrator' CONSTRAINT operators_role_check
    CHECK (role IN ('viewer', 'reviewer', 'treasurer', 'administrator'));
ALTER TABLE operators ALTER COLUMN role DROP DEFAULT;
GRANT UPDATE (role) ON operators TO tern_worker;

-- A link that lets one operator enrol one passkey. Printed on a terminal; only its hash is kept.
CREATE TABLE operator_invitations (
  token_hash bytea NOT NULL CONSTRAINT operator_invitations_token_hash_check CHECK (length(token_hash) = 32),
  operator_id uuid NOT NULL CONSTRAINT operator_invitations_operator_id_fkey REFERENCES operators,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- Used, or overtaken by a newer one.
  closed_at timestamptz,
  CONSTRAINT operator_invitations_pkey PRIMARY KEY (token_hash)
);
CREATE UNIQUE INDEX operator_invitations_open_key ON operator_invitations (operator_id) WHERE closed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (closed_at) ON operator_invitations TO tern_worker;

CREATE TABLE operator_passkeys (
  id uuid NOT NULL,
  operator_id uuid NOT NULL CONSTRAINT operator_passkeys_operator_id_fkey REFERENCES operators,
  credential_id bytea NOT NULL,
  -- COSE, as the authenticator made it.
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  used_at timestamptz,
  CONSTRAINT operator_passkeys_pkey PRIMARY KEY (id),
  -- One key is one operator: nobody enrols theirs a second time under another name.
  CONSTRAINT operator_passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX operator_passkeys_operator_id_idx ON operator_passkeys (operator_id);
GRANT SELECT, INSERT, UPDATE (sign_count, used_at) ON operator_passkeys TO tern_worker;

-- Short, and good only from the address and the browser it was opened in.
CREATE TABLE console_sessions (
  id uuid NOT NULL,
  operator_id uuid NOT NULL CONSTRAINT console_sessions_operator_id_fkey REFERENCES operators,
  token_hash bytea NOT NULL CONSTRAINT console_sessions_token_hash_check CHECK (length(token_hash) = 32),
  passkey_id uuid NOT NULL CONSTRAINT console_sessions_passkey_id_fkey REFERENCES operator_passkeys,
  ip inet NOT NULL,
  user_agent_hash bytea NOT NULL CONSTRAINT console_sessions_user_agent_hash_check CHECK (length(user_agent_hash) = 32),
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CONSTRAINT console_sessions_end_reason_check CHECK (end_reason IN ('signed-out', 'moved', 'replaced')),
  CONSTRAINT console_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT console_sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT console_sessions_ended_check CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
-- Signing in again ends the session before: one operator works in one place.
CREATE UNIQUE INDEX console_sessions_open_key ON console_sessions (operator_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE (seen_at, ended_at, end_reason) ON console_sessions TO tern_worker;

-- Questions put to a passkey: each is answered once, in time, for the purpose it was made for.
CREATE TABLE console_ceremonies (
  id uuid NOT NULL,
  purpose text NOT NULL CONSTRAINT console_ceremonies_purpose_check CHECK (purpose IN ('enrol', 'sign-in', 'decide')),
  -- Who is asked; null at a sign-in, where nobody is known yet.
  operator_id uuid CONSTRAINT console_ceremonies_operator_id_fkey REFERENCES operators,
  challenge bytea NOT NULL CONSTRAINT console_ceremonies_challenge_check CHECK (length(challenge) = 32),
  -- Of a decision: the words whose hash the challenge is.
  statement text,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  CONSTRAINT console_ceremonies_pkey PRIMARY KEY (id),
  CONSTRAINT console_ceremonies_operator_check CHECK ((operator_id IS NULL) = (purpose = 'sign-in')),
  CONSTRAINT console_ceremonies_statement_check CHECK ((statement IS NOT NULL) = (purpose = 'decide'))
);
CREATE INDEX console_ceremonies_expires_at_idx ON console_ceremonies (expires_at);
GRANT SELECT, INSERT, UPDATE (consumed_at), DELETE ON console_ceremonies TO tern_worker;

GRANT INSERT, UPDATE ON rate_windows TO tern_worker;
