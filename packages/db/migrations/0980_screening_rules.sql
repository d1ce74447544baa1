-- About what the outside service is asked, and from which value on money is held where it gives no answer: as two operators decided.

-- Each version is in force from its decision until the next one. Without a row a service that the settings name is asked about
-- everything, and whatever it does not answer is held.
CREATE TABLE screening_rules (
  version integer NOT NULL CONSTRAINT screening_rules_version_check CHECK (version > 0),
  asks_sends boolean NOT NULL,
  asks_deposits boolean NOT NULL,
  -- In USDT base units.
  closed_from numeric(78, 0) NOT NULL CONSTRAINT screening_rules_closed_from_check CHECK (closed_from >= 0),
  -- Set by the database.
  decided_at timestamptz NOT NULL,
  change_id uuid NOT NULL CONSTRAINT screening_rules_change_id_fkey REFERENCES house_changes,
  CONSTRAINT screening_rules_pkey PRIMARY KEY (version),
  CONSTRAINT screening_rules_change_id_key UNIQUE (change_id)
);
GRANT SELECT ON screening_rules TO tern_api, tern_worker;
GRANT SELECT, INSERT (version, asks_sends, asks_deposits, closed_from, change_id) ON screening_rules TO tern_console;

CREATE FUNCTION screening_rules_set_time() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_last CONSTANT integer := (SELECT max(version) FROM screening_rules);
BEGIN
  IF NEW.version <> coalesce(v_last, 0) + 1 THEN
    RAISE EXCEPTION 'version % does not follow %', NEW.version, v_last USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  NEW.decided_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER screening_rules_have_their_time BEFORE INSERT ON screening_rules
  FOR EACH ROW EXECUTE FUNCTION screening_rules_set_time();
CREATE TRIGGER screening_rules_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON screening_rules
  EXECUTE FUNCTION ledger.refuse_change();

-- Whatever the code above does: two operators have decided this rule in this very transaction.
CREATE FUNCTION screening_rules_check_decided() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_content CONSTANT jsonb := decided_now(NEW.change_id);
  v_rule CONSTANT jsonb := v_content -> 'to';
BEGIN
  IF (v_content ->> 'kind' = 'screening-rule' AND (v_content ->> 'after')::integer = NEW.version - 1
      AND (v_rule ->> 'sends')::boolean = NEW.asks_sends AND (v_rule ->> 'deposits')::boolean = NEW.asks_deposits
      AND (v_rule ->> 'closedFrom')::numeric * 1000000 = NEW.closed_from) IS NOT TRUE THEN
    RAISE EXCEPTION 'version % of the screening rule is not what two operators decided', NEW.version
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION screening_rules_check_decided() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER screening_rules_are_decided AFTER INSERT ON screening_rules
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION screening_rules_check_decided();

-- The rule under which money was held, for as long as the hold is known. NULL: none had been decided.
ALTER TABLE screening_cases ADD COLUMN rule_version integer;
ALTER TABLE deposit_checks ADD COLUMN rule_version integer;
ALTER TABLE deposit_cases ADD COLUMN rule_version integer;
ALTER TABLE screening_cases ADD CONSTRAINT screening_cases_rule_version_fkey
  FOREIGN KEY (rule_version) REFERENCES screening_rules NOT VALID;
ALTER TABLE deposit_checks ADD CONSTRAINT deposit_checks_rule_version_fkey
  FOREIGN KEY (rule_version) REFERENCES screening_rules NOT VALID;
ALTER TABLE deposit_cases ADD CONSTRAINT deposit_cases_rule_version_fkey
  FOREIGN KEY (rule_version) REFERENCES screening_rules NOT VALID;
GRANT INSERT (rule_version) ON screening_cases TO tern_api, tern_console;
GRANT INSERT (rule_version) ON deposit_checks, deposit_cases TO tern_worker;
