-- Levels of identity checks: what each may send to the chain in 24 hours, and who has which. Without a row nothing is limited.

-- What each level may send to the chain in 24 hours, in USDT base units, from level 0 on; NULL: as everybody. No entry: no
-- levels. Each version is in force from its time until that of the next.
CREATE TABLE level_limits (
  version integer NOT NULL CONSTRAINT level_limits_version_check CHECK (version > 0),
  -- At least 100 USDT, and no level less than the one below it: what arrives can leave.
  limits numeric(78, 0)[] NOT NULL
    CONSTRAINT level_limits_limits_check CHECK (cardinality(limits) <= 5)
    CONSTRAINT level_limits_least_check CHECK (100000000 <= ALL (limits))
    CONSTRAINT level_limits_rise_check CHECK (
      coalesce(limits[1], 'infinity'::numeric) <= coalesce(limits[2], 'infinity'::numeric)
      AND coalesce(limits[2], 'infinity'::numeric) <= coalesce(limits[3], 'infinity'::numeric)
      AND coalesce(limits[3], 'infinity'::numeric) <= coalesce(limits[4], 'infinity'::numeric)
      AND coalesce(limits[4], 'infinity'::numeric) <= coalesce(limits[5], 'infinity'::numeric)),
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Set by the database: whatever is narrower for somebody is known for a day before.
  effective_at timestamptz NOT NULL,
  change_id uuid NOT NULL CONSTRAINT level_limits_change_id_fkey REFERENCES house_changes,
  CONSTRAINT level_limits_pkey PRIMARY KEY (version),
  CONSTRAINT level_limits_change_id_key UNIQUE (change_id)
);
GRANT SELECT ON level_limits TO tern_api;
GRANT SELECT, INSERT (version, limits, change_id) ON level_limits TO tern_console;

-- Of a level beyond those that are listed, the last counts.
CREATE FUNCTION level_limit(p_limits numeric[], p_level integer) RETURNS numeric
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(p_limits[least(p_level + 1, cardinality(p_limits))], 'infinity'::numeric)
$$;

GRANT EXECUTE ON FUNCTION level_limit(numeric[], integer) TO tern_console;

CREATE FUNCTION level_limits_set_time() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_last CONSTANT level_limits := (SELECT l FROM level_limits l ORDER BY version DESC LIMIT 1);
  v_is_narrower CONSTANT boolean := EXISTS (
    SELECT FROM generate_series(0, 9) AS level WHERE level_limit(NEW.limits, level) < level_limit(v_last.limits, level));
BEGIN
  IF NEW.version <> coalesce(v_last.version, 0) + 1 THEN
    RAISE EXCEPTION 'version % does not follow %', NEW.version, v_last.version USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  NEW.decided_at := clock_timestamp();
  NEW.effective_at := greatest(
    v_last.effective_at, clock_timestamp() + CASE WHEN v_is_narrower THEN interval '24 hours' ELSE interval '0' END);
  RETURN NEW;
END $$;
CREATE TRIGGER level_limits_have_their_time BEFORE INSERT ON level_limits
  FOR EACH ROW EXECUTE FUNCTION level_limits_set_time();
CREATE TRIGGER level_limits_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON level_limits
  EXECUTE FUNCTION ledger.refuse_change();

-- Whatever the code above does: two operators have decided these limits in this very transaction. They sign whole USDT.
CREATE FUNCTION level_limits_check_decided() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_content CONSTANT jsonb := decided_now(NEW.change_id);
  v_decided CONSTANT numeric[] := ARRAY(
    SELECT typed.value::numeric * 1000000
      FROM jsonb_array_elements_text(v_content -> 'limits') WITH ORDINALITY AS typed (value, place) ORDER BY place);
BEGIN
  IF (v_content ->> 'kind' = 'level-limits' AND v_decided = NEW.limits) IS NOT TRUE THEN
    RAISE EXCEPTION 'version % of the limits is not what two operators decided', NEW.version
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION level_limits_check_decided() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER level_limits_are_decided AFTER INSERT ON level_limits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION level_limits_check_decided();

-- A person's level: of the rows whose time has come, the one with the highest number is in force, and level 0 after its end.
CREATE TABLE person_levels (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT person_levels_pkey PRIMARY KEY,
  person_id uuid NOT NULL CONSTRAINT person_levels_person_id_fkey REFERENCES people,
  level smallint NOT NULL CONSTRAINT person_levels_level_check CHECK (level BETWEEN 0 AND 4),
  -- Where the check was made, so that it can be found there again. No document and nothing of one.
  reference text NOT NULL CONSTRAINT person_levels_reference_check CHECK (length(reference) BETWEEN 3 AND 100),
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Set by the database: a lower level is known for a day before.
  from_at timestamptz NOT NULL,
  -- Known for a day before, too.
  ends_at timestamptz,
  change_id uuid NOT NULL CONSTRAINT person_levels_change_id_fkey REFERENCES house_changes,
  CONSTRAINT person_levels_change_id_key UNIQUE (change_id),
  CONSTRAINT person_levels_ends_at_check CHECK (ends_at >= from_at + interval '24 hours')
);
CREATE INDEX person_levels_person_id_idx ON person_levels (person_id);
GRANT SELECT ON person_levels TO tern_api;
GRANT SELECT, INSERT (person_id, level, reference, ends_at, change_id) ON person_levels TO tern_console;
-- It closes accounts.
GRANT SELECT (person_id), DELETE ON person_levels TO tern_worker;

CREATE FUNCTION person_levels_set_time() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_now CONSTANT timestamptz := clock_timestamp();
  v_level CONSTANT integer := coalesce((
    SELECT CASE WHEN p.ends_at <= v_now THEN 0 ELSE p.level END
      FROM person_levels p WHERE p.person_id = NEW.person_id AND p.from_at <= v_now ORDER BY p.id DESC LIMIT 1), 0);
BEGIN
  NEW.decided_at := v_now;
  NEW.from_at := v_now + CASE WHEN NEW.level < v_level THEN interval '24 hours' ELSE interval '0' END;
  RETURN NEW;
END $$;
CREATE TRIGGER person_levels_have_their_time BEFORE INSERT ON person_levels
  FOR EACH ROW EXECUTE FUNCTION person_levels_set_time();
CREATE TRIGGER person_levels_stay BEFORE UPDATE OR TRUNCATE ON person_levels
  EXECUTE FUNCTION ledger.refuse_change();
-- Without its row a person has level 0 at once: only a closing that its owner waited for takes it away.
CREATE TRIGGER person_levels_end BEFORE DELETE ON person_levels
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('');

CREATE FUNCTION person_levels_check_decided() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_content CONSTANT jsonb := decided_now(NEW.change_id);
BEGIN
  IF (v_content ->> 'kind' = 'person-level' AND (v_content ->> 'level')::smallint = NEW.level
      AND v_content ->> 'reference' = NEW.reference
      AND ((v_content ->> 'until')::date + 1)::timestamp AT TIME ZONE 'UTC' IS NOT DISTINCT FROM NEW.ends_at
      AND EXISTS (SELECT FROM people p WHERE p.id = NEW.person_id AND p.public_id = v_content ->> 'person')) IS NOT TRUE THEN
    RAISE EXCEPTION 'level % is not what two operators decided', NEW.level USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION person_levels_check_decided() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER person_levels_are_decided AFTER INSERT ON person_levels
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION person_levels_check_decided();
