-- Addresses that nothing is sent to before a person has looked at it, and the sends that were held for one.
-- earlier form: 56b2815b375725d26dfb93e3678f15dd8680572298de235807b2008835d2c31d

-- An address on a list, from the change that put it there until the change that took it off. Rows stay: a case names them.
CREATE TABLE refused_addresses (
  list text NOT NULL CONSTRAINT refused_addresses_list_check CHECK (length(list) BETWEEN 3 AND 60),
  address text NOT NULL CONSTRAINT refused_addresses_address_check CHECK (address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'),
  -- Where the list comes from, and the day of which it is.
  source text NOT NULL CONSTRAINT refused_addresses_source_check CHECK (length(source) BETWEEN 3 AND 200),
  as_of date NOT NULL,
  -- The class of reason of a hold.
  reason text NOT NULL CONSTRAINT refused_addresses_reason_check CHECK (reason IN ('legal-order', 'suspected-fraud')),
  added_by uuid NOT NULL CONSTRAINT refused_addresses_added_by_fkey REFERENCES house_changes,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed_by uuid CONSTRAINT refused_addresses_removed_by_fkey REFERENCES house_changes,
  removed_at timestamptz,
  CONSTRAINT refused_addresses_pkey PRIMARY KEY (list, address, added_by),
  CONSTRAINT refused_addresses_as_of_check CHECK (as_of <= (added_at AT TIME ZONE 'UTC')::date + 1),
  CONSTRAINT refused_addresses_removed_check CHECK ((removed_by IS NULL) = (removed_at IS NULL))
);
CREATE UNIQUE INDEX refused_addresses_listed_key ON refused_addresses (address, list) WHERE removed_by IS NULL;
CREATE INDEX refused_addresses_list_idx ON refused_addresses (list, address) WHERE removed_by IS NULL;
GRANT SELECT ON refused_addresses TO tern_api;
GRANT SELECT, INSERT (list, address, source, as_of, reason, added_by), UPDATE (removed_by, removed_at) ON refused_addresses TO tern_console;

-- What two operators have decided with a change that is carried out in this very transaction; null for any other change.
CREATE FUNCTION decided_now(p_change uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT c.content FROM house_changes c JOIN operator_actions a ON a.subject = c.id::text
   WHERE c.id = p_change AND c.state = 'done' AND c.decided_by <> c.proposed_by AND a.kind = 'change-carried-out'
     AND a.xmin = pg_current_xact_id()::xid AND a.at >= transaction_timestamp()
$$;
REVOKE ALL ON FUNCTION decided_now(uuid) FROM PUBLIC;

-- Whatever the code above does: two operators have decided in this very transaction what goes on a list and what comes off.
CREATE FUNCTION refused_addresses_check_decided() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_content CONSTANT jsonb := decided_now(coalesce(NEW.removed_by, NEW.added_by));
  v_is_right boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    v_is_right := NEW.removed_by IS NULL AND v_content -> 'add' ? NEW.address AND v_content ->> 'source' = NEW.source
      AND (v_content ->> 'asOf')::date = NEW.as_of AND v_content ->> 'reason' = NEW.reason;
  ELSE
    v_is_right := OLD.removed_by IS NULL AND v_content -> 'remove' ? NEW.address;
  END IF;
  IF (v_is_right AND v_content ->> 'kind' = 'refused-addresses' AND v_content ->> 'list' = NEW.list) IS NOT TRUE THEN
    RAISE EXCEPTION 'address % of list % is not what two operators decided', NEW.address, NEW.list
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION refused_addresses_check_decided() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER refused_addresses_are_decided AFTER INSERT OR UPDATE ON refused_addresses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refused_addresses_check_decided();

-- A send that is held for a person's decision. How it ended stands with the send.
CREATE TABLE screening_cases (
  withdrawal_id uuid NOT NULL CONSTRAINT screening_cases_withdrawal_id_fkey REFERENCES withdrawals,
  address text NOT NULL,
  reason text NOT NULL CONSTRAINT screening_cases_reason_check CHECK (reason IN ('legal-order', 'suspected-fraud')),
  -- What was found when it was opened, so that it is there after a list has changed.
  evidence jsonb NOT NULL CONSTRAINT screening_cases_evidence_check
    CHECK (jsonb_typeof(evidence) = 'array' AND jsonb_array_length(evidence) > 0),
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Whoever has not been decided about by then gets everything back.
  until timestamptz NOT NULL,
  CONSTRAINT screening_cases_pkey PRIMARY KEY (withdrawal_id),
  CONSTRAINT screening_cases_until_check CHECK (until > opened_at)
);
CREATE INDEX screening_cases_until_idx ON screening_cases (until);
GRANT SELECT, INSERT (withdrawal_id, address, reason, evidence, until) ON screening_cases TO tern_api;
GRANT SELECT ON screening_cases TO tern_worker;
GRANT INSERT (withdrawal_id, address, reason, evidence, until) ON screening_cases TO tern_console;

-- Why operators look at a send: its receiver is on a list, too.
ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_review_cause_check;
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_review_cause_check
  CHECK (review_cause IN ('amount', 'day-total', 'screening')) NOT VALID;
