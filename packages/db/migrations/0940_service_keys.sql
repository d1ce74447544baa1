-- Keys by which other systems read and propose through the service API: opened, changed and revoked by two operators.
-- earlier form: ba5b7263219bc675ad999dbfb932bdbcc1c3246026dad3d1953a32b7fd7594e9

CREATE TABLE service_keys (
  -- That of the change that opened it.
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT service_keys_name_check CHECK (length(name) BETWEEN 3 AND 60),
  scopes text[] NOT NULL CONSTRAINT service_keys_scopes_check CHECK (
    cardinality(scopes) > 0 AND scopes <@ ARRAY['transactions:read', 'books:read', 'people:read', 'changes:suggest']),
  -- Ranges of addresses, in CIDR notation, from which alone it may be used.
  addresses text[] NOT NULL CONSTRAINT service_keys_addresses_check CHECK (cardinality(addresses) BETWEEN 1 AND 20),
  -- SHA-256 of its secret, which was shown once.
  secret_hash bytea NOT NULL CONSTRAINT service_keys_secret_hash_check CHECK (octet_length(secret_hash) = 32),
  opened_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  -- What two operators decided last about it.
  change_id uuid NOT NULL CONSTRAINT service_keys_change_id_fkey REFERENCES house_changes,
  CONSTRAINT service_keys_pkey PRIMARY KEY (id)
);
-- A new key may take the name of one that was revoked.
CREATE UNIQUE INDEX service_keys_name_key ON service_keys (name) WHERE revoked_at IS NULL;
GRANT SELECT, INSERT (id, name, scopes, addresses, secret_hash, expires_at, change_id),
  UPDATE (name, scopes, addresses, revoked_at, change_id) ON service_keys TO tern_console;

-- Whatever the code above does: what a key is, two operators have decided in this very transaction.
CREATE FUNCTION service_keys_check_decided() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_content CONSTANT jsonb := decided_now(NEW.change_id);
  v_is_right boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    v_is_right := v_content ->> 'kind' = 'key-open' AND NEW.id = NEW.change_id AND NEW.revoked_at IS NULL
      AND v_content ->> 'name' = NEW.name AND v_content -> 'scopes' = to_jsonb(NEW.scopes)
      AND v_content -> 'addresses' = to_jsonb(NEW.addresses)
      AND NEW.expires_at = NEW.opened_at + make_interval(hours => 24 * (v_content ->> 'days')::integer);
  ELSE
    v_is_right := NEW.id = OLD.id AND v_content ->> 'keyId' = NEW.id::text AND OLD.revoked_at IS NULL
      AND NEW.secret_hash = OLD.secret_hash AND NEW.opened_at = OLD.opened_at AND NEW.expires_at = OLD.expires_at
      AND CASE v_content ->> 'kind'
        WHEN 'key-change' THEN NEW.revoked_at IS NULL AND v_content ->> 'name' = NEW.name
          AND v_content -> 'scopes' = to_jsonb(NEW.scopes) AND v_content -> 'addresses' = to_jsonb(NEW.addresses)
        WHEN 'key-revoke' THEN NEW.revoked_at IS NOT NULL AND NEW.name = OLD.name AND v_content ->> 'name' = OLD.name
          AND NEW.scopes = OLD.scopes AND NEW.addresses = OLD.addresses
        ELSE false END;
  END IF;
  IF v_is_right IS NOT TRUE THEN
    RAISE EXCEPTION 'service key % is not what two operators decided', NEW.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION service_keys_check_decided() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER service_keys_are_decided AFTER INSERT OR UPDATE ON service_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION service_keys_check_decided();

-- Every call by a key: of one day (UTC), route and outcome in one row, so that no flood of calls becomes a flood of rows.
CREATE TABLE service_calls (
  key_id uuid NOT NULL CONSTRAINT service_calls_key_id_fkey REFERENCES service_keys,
  day date NOT NULL,
  route text NOT NULL CONSTRAINT service_calls_route_check CHECK (length(route) <= 60),
  -- `answered`, or the code of the problem that was answered.
  outcome text NOT NULL CONSTRAINT service_calls_outcome_check CHECK (length(outcome) <= 40),
  calls bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- Where the last of them came from.
  last_address inet NOT NULL,
  CONSTRAINT service_calls_pkey PRIMARY KEY (key_id, day, route, outcome)
);
GRANT SELECT ON service_calls TO tern_console;

-- Counts a call. The console's role can neither write nor delete rows in any other way, so that no call that was counted is lost.
CREATE FUNCTION count_service_call(p_key_id uuid, p_route text, p_outcome text, p_address inet) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO service_calls AS c (key_id, day, route, outcome, calls, first_at, last_at, last_address)
  VALUES (p_key_id, (clock_timestamp() AT TIME ZONE 'UTC')::date, p_route, p_outcome, 1, clock_timestamp(), clock_timestamp(),
    p_address)
  ON CONFLICT ON CONSTRAINT service_calls_pkey DO UPDATE
  SET calls = c.calls + 1, last_at = greatest(c.last_at, excluded.last_at), last_address = excluded.last_address;
END $$;
REVOKE ALL ON FUNCTION count_service_call FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_service_call TO tern_console;
