-- An operator can have up to three passkeys. A further one is added by its operator, signed by a key they have; one is removed by
-- another key of theirs, or disabled by two administrators. A key that is over stays, so that the log can still be verified and
-- nobody enrols it again; it signs nothing any more and opens no session.

ALTER TABLE operator_passkeys
  -- What its operator calls it; the first key of an operator has none.
  ADD COLUMN name text,
  -- Whether it can be copied to other devices (WebAuthn: backup eligible). Null until it says so.
  ADD COLUMN is_syncable boolean,
  -- Until then what it signs about money is refused; null for the first key of an operator.
  ADD COLUMN decides_money_from timestamptz,
  ADD COLUMN ended_at timestamptz,
  -- Removed by its operator, or disabled by two administrators.
  ADD COLUMN end_reason text,
  ADD CONSTRAINT operator_passkeys_name_check
    CHECK (length(name) BETWEEN 1 AND 40 AND name = btrim(name) AND name !~ '[[:cntrl:]]') NOT VALID,
  ADD CONSTRAINT operator_passkeys_end_reason_check CHECK (end_reason IN ('removed', 'disabled')) NOT VALID,
  ADD CONSTRAINT operator_passkeys_ended_check CHECK ((ended_at IS NULL) = (end_reason IS NULL)) NOT VALID,
  -- A further key has its name and its wait from the beginning.
  ADD CONSTRAINT operator_passkeys_further_check CHECK ((name IS NULL) = (decides_money_from IS NULL)) NOT VALID;
-- A key says of itself whether it can be copied, with each use.
GRANT UPDATE (is_syncable) ON operator_passkeys TO tern_console;
-- Metrics count new keys, and administrators are told of them.
GRANT SELECT (id, operator_id, name, created_at, decides_money_from, ended_at, end_reason) ON operator_passkeys TO tern_worker;

ALTER TABLE operator_notices
  -- Of three days ago, while that is another: whoever has a session alone changes it, and is not alone told of keys then.
  ADD COLUMN earlier_email text,
  ADD COLUMN earlier_until timestamptz,
  ADD CONSTRAINT operator_notices_earlier_check CHECK ((earlier_email IS NULL) = (earlier_until IS NULL)) NOT VALID;
-- The worker forgets it.
GRANT UPDATE (earlier_email, earlier_until) ON operator_notices TO tern_worker;

-- Of several changes within three days, the address before the first of them stays.
CREATE FUNCTION operator_notices_keep_address() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.email <> OLD.email THEN
    NEW.earlier_email := CASE WHEN OLD.earlier_until > clock_timestamp() THEN OLD.earlier_email ELSE OLD.email END;
    NEW.earlier_until := clock_timestamp() + interval '72 hours';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operator_notices_keep_address BEFORE UPDATE OF email ON operator_notices
  FOR EACH ROW EXECUTE FUNCTION operator_notices_keep_address();

ALTER TABLE operator_changes
  ADD COLUMN key_id uuid,
  DROP CONSTRAINT operator_changes_kind_check,
  ADD CONSTRAINT operator_changes_kind_check
    CHECK (kind IN ('invite', 'role', 'disable', 'enable', 'disable-key')) NOT VALID,
  ADD CONSTRAINT operator_changes_key_check CHECK ((key_id IS NOT NULL) = (kind = 'disable-key')) NOT VALID,
  ADD CONSTRAINT operator_changes_key_id_fkey FOREIGN KEY (key_id) REFERENCES operator_passkeys NOT VALID;
GRANT SELECT (key_id) ON operator_changes TO tern_console;

-- The key of an operator whose signature a row of the log carries; no row where it is none of theirs.
CREATE FUNCTION key_that_signed(p_by uuid, p_scope jsonb) RETURNS SETOF operator_passkeys
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT k.* FROM operator_passkeys k
   WHERE k.operator_id = p_by
     AND translate(encode(k.credential_id, 'base64'), E'+/=\n', '-_') = p_scope #>> '{signed,assertion,credentialId}'
$$;

-- Whether a key is so new that what it signs about money, keys and operators is refused.
CREATE FUNCTION is_signed_by_new_key(p_by uuid, p_scope jsonb) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM key_that_signed(p_by, p_scope) WHERE decides_money_from > clock_timestamp())
$$;

