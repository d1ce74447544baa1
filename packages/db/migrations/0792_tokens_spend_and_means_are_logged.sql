-- Whoever can read the hash of a token or a code cannot spend it: what spends one is given the token itself. And every change of
-- what operators sign in with leaves its row in the log, written by the function that makes the change.

-- No role reads these hashes any more. The salts of custodians' codes stay readable: the key is derived outside.
REVOKE SELECT ON operator_invitations, operator_changes, operator_custodians FROM tern_console;
GRANT SELECT (operator_id, created_at, expires_at, closed_at) ON operator_invitations TO tern_console;
GRANT SELECT (id, kind, name, role, note, state, proposed_by, proposed_at, decided_by, decided_at) ON operator_changes
  TO tern_console;
GRANT SELECT (slot, name, salt, made_at) ON operator_custodians TO tern_console;

-- A custodian's code is made by a command on the console's machine, where nobody has signed in: its row names no author.
ALTER TABLE operator_actions ALTER COLUMN operator_id DROP NOT NULL;
ALTER TABLE operator_actions ADD CONSTRAINT operator_actions_author_check
  CHECK (operator_id IS NOT NULL OR kind = 'custodian-code-made');

-- What is kept of a token, or of a code in its one form.
CREATE FUNCTION secret_hash(p_secret text) RETURNS bytea
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(convert_to(p_secret, 'UTF8'))
$$;

-- Whom an open invitation is for, and whether the code belongs to it. No row where the token opens none.
CREATE FUNCTION find_operator_invitation(p_token text, p_code text, p_now timestamptz)
RETURNS TABLE (operator_id uuid, is_code_right boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT i.operator_id, i.code_hash IS NULL OR coalesce(i.code_hash = secret_hash(p_code), false)
    FROM operator_invitations i
   WHERE i.token_hash = secret_hash(p_token) AND i.closed_at IS NULL AND i.expires_at > p_now
$$;
GRANT EXECUTE ON FUNCTION find_operator_invitation TO tern_console;

DROP FUNCTION enrol_operator_passkey;
-- Uses an invitation up for a passkey. Returns `enrolled`, or why not. `p_details` stands in the row of the log.
CREATE FUNCTION enrol_operator_passkey(
  p_token text, p_code text, p_id uuid, p_credential_id bytea, p_public_key bytea, p_sign_count bigint, p_transports text[],
  p_details jsonb
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_operator_id uuid;
  v_constraint text;
BEGIN
  UPDATE operator_invitations i SET closed_at = clock_timestamp()
    FROM operators o
   WHERE i.token_hash = secret_hash(p_token) AND i.closed_at IS NULL AND i.expires_at > clock_timestamp()
     AND (i.code_hash IS NULL OR i.code_hash = secret_hash(p_code))
     AND o.id = i.operator_id AND o.disabled_at IS NULL
  RETURNING i.operator_id INTO v_operator_id;
  IF v_operator_id IS NULL THEN RETURN 'over'; END IF;
  INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports)
  VALUES (p_id, v_operator_id, p_credential_id, p_public_key, p_sign_count, p_transports);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (v_operator_id, 'operator-passkey-added', p_id::text, p_details);
  RETURN 'enrolled';
EXCEPTION WHEN unique_violation THEN
  GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
  -- Also takes the use of the invitation back.
  IF v_constraint = 'operator_passkeys_credential_id_key' THEN RETURN 'known'; END IF;
  RAISE;
END $$;
GRANT EXECUTE ON FUNCTION enrol_operator_passkey TO tern_console;

-- As since 0310, with its row in the log: whoever makes a code in a custodian's place is seen.
CREATE OR REPLACE FUNCTION keep_custodian_code(p_name text, p_salt bytea, p_key_hash bytea) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_slot integer;
BEGIN
  LOCK TABLE operator_custodians IN SHARE ROW EXCLUSIVE MODE;
  SELECT count(*) + 1 INTO v_slot FROM operator_custodians;
  IF v_slot > 2 THEN RETURN NULL; END IF;
  INSERT INTO operator_custodians (slot, name, salt, key_hash) VALUES (v_slot, p_name, p_salt, p_key_hash);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (NULL, 'custodian-code-made', p_name, jsonb_build_object('slot', v_slot));
  RETURN v_slot;
END $$;
