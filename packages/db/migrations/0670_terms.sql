-- Fees and limits as people meet them, in versions. Each is compared with the one before it: what is worse for people takes
-- effect a day after it was decided at the earliest, and nothing before it was decided. No version ever changes.

-- What a version holds, and in which direction a value is worse for people.
CREATE TABLE term_rules (
  name text NOT NULL,
  worse text NOT NULL CONSTRAINT term_rules_worse_check CHECK (worse IN ('higher', 'lower')),
  CONSTRAINT term_rules_pkey PRIMARY KEY (name)
);
INSERT INTO term_rules (name, worse) VALUES
  ('withdrawalMinUsdt', 'higher'), ('withdrawalMinTrx', 'higher'), ('withdrawalMinReward', 'higher'),
  ('withdrawalMax', 'lower'), ('withdrawalDailyMax', 'lower'), ('withdrawalHouseDailyMax', 'lower'),
  ('reviewFrom', 'lower'), ('secondOperatorFrom', 'lower'),
  ('feeMarginPercent', 'higher'), ('feeMaxUsdt', 'higher'), ('feeMaxTrx', 'higher'), ('feeMaxReward', 'higher'),
  ('swapFee', 'higher'), ('swapSwapperShare', 'lower'), ('swapPoolShare', 'lower'),
  ('swapSpread', 'higher'), ('swapSpreadSize', 'higher'), ('swapSpreadMax', 'higher'),
  ('swapInventoryShare', 'lower'), ('swapMin', 'higher'), ('swapMax', 'lower');

-- How long people know beforehand what becomes worse for them.
CREATE FUNCTION terms_notice(p_worse text[]) RETURNS interval
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_worse = '{}' THEN interval '0' ELSE interval '24 hours' END
$$;

-- Names whose values are worse for people in the second content than in the first.
CREATE FUNCTION terms_worse(p_before jsonb, p_after jsonb) RETURNS text[]
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(name ORDER BY name), '{}') FROM term_rules
   WHERE CASE worse
     WHEN 'higher' THEN (p_after ->> name)::numeric > (p_before ->> name)::numeric
     ELSE (p_after ->> name)::numeric < (p_before ->> name)::numeric
   END
$$;
GRANT EXECUTE ON FUNCTION terms_notice, terms_worse TO tern_worker;

CREATE TABLE terms (
  version integer NOT NULL,
  -- A whole number, as text, for each name of `term_rules`: base units, percent or basis points.
  content jsonb NOT NULL,
  -- What is worse for people than in the version before.
  worse text[] NOT NULL,
  decided_at timestamptz NOT NULL,
  effective_at timestamptz NOT NULL,
  -- The proposal it follows and who carried it out. The first version follows the settings of the installation.
  change_id uuid CONSTRAINT terms_change_id_fkey REFERENCES house_changes,
  decided_by uuid CONSTRAINT terms_decided_by_fkey REFERENCES operators,
  CONSTRAINT terms_pkey PRIMARY KEY (version),
  CONSTRAINT terms_change_id_key UNIQUE (change_id),
  CONSTRAINT terms_first_check CHECK ((version = 1) = (change_id IS NULL) AND (change_id IS NULL) = (decided_by IS NULL)),
  CONSTRAINT terms_notice_check CHECK (effective_at >= decided_at + terms_notice(worse))
);

-- Numbers the version, compares it with the one before, and lets it take effect as early as it may unless it says later.
CREATE FUNCTION terms_begin_version() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_last terms;
  v_earliest timestamptz;
BEGIN
  -- One after the other: each is compared with the one before it.
  PERFORM pg_advisory_xact_lock(hashtextextended('terms', 0));
  SELECT * INTO v_last FROM terms ORDER BY version DESC LIMIT 1;
  IF (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(NEW.content) AS key)
       IS DISTINCT FROM (SELECT array_agg(name ORDER BY name) FROM term_rules)
     OR EXISTS (SELECT FROM jsonb_each_text(NEW.content) WHERE value !~ '^(0|[1-9][0-9]{0,77})$') THEN
    RAISE EXCEPTION 'terms hold a whole number for each rule and nothing else'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'terms_content_check';
  END IF;
  IF v_last.version IS NOT NULL AND NOT EXISTS (
    SELECT FROM house_changes
     WHERE id = NEW.change_id AND state = 'proposed' AND content ->> 'kind' = 'terms' AND proposed_by <> NEW.decided_by) THEN
    RAISE EXCEPTION 'terms are changed by a proposal and by another operator than who made it'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'terms_second_check';
  END IF;
  NEW.version := coalesce(v_last.version, 0) + 1;
  NEW.worse := terms_worse(v_last.content, NEW.content);
  NEW.decided_at := clock_timestamp();
  -- Never before the version before it: so no moment ever has worse terms than were announced a day ahead of it.
  v_earliest := greatest(v_last.effective_at, NEW.decided_at + terms_notice(NEW.worse));
  NEW.effective_at := coalesce(NEW.effective_at, v_earliest);
  IF NEW.effective_at < v_earliest THEN
    RAISE EXCEPTION 'these terms take effect at % at the earliest', v_earliest
      USING ERRCODE = 'check_violation', CONSTRAINT = 'terms_notice_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER terms_begin_version BEFORE INSERT ON terms FOR EACH ROW EXECUTE FUNCTION terms_begin_version();

CREATE FUNCTION terms_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'terms is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON terms
  FOR EACH STATEMENT EXECUTE FUNCTION terms_refuse_change();

-- The first version, and no other one: who answers the public may write nothing more here.
CREATE FUNCTION begin_terms(p_content jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('terms', 0));
  INSERT INTO terms (content) SELECT p_content WHERE NOT EXISTS (SELECT FROM terms);
END $$;
GRANT EXECUTE ON FUNCTION begin_terms TO tern_api;

GRANT SELECT ON term_rules, terms TO tern_api, tern_worker;
GRANT INSERT (content, effective_at, change_id, decided_by) ON terms TO tern_worker;

-- What was drawn up keeps the terms it was drawn up under. Null: before there were versions. No foreign key: every send would
-- lock the one row of the terms in force.
ALTER TABLE withdrawal_drafts ADD COLUMN terms_version integer;
ALTER TABLE swap_quotes ADD COLUMN terms_version integer;
