-- The way back in for an installation whose operators have lost their keys: two custodians' codes, a day's wait that any operator
-- can end, and an operator who decides about no money for three days more.

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

ALTER TABLE operators
  -- Until then their decisions about money are refused.
  ADD COLUMN decides_money_from timestamptz;

CREATE FUNCTION break_glass_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% stays as it is', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER operator_custodians_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_custodians
  FOR EACH STATEMENT EXECUTE FUNCTION break_glass_refuse_change();
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

GRANT EXECUTE ON FUNCTION keep_custodian_code, start_break_glass, open_break_glass, cancel_break_glass TO tern_console;
