-- How operators are invited and changed by two administrators, and the way back in for an installation whose operators have lost
-- their keys: two custodians' codes, a day's wait that any operator can end, and an operator who decides about no money for
-- three days more.

-- Operators are invited, given roles, disabled and enabled by two administrators: one proposes, another carries out, both sign.
CREATE TABLE operator_changes (
  id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT operator_changes_kind_check CHECK (kind IN ('invite', 'role', 'disable', 'enable')),
  -- Of the operator it is about, who may not be there yet.
  name text NOT NULL CONSTRAINT operator_changes_name_check CHECK (name ~ '^[a-z][a-z0-9._-]{1,31}$'),
  role text CONSTRAINT operator_changes_role_check CHECK (role IN ('viewer', 'reviewer', 'treasurer', 'administrator')),
  note text NOT NULL CONSTRAINT operator_changes_note_check CHECK (length(note) BETWEEN 3 AND 400),
  -- The half of an invitation that the proposer passes on; who carries it out passes on the link.
  code_hash bytea CONSTRAINT operator_changes_code_hash_check CHECK (length(code_hash) = 32),
  state text NOT NULL DEFAULT 'proposed' CONSTRAINT operator_changes_state_check
    CHECK (state IN ('proposed', 'done', 'withdrawn')),
  proposed_by uuid NOT NULL CONSTRAINT operator_changes_proposed_by_fkey REFERENCES operators,
  proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid CONSTRAINT operator_changes_decided_by_fkey REFERENCES operators,
  decided_at timestamptz,
  CONSTRAINT operator_changes_pkey PRIMARY KEY (id),
  CONSTRAINT operator_changes_content_check
    CHECK ((role IS NOT NULL) = (kind IN ('invite', 'role')) AND (code_hash IS NOT NULL) = (kind = 'invite')),
  CONSTRAINT operator_changes_decided_check CHECK (
    (state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  -- Nobody carries out what they proposed themselves.
  CONSTRAINT operator_changes_second_check CHECK (state <> 'done' OR decided_by <> proposed_by)
);
-- One proposal about an operator at a time.
CREATE UNIQUE INDEX operator_changes_open_key ON operator_changes (name) WHERE state = 'proposed';
CREATE INDEX operator_changes_proposed_at_idx ON operator_changes (proposed_at DESC, id DESC);
GRANT SELECT ON operator_changes TO tern_console;

-- Whether the row about to be written has a signed statement about exactly this, by a passkey of this operator.
CREATE FUNCTION has_signed(p_by uuid, p_action text, p_content jsonb, p_scope jsonb) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(
    p_scope #>> '{signed,assertion,signature}' <> ''
    AND s.statement ->> 'action' = p_action
    AND s.statement -> 'content' = p_content
    AND s.statement ->> 'operator' = (SELECT name FROM operators WHERE id = p_by)
    AND EXISTS (
      SELECT FROM operator_passkeys k WHERE k.operator_id = p_by
         AND k.credential_id = decode(translate(s.credential, '-_', '+/') || repeat('=', -length(s.credential) & 3), 'base64')),
    false)
  FROM (SELECT (p_scope #>> '{signed,statement}')::jsonb AS statement,
               p_scope #>> '{signed,assertion,credentialId}' AS credential) AS s
$$;

CREATE FUNCTION is_administrator(p_operator_id uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM operators WHERE id = p_operator_id AND role = 'administrator' AND disabled_at IS NULL)
$$;

-- Why a change cannot be made now; null where it can.
CREATE FUNCTION operator_change_obstacle(p_kind text, p_name text, p_role text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_operator operators;
  v_enrolled boolean;
BEGIN
  SELECT * INTO v_operator FROM operators WHERE name = p_name;
  v_enrolled := EXISTS (SELECT FROM operator_passkeys WHERE operator_id = v_operator.id);
  RETURN CASE
    -- Whoever lets their link expire is invited again.
    WHEN p_kind = 'invite' AND (v_enrolled OR v_operator.disabled_at IS NOT NULL) THEN 'name-taken'
    WHEN p_kind = 'invite' THEN NULL
    WHEN v_operator.id IS NULL THEN 'no-such-operator'
    WHEN p_kind = 'role' AND (v_operator.role = p_role OR v_operator.disabled_at IS NOT NULL) THEN 'already-so'
    WHEN p_kind = 'disable' AND v_operator.disabled_at IS NOT NULL THEN 'already-so'
    WHEN p_kind = 'enable' AND v_operator.disabled_at IS NULL THEN 'already-so'
    -- Without a passkey there is nobody to come back.
    WHEN p_kind = 'enable' AND NOT v_enrolled THEN 'no-such-operator'
  END;
END $$;

-- Returns `proposed`, or why not. Raises where the operator has not signed it or may not.
CREATE FUNCTION propose_operator_change(p_id uuid, p_by uuid, p_content jsonb, p_code_hash bytea, p_scope jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_kind text := p_content ->> 'kind';
  v_name text := p_content ->> 'name';
  v_role text := p_content ->> 'role';
  v_obstacle text;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.propose', p_content, p_scope) OR NOT is_administrator(p_by) THEN
    RAISE EXCEPTION 'no administrator has signed this proposal' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM operators WHERE id = p_by AND name = v_name) THEN RETURN 'about-yourself'; END IF;
  v_obstacle := operator_change_obstacle(v_kind, v_name, v_role);
  IF v_obstacle IS NOT NULL THEN RETURN v_obstacle; END IF;
  IF EXISTS (SELECT FROM operator_changes WHERE name = v_name AND state = 'proposed') THEN RETURN 'already-proposed'; END IF;
  INSERT INTO operator_changes (id, kind, name, role, note, code_hash, proposed_by)
  VALUES (p_id, v_kind, v_name, v_role, p_content ->> 'note', p_code_hash, p_by);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, 'operator-change-proposed', p_id::text, p_content || p_scope);
  RETURN 'proposed';
END $$;
GRANT EXECUTE ON FUNCTION propose_operator_change TO tern_console;

-- Carries out what another administrator proposed, or withdraws it. Returns `done`, `withdrawn`, or why not. Raises where the
-- operator has not signed it or may not. Two administrators who are not the subject are left by every change: these two.
CREATE FUNCTION decide_operator_change(
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
    'proposedBy', v_proposer, 'note', v_change.note)) || p_scope;

  IF p_content ->> 'decision' = 'withdraw' THEN
    UPDATE operator_changes SET state = 'withdrawn', decided_by = p_by, decided_at = clock_timestamp()
     WHERE id = v_change.id;
    INSERT INTO operator_actions (operator_id, kind, subject, details)
    VALUES (p_by, 'operator-change-withdrawn', v_change.id::text, v_details);
    RETURN 'withdrawn';
  END IF;

  IF v_change.proposed_by = p_by THEN RETURN 'proposed-by-you'; END IF;
  IF EXISTS (SELECT FROM operators WHERE id = p_by AND name = v_change.name) THEN RETURN 'about-yourself'; END IF;
  IF NOT is_administrator(v_change.proposed_by) THEN RETURN 'proposer-gone'; END IF;
  IF v_change.proposed_at < clock_timestamp() - interval '7 days' THEN RETURN 'proposal-too-old'; END IF;
  v_obstacle := operator_change_obstacle(v_change.kind, v_change.name, v_change.role);
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
    WHEN 'enable' THEN
      UPDATE operators SET disabled_at = NULL WHERE id = v_subject.id;
  END CASE;
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, CASE v_change.kind WHEN 'invite' THEN 'operator-invited' WHEN 'role' THEN 'operator-role-changed'
                                   WHEN 'disable' THEN 'operator-disabled' ELSE 'operator-enabled' END,
          v_subject.id::text, v_details);
  RETURN 'done';
END $$;
GRANT EXECUTE ON FUNCTION decide_operator_change TO tern_console;

-- The first two operators of an installation, both administrators, while fewer than two have ever enrolled a passkey. Returns
-- the names whose invitations were opened; nobody's once the installation has its two.
CREATE FUNCTION invite_founders(p_first_hash bytea, p_second_hash bytea, p_expires_at timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_left integer;
  v_founder record;
  v_operator operators;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  SELECT 2 - count(DISTINCT operator_id) INTO v_left FROM operator_passkeys;
  FOR v_founder IN SELECT * FROM (VALUES ('first', p_first_hash), ('second', p_second_hash)) AS f (name, token_hash) LOOP
    CONTINUE WHEN v_left <= 0;
    INSERT INTO operators (id, name, role) VALUES (gen_random_uuid(), v_founder.name, 'administrator')
    ON CONFLICT ON CONSTRAINT operators_name_key DO NOTHING;
    SELECT * INTO v_operator FROM operators WHERE name = v_founder.name;
    CONTINUE WHEN v_operator.disabled_at IS NOT NULL OR v_operator.role <> 'administrator'
      OR EXISTS (SELECT FROM operator_passkeys WHERE operator_id = v_operator.id);
    UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_operator.id AND closed_at IS NULL;
    INSERT INTO operator_invitations (token_hash, operator_id, expires_at)
    VALUES (v_founder.token_hash, v_operator.id, p_expires_at);
    INSERT INTO operator_actions (operator_id, kind, subject, details)
    VALUES (v_operator.id, 'operator-invited', v_operator.id::text, '{"founder": true}');
    v_left := v_left - 1;
    RETURN NEXT v_founder.name;
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION invite_founders TO tern_console;

CREATE TABLE operator_custodians (
  slot smallint NOT NULL CONSTRAINT operator_custodians_slot_check CHECK (slot IN (1, 2)),
  name text NOT NULL CONSTRAINT operator_custodians_name_check CHECK (length(name) BETWEEN 2 AND 60),
  salt bytea NOT NULL CONSTRAINT operator_custodians_salt_check CHECK (length(salt) = 16),
  -- SHA-256 of what argon2id makes of the code: the database can tell a right code without ever having seen one.
  key_hash bytea NOT NULL CONSTRAINT operator_custodians_key_hash_check CHECK (length(key_hash) = 32),
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT operator_custodians_pkey PRIMARY KEY (slot)
);
GRANT SELECT ON operator_custodians TO tern_console;

CREATE FUNCTION break_glass_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% stays as it is', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER operator_custodians_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_custodians
  FOR EACH STATEMENT EXECUTE FUNCTION break_glass_refuse_change();

CREATE TABLE break_glass_requests (
  id uuid NOT NULL,
  -- Who is to be let in; disabled until the wait is over.
  operator_id uuid NOT NULL CONSTRAINT break_glass_requests_operator_id_fkey REFERENCES operators,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  opened_at timestamptz,
  ended_at timestamptz,
  end_reason text CONSTRAINT break_glass_requests_end_reason_check CHECK (end_reason IN ('enrolled', 'cancelled')),
  cancelled_by uuid CONSTRAINT break_glass_requests_cancelled_by_fkey REFERENCES operators,
  CONSTRAINT break_glass_requests_pkey PRIMARY KEY (id),
  CONSTRAINT break_glass_requests_operator_id_key UNIQUE (operator_id),
  CONSTRAINT break_glass_requests_ended_check CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CONSTRAINT break_glass_requests_cancelled_check CHECK ((end_reason IS NOT DISTINCT FROM 'cancelled') = (cancelled_by IS NOT NULL)),
  CONSTRAINT break_glass_requests_wait_check CHECK (opened_at >= started_at + interval '24 hours')
);
CREATE UNIQUE INDEX break_glass_requests_open_key ON break_glass_requests ((true)) WHERE ended_at IS NULL;
-- The worker tells of them by its metrics.
GRANT SELECT ON break_glass_requests TO tern_worker;
CREATE TRIGGER break_glass_requests_stay BEFORE DELETE OR TRUNCATE ON break_glass_requests
  FOR EACH STATEMENT EXECUTE FUNCTION break_glass_refuse_change();

-- The slot the code was kept in; null once both custodians have one.
CREATE FUNCTION keep_custodian_code(p_name text, p_salt bytea, p_key_hash bytea) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_slot integer;
BEGIN
  LOCK TABLE operator_custodians IN SHARE ROW EXCLUSIVE MODE;
  SELECT count(*) + 1 INTO v_slot FROM operator_custodians;
  IF v_slot > 2 THEN RETURN NULL; END IF;
  INSERT INTO operator_custodians (slot, name, salt, key_hash) VALUES (v_slot, p_name, p_salt, p_key_hash);
  RETURN v_slot;
END $$;
GRANT EXECUTE ON FUNCTION keep_custodian_code TO tern_console;

CREATE FUNCTION are_custodians_keys(p_first bytea, p_second bytea) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT count(*) = 2 FROM operator_custodians
   WHERE key_hash = sha256(CASE slot WHEN 1 THEN p_first ELSE p_second END)
$$;

-- Returns `started`, or why not.
CREATE FUNCTION start_break_glass(p_id uuid, p_name text, p_first bytea, p_second bytea) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_operator_id uuid := gen_random_uuid();
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT are_custodians_keys(p_first, p_second) THEN RETURN 'wrong-codes'; END IF;
  IF EXISTS (SELECT FROM break_glass_requests WHERE ended_at IS NULL) THEN RETURN 'under-way'; END IF;
  IF EXISTS (SELECT FROM operators WHERE name = p_name) THEN RETURN 'name-taken'; END IF;
  INSERT INTO operators (id, name, role, disabled_at) VALUES (v_operator_id, p_name, 'administrator', clock_timestamp());
  INSERT INTO break_glass_requests (id, operator_id) VALUES (p_id, v_operator_id);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (v_operator_id, 'break-glass-started', p_id::text,
          (SELECT jsonb_build_object('custodians', jsonb_agg(name ORDER BY slot)) FROM operator_custodians));
  RETURN 'started';
END $$;
GRANT EXECUTE ON FUNCTION start_break_glass TO tern_console;

-- Opens the invitation once the wait is over; again where the link before was not used. Returns `opened`, or why not.
CREATE FUNCTION open_break_glass(p_first bytea, p_second bytea, p_token_hash bytea, p_expires_at timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_request break_glass_requests;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT are_custodians_keys(p_first, p_second) THEN RETURN 'wrong-codes'; END IF;
  SELECT * INTO v_request FROM break_glass_requests WHERE ended_at IS NULL;
  IF v_request.id IS NULL THEN RETURN 'none'; END IF;
  IF v_request.started_at > clock_timestamp() - interval '24 hours' THEN RETURN 'too-early'; END IF;
  UPDATE break_glass_requests SET opened_at = clock_timestamp() WHERE id = v_request.id;
  UPDATE operators SET disabled_at = NULL, decides_money_from = clock_timestamp() + interval '72 hours'
   WHERE id = v_request.operator_id;
  UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_request.operator_id AND closed_at IS NULL;
  INSERT INTO operator_invitations (token_hash, operator_id, expires_at)
  VALUES (p_token_hash, v_request.operator_id, p_expires_at);
  INSERT INTO operator_actions (operator_id, kind, subject)
  VALUES (v_request.operator_id, 'break-glass-opened', v_request.id::text);
  RETURN 'opened';
END $$;
GRANT EXECUTE ON FUNCTION open_break_glass TO tern_console;

-- Any operator ends a request, by a signature of their own. Returns `cancelled`, or `over`. Raises where nobody signed it.
CREATE FUNCTION cancel_break_glass(p_by uuid, p_content jsonb, p_scope jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_request break_glass_requests;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.cancelBreakGlass', p_content, p_scope)
    OR NOT EXISTS (SELECT FROM operators WHERE id = p_by AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'no operator has signed this' USING ERRCODE = 'insufficient_privilege';
  END IF;
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
GRANT EXECUTE ON FUNCTION cancel_break_glass TO tern_console;