-- As since 0310, but for keys that are over.
CREATE OR REPLACE FUNCTION has_signed(p_by uuid, p_action text, p_content jsonb, p_scope jsonb) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(
    p_scope #>> '{signed,assertion,signature}' <> ''
    AND s.statement ->> 'action' = p_action
    AND s.statement -> 'content' = p_content
    AND s.statement ->> 'operator' = (SELECT name FROM operators WHERE id = p_by)
    AND EXISTS (SELECT FROM key_that_signed(p_by, p_scope) WHERE ended_at IS NULL),
    false)
  FROM (SELECT (p_scope #>> '{signed,statement}')::jsonb AS statement) AS s
$$;

-- As since 0300, but for keys: none that is over or is not the operator's signs anything, and none that is new decides about money, neither by its signature
-- nor by the session it opened.
CREATE OR REPLACE FUNCTION operator_actions_await_money() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_key operator_passkeys;
BEGIN
  IF NEW.details ? 'signed' THEN
    SELECT * INTO v_key FROM key_that_signed(NEW.operator_id, NEW.details);
    IF v_key.id IS NULL THEN
      RAISE EXCEPTION 'no key of this operator has signed this' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF v_key.ended_at IS NOT NULL THEN
      RAISE EXCEPTION 'a key that is over signs nothing' USING ERRCODE = 'insufficient_privilege';
    END IF;
  ELSE
    SELECT k.* INTO v_key FROM console_sessions s JOIN operator_passkeys k ON k.id = s.passkey_id
     WHERE s.operator_id = NEW.operator_id AND s.ended_at IS NULL;
  END IF;
  IF NEW.kind !~ '^(operator|break-glass|decision|announcement)-'
    AND NEW.kind NOT IN ('flow-stopped', 'person-frozen', 'person-signed-out', 'person-noted', 'person-viewed', 'person-revealed',
                         'account-declared', 'complaint-answered', 'log-exported') THEN
    IF EXISTS (SELECT FROM operators WHERE id = NEW.operator_id AND decides_money_from > clock_timestamp()) THEN
      RAISE EXCEPTION 'this operator decides about no money yet' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF v_key.decides_money_from > clock_timestamp() THEN
      RAISE EXCEPTION 'this key decides about no money yet' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- Whoever writes sessions opens none with a key that is over.
CREATE FUNCTION console_sessions_check_key() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM operator_passkeys WHERE id = NEW.passkey_id AND ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a key that is over opens no session' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER console_sessions_check_key BEFORE INSERT ON console_sessions
  FOR EACH ROW EXECUTE FUNCTION console_sessions_check_key();

-- Ends a key for good, with the session it opened.
CREATE FUNCTION end_operator_key(p_id uuid, p_reason text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE operator_passkeys SET ended_at = clock_timestamp(), end_reason = p_reason WHERE id = p_id;
  UPDATE console_sessions SET ended_at = clock_timestamp(), end_reason = 'disabled' WHERE passkey_id = p_id AND ended_at IS NULL;
END $$;
REVOKE ALL ON FUNCTION end_operator_key FROM PUBLIC;

CREATE FUNCTION base64url_bytes(p_text text) RETURNS bytea
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT decode(translate(p_text, '-_', '+/') || repeat('=', -length(p_text) & 3), 'base64')
$$;
REVOKE ALL ON FUNCTION base64url_bytes FROM PUBLIC;

-- Adds the key that the signed content names, byte by byte. Returns `added`, or why not. Raises where no key of the operator has
-- signed exactly this. What the new key signs about money counts three days later, as after break-glass.
CREATE FUNCTION add_operator_key(p_id uuid, p_by uuid, p_content jsonb, p_scope jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_credential_id bytea := base64url_bytes(p_content ->> 'credentialId');
  v_public_key bytea := base64url_bytes(p_content ->> 'publicKey');
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.addKey', p_content, p_scope)
    OR NOT EXISTS (SELECT FROM operators WHERE id = p_by AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'no operator has signed this key' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF is_signed_by_new_key(p_by, p_scope) THEN RETURN 'key-too-new'; END IF;
  IF NOT EXISTS (
    SELECT FROM console_sessions
     WHERE operator_id = p_by AND ended_at IS NULL AND created_at > clock_timestamp() - interval '10 minutes'
  ) THEN RETURN 'session-not-fresh'; END IF;
  IF (SELECT count(*) FROM operator_passkeys WHERE operator_id = p_by AND ended_at IS NULL) >= 3 THEN RETURN 'three-keys'; END IF;
  IF EXISTS (
    SELECT FROM operator_passkeys
     WHERE operator_id = p_by AND ended_at IS NULL AND lower(name) = lower(p_content ->> 'name')
  ) THEN RETURN 'key-name-used'; END IF;
  IF EXISTS (SELECT FROM operator_passkeys WHERE credential_id = v_credential_id OR public_key = v_public_key) THEN
    RETURN 'known';
  END IF;
  INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports, name, is_syncable,
    decides_money_from)
  VALUES (p_id, p_by, v_credential_id, v_public_key, (p_content ->> 'signCount')::bigint,
    ARRAY(SELECT jsonb_array_elements_text(p_content -> 'transports')), p_content ->> 'name',
    (p_content ->> 'isSyncable')::boolean, clock_timestamp() + interval '72 hours');
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, 'operator-key-added', p_by::text,
    jsonb_build_object('key', jsonb_build_object('id', p_id, 'name', p_content ->> 'name')) || p_scope);
  RETURN 'added';
END $$;
REVOKE ALL ON FUNCTION add_operator_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_operator_key TO tern_console;

-- As since 0792, but for public keys: one that an operator has or had is known under another credential as well.
CREATE OR REPLACE FUNCTION enrol_operator_passkey(
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
  IF v_constraint IN ('operator_passkeys_credential_id_key', 'operator_passkeys_public_key_key') THEN RETURN 'known'; END IF;
  RAISE;
END $$;

-- Ends a key of the operator's own, by the signature of another. Returns `removed`, or why not. Raises where no key of the operator
-- has signed exactly this. A key that is in use and not new is not ended by one of the others alone, which may be stolen.
CREATE FUNCTION remove_operator_key(p_by uuid, p_content jsonb, p_scope jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_key operator_passkeys;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.removeKey', p_content, p_scope)
    OR NOT EXISTS (SELECT FROM operators WHERE id = p_by AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'no operator has signed this key' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO v_key FROM operator_passkeys
   WHERE id = (p_content ->> 'id')::uuid AND operator_id = p_by AND ended_at IS NULL;
  IF v_key.id IS NULL THEN RETURN 'key-over'; END IF;
  IF NOT EXISTS (SELECT FROM operator_passkeys WHERE operator_id = p_by AND ended_at IS NULL AND id <> v_key.id) THEN
    RETURN 'last-key';
  END IF;
  IF EXISTS (SELECT FROM key_that_signed(p_by, p_scope) WHERE id = v_key.id) THEN RETURN 'signed-by-itself'; END IF;
  IF is_signed_by_new_key(p_by, p_scope) THEN RETURN 'key-too-new'; END IF;
  IF v_key.used_at > clock_timestamp() - interval '72 hours'
    AND coalesce(v_key.decides_money_from <= clock_timestamp(), true) THEN
    RETURN 'key-in-use';
  END IF;
  PERFORM end_operator_key(v_key.id, 'removed');
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, 'operator-key-removed', p_by::text,
    jsonb_build_object('key', jsonb_strip_nulls(jsonb_build_object('id', v_key.id, 'name', v_key.name))) || p_scope);
  RETURN 'removed';
END $$;
REVOKE ALL ON FUNCTION remove_operator_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_operator_key TO tern_console;

-- Why two administrators cannot disable a key now, or enable an operator for want of one; null where they can, and for other
-- changes. Who has one key is disabled whole.
CREATE FUNCTION operator_key_obstacle(p_kind text, p_name text, p_key_id uuid) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN p_kind = 'enable' THEN CASE WHEN count(*) = 0 THEN 'no-such-operator' END
    WHEN p_kind <> 'disable-key' THEN NULL
    WHEN coalesce(bool_or(k.id = p_key_id), false) IS FALSE THEN 'key-over'
    WHEN count(*) < 2 THEN 'last-key'
  END
  FROM operators o JOIN operator_passkeys k ON k.operator_id = o.id AND k.ended_at IS NULL WHERE o.name = p_name
$$;

-- As since 0310, but for keys that are new: they end no request.
CREATE OR REPLACE FUNCTION cancel_break_glass(p_by uuid, p_content jsonb, p_scope jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_request break_glass_requests;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.cancelBreakGlass', p_content, p_scope)
    OR NOT EXISTS (SELECT FROM operators WHERE id = p_by AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'no operator has signed this' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF is_signed_by_new_key(p_by, p_scope) THEN RETURN 'key-too-new'; END IF;
  SELECT * INTO v_request FROM break_glass_requests WHERE id = (p_content ->> 'id')::uuid AND ended_at IS NULL;
  IF v_request.id IS NULL THEN RETURN 'over'; END IF;
  UPDATE break_glass_requests SET ended_at = clock_timestamp(), end_reason = 'cancelled', cancelled_by = p_by
   WHERE id = v_request.id;
  UPDATE operators SET disabled_at = clock_timestamp() WHERE id = v_request.operator_id;
  UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_request.operator_id AND closed_at IS NULL;
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, 'break-glass-cancelled', v_request.id::text, jsonb_build_object('note', p_content ->> 'note') || p_scope);
  RETURN 'cancelled';
END $$;

-- As since 0791, but for single keys; for administrators whose own key is new: they change no operators yet; for whom it is about:
-- they withdraw nothing; and for who is enabled again: their new keys ended before, and they wait as after break-glass.
CREATE OR REPLACE FUNCTION propose_operator_change(p_id uuid, p_by uuid, p_content jsonb, p_code_hash bytea, p_scope jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_kind text := p_content ->> 'kind';
  v_name text := p_content ->> 'name';
  v_role text := p_content ->> 'role';
  v_key_id uuid := (p_content ->> 'key')::uuid;
  v_obstacle text;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.propose', p_content, p_scope) OR NOT is_administrator(p_by) THEN
    RAISE EXCEPTION 'no administrator has signed this proposal' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM operators WHERE id = p_by AND name = v_name) THEN RETURN 'about-yourself'; END IF;
  IF is_signed_by_new_key(p_by, p_scope) THEN RETURN 'key-too-new'; END IF;
  IF v_kind <> 'invite' AND awaits_money(p_by) THEN RETURN 'only-invites-yet'; END IF;
  v_obstacle := coalesce(operator_change_obstacle(v_kind, v_name, v_role), operator_key_obstacle(v_kind, v_name, v_key_id));
  IF v_obstacle IS NOT NULL THEN RETURN v_obstacle; END IF;
  IF EXISTS (SELECT FROM operator_changes WHERE name = v_name AND state = 'proposed') THEN RETURN 'already-proposed'; END IF;
  INSERT INTO operator_changes (id, kind, name, role, key_id, note, code_hash, proposed_by)
  VALUES (p_id, v_kind, v_name, v_role, v_key_id, p_content ->> 'note', p_code_hash, p_by);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, 'operator-change-proposed', p_id::text, p_content || p_scope);
  RETURN 'proposed';
END $$;

CREATE OR REPLACE FUNCTION decide_operator_change(
  p_by uuid, p_content jsonb, p_token_hash bytea, p_expires_at timestamptz, p_scope jsonb
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_change operator_changes;
  v_subject operators;
  v_proposer text;
  v_obstacle text;
  v_details jsonb;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.decideChange', p_content, p_scope) OR NOT is_administrator(p_by) THEN
    RAISE EXCEPTION 'no administrator has signed this decision' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO v_change FROM operator_changes WHERE id = (p_content ->> 'id')::uuid AND state = 'proposed';
  IF v_change.id IS NULL THEN RETURN 'not-proposed'; END IF;
  SELECT name INTO v_proposer FROM operators WHERE id = v_change.proposed_by;
  v_details := jsonb_strip_nulls(jsonb_build_object('change', v_change.id, 'name', v_change.name, 'role', v_change.role,
    'key', (SELECT jsonb_build_object('id', k.id, 'name', k.name) FROM operator_passkeys k WHERE k.id = v_change.key_id),
    'proposedBy', v_proposer, 'note', v_change.note)) || p_scope;

  -- Whom it is about, and a key that is new, stop nobody else's proposal: not by withdrawing it either.
  IF v_change.proposed_by <> p_by THEN
    IF EXISTS (SELECT FROM operators WHERE id = p_by AND name = v_change.name) THEN RETURN 'about-yourself'; END IF;
    IF is_signed_by_new_key(p_by, p_scope) THEN RETURN 'key-too-new'; END IF;
  END IF;
  IF p_content ->> 'decision' = 'withdraw' THEN
    UPDATE operator_changes SET state = 'withdrawn', decided_by = p_by, decided_at = clock_timestamp()
     WHERE id = v_change.id;
    INSERT INTO operator_actions (operator_id, kind, subject, details)
    VALUES (p_by, 'operator-change-withdrawn', v_change.id::text, v_details);
    RETURN 'withdrawn';
  END IF;

  IF v_change.proposed_by = p_by THEN RETURN 'proposed-by-you'; END IF;
  IF NOT is_administrator(v_change.proposed_by) THEN RETURN 'proposer-gone'; END IF;
  IF v_change.kind <> 'invite' AND (awaits_money(p_by) OR awaits_money(v_change.proposed_by)) THEN
    RETURN 'only-invites-yet';
  END IF;
  IF v_change.proposed_at < clock_timestamp() - interval '7 days' THEN RETURN 'proposal-too-old'; END IF;
  v_obstacle := coalesce(operator_change_obstacle(v_change.kind, v_change.name, v_change.role),
    operator_key_obstacle(v_change.kind, v_change.name, v_change.key_id));
  IF v_obstacle IS NOT NULL THEN RETURN v_obstacle; END IF;

  UPDATE operator_changes SET state = 'done', decided_by = p_by, decided_at = clock_timestamp()
   WHERE id = v_change.id;
  IF v_change.kind = 'invite' THEN
    INSERT INTO operators (id, name, role) VALUES (gen_random_uuid(), v_change.name, v_change.role)
    ON CONFLICT ON CONSTRAINT operators_name_key DO UPDATE SET role = excluded.role;
  END IF;
  SELECT * INTO v_subject FROM operators WHERE name = v_change.name;
  CASE v_change.kind
    WHEN 'invite' THEN
      UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_subject.id AND closed_at IS NULL;
      INSERT INTO operator_invitations (token_hash, operator_id, expires_at, code_hash)
      VALUES (p_token_hash, v_subject.id, p_expires_at, v_change.code_hash);
    WHEN 'role' THEN
      v_details := v_details || jsonb_build_object('from', v_subject.role);
      UPDATE operators SET role = v_change.role WHERE id = v_subject.id;
    WHEN 'disable' THEN
      UPDATE operators SET disabled_at = clock_timestamp() WHERE id = v_subject.id;
      UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_subject.id AND closed_at IS NULL;
      UPDATE console_sessions SET ended_at = clock_timestamp(), end_reason = 'disabled'
       WHERE operator_id = v_subject.id AND ended_at IS NULL;
      -- Whoever added a key shortly before does not come back by it.
      PERFORM end_operator_key(id, 'disabled') FROM operator_passkeys
        WHERE operator_id = v_subject.id AND ended_at IS NULL AND decides_money_from > clock_timestamp();
    WHEN 'enable' THEN
      UPDATE operators SET disabled_at = NULL,
        decides_money_from = greatest(decides_money_from, clock_timestamp() + interval '72 hours')
       WHERE id = v_subject.id;
    WHEN 'disable-key' THEN
      PERFORM end_operator_key(v_change.key_id, 'disabled');
  END CASE;
  -- Nobody is let in, let back in or raised to more than those who did it may do themselves.
  IF v_change.kind NOT IN ('disable', 'disable-key') THEN
    UPDATE operators SET decides_money_from = greatest(decides_money_from, (
        SELECT max(decides_money_from) FROM operators WHERE id IN (p_by, v_change.proposed_by)))
     WHERE id = v_subject.id;
  END IF;
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, CASE v_change.kind WHEN 'invite' THEN 'operator-invited' WHEN 'role' THEN 'operator-role-changed'
                                   WHEN 'disable' THEN 'operator-disabled' WHEN 'enable' THEN 'operator-enabled'
                                   ELSE 'operator-key-disabled' END,
          v_subject.id::text, v_details);
  RETURN 'done';
END $$;
