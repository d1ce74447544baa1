-- Operators at the console: roles, passkeys, sessions, and a log of what they did that nobody rewrites unseen. Operators are
-- changed through the functions here alone, so that not even the worker's connection can make somebody one.

-- Who works at the console, and in which role.
CREATE TABLE operators (
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT operators_name_check CHECK (name ~ '^[a-z][a-z0-9._-]{1,31}$'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamptz,
  role text NOT NULL CONSTRAINT operators_role_check
    CHECK (role IN ('viewer', 'reviewer', 'treasurer', 'administrator')),
  -- Until then their decisions about money are refused.
  decides_money_from timestamptz,
  CONSTRAINT operators_pkey PRIMARY KEY (id),
  CONSTRAINT operators_name_key UNIQUE (name)
);
-- Written by the functions below alone, each of which asks for the signatures it needs.
GRANT SELECT ON operators TO tern_worker;

-- Where the log ends. Kept apart, so that cutting rows off its end shows as well.
CREATE TABLE operator_action_head (
  only_row boolean NOT NULL DEFAULT true CONSTRAINT operator_action_head_pkey PRIMARY KEY
    CONSTRAINT operator_action_head_only_row_check CHECK (only_row),
  seq bigint NOT NULL,
  hash bytea NOT NULL
);
GRANT SELECT ON operator_action_head TO tern_worker;
INSERT INTO operator_action_head (seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- Everything operators did. Rows are only added; each carries the hash of the one before, numbered without gaps.
CREATE TABLE operator_actions (
  id bigint GENERATED ALWAYS AS IDENTITY,
  operator_id uuid NOT NULL CONSTRAINT operator_actions_operator_id_fkey REFERENCES operators,
  kind text NOT NULL CONSTRAINT operator_actions_kind_check CHECK (kind ~ '^[a-z]+(-[a-z]+)+$'),
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The place in the chain, and the hash over this row and the one before.
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT operator_actions_pkey PRIMARY KEY (id),
  CONSTRAINT operator_actions_seq_key UNIQUE (seq)
);
CREATE INDEX operator_actions_subject_idx ON operator_actions (subject, id);
-- What operators tried and were refused within the last hour is asked for with every reading of the metrics.
CREATE INDEX operator_actions_refused_idx ON operator_actions (at) WHERE kind = 'decision-refused';
-- Whatever an operator changes at the console leaves one row in the log, which carries the number of the request.
CREATE UNIQUE INDEX operator_actions_request_key ON operator_actions ((details ->> 'request')) WHERE details ? 'request';
-- A signature proves one thing once: it stands in one row of the log.
CREATE UNIQUE INDEX operator_actions_signature_key ON operator_actions (md5(details #>> '{signed,assertion,signature}'))
  WHERE details #>> '{signed,assertion,signature}' IS NOT NULL;
-- The worker writes nothing into the log of what operators do, without which no decision of theirs can be carried out.
GRANT SELECT ON operator_actions TO tern_worker;
GRANT INSERT ON operator_actions TO tern_console;

-- One writer at a time: an installation has a handful of operators, and a chain has one end.
CREATE FUNCTION operator_actions_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_head operator_action_head;
BEGIN
  SELECT * INTO v_head FROM operator_action_head FOR UPDATE;
  NEW.at := clock_timestamp();
  NEW.seq := v_head.seq + 1;
  NEW.hash := operator_action_hash(v_head.hash, NEW);
  UPDATE operator_action_head SET seq = NEW.seq, hash = NEW.hash;
  RETURN NEW;
END $$;
CREATE TRIGGER operator_actions_chain BEFORE INSERT ON operator_actions
  FOR EACH ROW EXECUTE FUNCTION operator_actions_chain();

CREATE FUNCTION operator_actions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operator_actions is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER operator_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_actions
  FOR EACH STATEMENT EXECUTE FUNCTION operator_actions_refuse_change();

-- Every decision leaves its row here in the transaction that carries it out: what may not stand in the log cannot happen.
CREATE FUNCTION operator_actions_await_money() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.kind !~ '^(operator|break-glass|decision|announcement)-'
    AND NEW.kind NOT IN ('flow-stopped', 'person-frozen', 'person-signed-out', 'person-noted', 'person-viewed', 'person-revealed',
                         'account-declared', 'complaint-answered', 'log-exported')
    AND EXISTS (SELECT FROM operators WHERE id = NEW.operator_id AND decides_money_from > clock_timestamp()) THEN
    RAISE EXCEPTION 'this operator decides about no money yet' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operator_actions_await_money BEFORE INSERT ON operator_actions
  FOR EACH ROW EXECUTE FUNCTION operator_actions_await_money();

CREATE FUNCTION operator_action_hash(before bytea, entry operator_actions) RETURNS bytea
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(before || convert_to(json_build_array(
    (entry).seq, (entry).operator_id, (entry).kind, (entry).subject, (entry).details::text, extract(epoch FROM (entry).at)::text)::text, 'UTF8'))
$$;
GRANT EXECUTE ON FUNCTION operator_action_hash TO tern_worker;

-- A link that lets one operator enrol one passkey. Printed on a terminal; only its hash is kept.
CREATE TABLE operator_invitations (
  token_hash bytea NOT NULL CONSTRAINT operator_invitations_token_hash_check CHECK (length(token_hash) = 32),
  operator_id uuid NOT NULL CONSTRAINT operator_invitations_operator_id_fkey REFERENCES operators,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- Used, or overtaken by a newer one.
  closed_at timestamptz,
  -- Asked for beside the link where two operators have invited; null for the first two of an installation and break-glass.
  code_hash bytea CONSTRAINT operator_invitations_code_hash_check CHECK (length(code_hash) = 32),
  CONSTRAINT operator_invitations_pkey PRIMARY KEY (token_hash)
);
CREATE UNIQUE INDEX operator_invitations_open_key ON operator_invitations (operator_id) WHERE closed_at IS NULL;
GRANT SELECT ON operator_invitations TO tern_console;

-- What operators sign in and sign decisions with.
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
GRANT SELECT, UPDATE (sign_count, used_at) ON operator_passkeys TO tern_console;

-- The three days begin with the passkey, and the request ends with it.
CREATE FUNCTION break_glass_enrolled() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE break_glass_requests SET ended_at = clock_timestamp(), end_reason = 'enrolled'
   WHERE operator_id = NEW.operator_id AND ended_at IS NULL;
  IF FOUND THEN
    UPDATE operators SET decides_money_from = clock_timestamp() + interval '72 hours' WHERE id = NEW.operator_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER operator_passkeys_break_glass AFTER INSERT ON operator_passkeys
  FOR EACH ROW EXECUTE FUNCTION break_glass_enrolled();

-- Uses an invitation up for a passkey. Returns `enrolled`, or why not.
CREATE FUNCTION enrol_operator_passkey(
  p_token_hash bytea, p_code_hash bytea, p_id uuid, p_credential_id bytea, p_public_key bytea, p_sign_count bigint,
  p_transports text[]
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_operator_id uuid;
BEGIN
  UPDATE operator_invitations i SET closed_at = clock_timestamp()
    FROM operators o
   WHERE i.token_hash = p_token_hash AND i.closed_at IS NULL AND i.expires_at > clock_timestamp()
     AND (i.code_hash IS NULL OR i.code_hash = p_code_hash)
     AND o.id = i.operator_id AND o.disabled_at IS NULL
  RETURNING i.operator_id INTO v_operator_id;
  IF v_operator_id IS NULL THEN RETURN 'over'; END IF;
  INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports)
  VALUES (p_id, v_operator_id, p_credential_id, p_public_key, p_sign_count, p_transports);
  RETURN 'enrolled';
EXCEPTION WHEN unique_violation THEN
  -- Also takes the use of the invitation back.
  RETURN 'known';
END $$;
GRANT EXECUTE ON FUNCTION enrol_operator_passkey TO tern_console;

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
  end_reason text CONSTRAINT console_sessions_end_reason_check CHECK (end_reason IN ('signed-out', 'moved', 'replaced', 'disabled')),
  CONSTRAINT console_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT console_sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT console_sessions_ended_check CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
-- Signing in again ends the session before: one operator works in one place.
CREATE UNIQUE INDEX console_sessions_open_key ON console_sessions (operator_id) WHERE ended_at IS NULL;
-- Who could write these could sit down in an operator's place.
GRANT SELECT, INSERT, UPDATE (seen_at, ended_at, end_reason) ON console_sessions TO tern_console;

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
GRANT SELECT, INSERT, UPDATE (consumed_at), DELETE ON console_ceremonies TO tern_console;
